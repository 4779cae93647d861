package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

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
			&cli.BoolFlag{Name: "failing", Category: thisTime, Usage: "only feeds that fail or have waited for a day, and why"},
			&cli.StringFlag{Name: "stale", Category: thisTime, Usage: "only feeds without an entry since `DATE`; 90d means for 90 days"},
			&cli.StringFlag{Name: "sort", Usage: "sort by `ORDER`: " + strings.Join(app.FeedOrders(), ", "), Value: app.FeedOrders()[0]},
			jsonFlag(),
		},
		columns: view.Feeds(app.FeedQuery{}).Names,
		run:     withOptions((*call).feedQuery, (*call).list),
	}
}

func (c *call) feedQuery() (q app.FeedQuery) {
	order := c.flags.String("sort")
	c.oneOf(app.FeedOrders(), "order", order)
	q.Feeds, q.Order, q.Tag = c.flags.Args().Slice(), app.FeedOrder(order), c.flags.String("tag")
	q.UnreadOnly, q.Failing, q.StaleBefore = c.flags.Bool("unread"), c.flags.Bool("failing"), c.date("stale")
	return q
}

func (c *call) list(q app.FeedQuery) error {
	subs, err := c.app.Feeds(c.ctx, q)
	if err != nil {
		return err
	}
	if len(subs) == 0 {
		c.Tell(view.NothingListed(q))
	}
	lines := make([]view.FeedLine, len(subs))
	for i, s := range subs {
		s.WaitUntil, s.WaitReason = c.app.Wait(s)
		lines[i] = view.FeedLine{Subscription: s, Every: c.app.Interval(s)}
	}
	shown := view.Feeds(q)
	if q.Failing && len(subs) > 0 && c.Out.IsTerminal() && !c.JSON {
		defer c.Tell(view.Remedies())
	}
	return c.pagedNames(func() error {
		if len(q.Feeds) == 1 && len(subs) == 1 && c.Out.IsTerminal() && !c.JSON {
			return c.Facts(shown.Row(lines[0]))
		}
		return show.Print(c.Printer, shown, lines)
	})
}
