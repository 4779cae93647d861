package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func setCommand() *command {
	return &command{
		name:      "set",
		usage:     "change the title, URL, interval and other settings of feeds",
		arguments: "FEED…",
		description: `--backlog is only for a feed without entries yet. --url also takes back a move of a
feed; entries keep their marks.

Examples:
  gemsub set "urban gardening" --interval 6h
  gemsub set 3 4 --interval auto --posts all
  gemsub set 5 --pause
  gemsub set 3 --url gemini://example.org/gemlog/ --title Garden`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "title", Category: thisTime, Usage: "use the title `T`; '' restores the page's own"},
			&cli.StringFlag{Name: "url", Category: thisTime, Usage: "ask for the feed at `URL` from now on"},
			changing(intervalFlag()),
			changing(asFlag()),
			changing(backlogFlag()),
			changing(postsFlag()),
			&cli.BoolFlag{Name: "ignore-robots", Category: thisTime, Usage: "ignore robots.txt from now on"},
			&cli.BoolFlag{Name: "robots", Category: thisTime, Usage: "obey robots.txt again"},
			&cli.BoolFlag{Name: "pause", Category: thisTime, Usage: "do not ask for the feed any more, and keep its entries"},
			&cli.BoolFlag{Name: "resume", Category: thisTime, Usage: "ask for a paused feed again"},
		},
		run: (*call).set,
	}
}

// changing makes a flag of add one of set: without a default, so that set changes only what is
// given.
func changing(f *cli.StringFlag) cli.Flag {
	f.Category, f.Value, f.DefaultText = thisTime, "", ""
	return f
}

func (c *call) set() func() error {
	feeds := c.arguments()
	c.refuseIf(c.flags.NumFlags() == 0, "set needs a flag that says what to change (see gemsub set --help)")
	for _, flag := range []string{"url", "title"} {
		c.refuseIf(len(feeds) > 1 && c.flags.IsSet(flag), "--%s cannot be used with several feeds", flag)
	}
	c.exclude("ignore-robots", "robots")
	c.exclude("pause", "resume")
	to, _ := c.givenSettings(false)
	if c.flags.IsSet("robots") {
		to.IgnoreRobots = new(!c.flags.Bool("robots"))
	}
	if c.flags.IsSet("resume") {
		to.Pause = new(!c.flags.Bool("resume"))
	}
	return func() error {
		changed, err := c.app.Set(c.ctx, feeds, to)
		for _, s := range changed {
			c.Tell(view.SettingsChanged(s, to, c.app.Interval(s)))
		}
		return err
	}
}

func removeCommand() *command {
	return &command{
		name:      "remove",
		aliases:   []string{"rm"},
		usage:     "unsubscribe and remove the entries",
		arguments: "FEED…",
		description: `A FEED is a number from gemsub list, a URL, or a part of a title or URL that matches exactly one feed;
your own titles and URLs win over the page's. gemsub undo brings feeds and entries back for 30 days.`,
		run: unchecked((*call).remove),
	}
}

func (c *call) remove() error {
	removed, err := c.app.Remove(c.ctx, c.arguments())
	for _, s := range removed {
		c.Tell(view.Removed(s))
	}
	return err
}

func tagCommand() *command {
	return &command{
		name:  "tag",
		usage: "group feeds under tags",
		description: `A tag is one word. Most commands take --tag to choose the feeds that have it.

Examples:
  gemsub tag add friends 3 "urban gardening"
  gemsub next --tag friends
  gemsub tag remove friends 3
  gemsub tag list`,
		parts: []*command{
			{
				name: "add", arguments: "TAG FEED…", usage: "tag feeds",
				run: tagging("tag", (*app.App).Tag),
			},
			{
				name: "remove", aliases: []string{"rm"}, arguments: "TAG FEED…", usage: "remove a tag from feeds",
				run: tagging("untag", (*app.App).Untag),
			},
			{
				name: "list", usage: "show the tags that feeds have", flags: []cli.Flag{jsonFlag()},
				columns: view.Tags.Names,
				run:     listing((*app.App).Tags, view.Tags),
			},
		},
	}
}

// tagging returns the run of a command that adds a tag to feeds or removes it, and says from how many.
// Its verb is tag or untag.
func tagging(verb string, change func(*app.App, context.Context, string, []string) (int, error)) runner {
	return func(c *call) func() error {
		tag, feeds := c.flags.Args().First(), c.flags.Args().Tail()
		c.fail(asUsage(model.CheckTag(tag)))
		return func() error {
			n, err := change(c.app, c.ctx, tag, feeds)
			return c.told(err, view.Tagged(verb, tag, n))
		}
	}
}

func listCommand() *command {
	return &command{
		name:      "list",
		aliases:   []string{"ls"},
		usage:     "list the subscriptions, and which of them fail",
		arguments: "[FEED…]",
		description: `Entries are counted for each feed: a post in two feeds counts twice here, and once in
gemsub entries --count.

Example: gemsub list --sort unread --tag friends`,
		flags: []cli.Flag{
			tagFilter("", "only feeds tagged `TAG`"),
			&cli.BoolFlag{Name: "unread", Usage: "only feeds with unread entries"},
			&cli.BoolFlag{Name: "failing", Category: thisTime, Usage: "only feeds that fail, are refused, gone or moved, are paused unread, or wait for over a day, and why"},
			dateFlag(&cli.StringFlag{Name: "stale", Category: thisTime, Usage: "only feeds without an entry since `DATE`; 90d means for 90 days"}),
			oneOf(&cli.StringFlag{Name: "sort", Usage: "sort by `ORDER`: " + strings.Join(app.FeedOrders(), ", "), Value: app.FeedOrders()[0]}, "order", app.FeedOrders()),
			jsonFlag(),
		},
		columns: view.Feeds(app.FeedQuery{}, nil).Names,
		run:     (*call).list,
	}
}

// list lists feeds. On a terminal it shows a single feed that the user named as a card.
func (c *call) list() func() error {
	q := app.FeedQuery{Feeds: c.arguments(), Order: app.FeedOrder(c.flags.String("sort"))}
	q.Tag, q.UnreadOnly, q.Failing, q.StaleBefore = c.flags.String("tag"), c.flags.Bool("unread"), c.flags.Bool("failing"), c.date("stale")
	return func() error {
		subs, err := c.app.Feeds(c.ctx, q)
		if err != nil {
			return err
		}
		if len(subs) == 0 {
			c.Tell(view.NothingListed(q))
		}
		for i, s := range subs {
			subs[i].WaitUntil, subs[i].WaitReason = c.app.Wait(s)
		}
		shown := view.Feeds(q, c.app.Interval)
		if q.Failing && len(subs) > 0 && c.Out.IsTerminal() && !c.JSON {
			defer c.Tell(view.Remedies())
		}
		return c.pagedNames(func() error {
			if len(q.Feeds) == 1 && len(subs) == 1 && c.Out.IsTerminal() && !c.JSON {
				return c.Facts(view.FeedCard(subs[0], c.app.Interval(subs[0]), c.Now()))
			}
			return show.Print(c.Printer, shown, subs)
		})
	}
}
