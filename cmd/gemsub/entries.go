package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func entriesCommand() *command {
	return &command{
		name:      "entries",
		aliases:   []string{"new"},
		usage:     "list unread entries, newest first",
		arguments: "[FEED…]",
		description: `On a terminal, ↓ marks entries whose post is kept for reading offline, and ↔ posts that
answer another one or are answered (see gemsub thread).

A DATE is a day such as 2026-01-31, yesterday or monday, or a time before now: 12h, 7d,
2w, 3mo, 1y. A template is Go's text/template over the fields ID, Feed, FeedID,
FeedURL, URL, Title, Updated, Published, FirstSeen, Unread, Starred, Kept, Tags and, of
a search, Snippet; {{.Updated | date "2006-01-02"}} formats a time.

Examples:
  gemsub entries "urban gardening" --all --limit 20
  gemsub entries --since 7d --json
  gemsub entries --template '{{.Updated | date "2006-01-02"}} {{.Title}}'`,
		flags: entryListFlags(
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read entries too"},
			&cli.BoolFlag{Name: "conversations", Category: thisTime, Usage: "only posts that answer another, or are answered"},
			&cli.BoolFlag{Name: "reverse", Usage: "oldest first"},
			&cli.BoolFlag{Name: "count", Category: thisTime, Usage: "print only their number"},
		),
		columns: view.Entries.Names,
		run:     withOptions((*call).entriesOptions, (*call).entries),
	}
}

// entriesOptions say which entries a command lists or removes.
type entriesOptions struct {
	app.EntryQuery
	count  bool // print only their number
	dryRun bool // remove none
}

func (c *call) entriesOptions() (o entriesOptions) {
	o.EntryQuery = c.filters(c.flags.Args().Slice())
	o.OldestFirst, o.Conversing = c.flags.Bool("reverse"), c.flags.Bool("conversations")
	o.UnreadOnly = c.unreadOnly()
	c.template(&o.EntryQuery)
	o.count = c.flags.Bool("count")
	c.exclude("count", "json", "template")
	return o
}

// unreadOnly reports whether only unread entries are listed: with --unread, or with neither --all
// nor --starred.
func (c *call) unreadOnly() bool {
	all, unread := c.flags.Bool("all"), c.flags.Bool("unread")
	c.exclude("all", "unread")
	if c.flags.IsSet("all") {
		return !all
	}
	return unread || !all && !c.flags.Bool("starred")
}

// entries lists or counts entries. It says why a list is empty or, on a terminal, cut by its limit.
func (c *call) entries(o entriesOptions) error {
	if o.count {
		n, err := c.app.CountEntries(c.ctx, o.EntryQuery)
		if err == nil {
			_, err = fmt.Fprintln(c.Out, n)
		}
		return err
	}
	n, err := c.printEntries(c.app.Entries(c.ctx, o.EntryQuery))
	switch {
	case err != nil:
		return err
	case n == 0 && o.Words != "":
		return c.nothingFound(o.EntryQuery)
	case n == 0:
		return c.nothingShown(o.EntryQuery)
	case n == o.Limit && c.Out.IsTerminal():
		o.Limit = 0
		all, err := c.app.CountEntries(c.ctx, o.EntryQuery)
		return c.told(err, view.Hidden(n, all))
	}
	return nil
}

// nothingShown says why no entry is shown, see [view.NothingShown].
func (c *call) nothingShown(q app.EntryQuery) error {
	subscribed, read, err := c.app.Reads(c.ctx)
	return c.told(err, view.NothingShown(q, subscribed, read))
}

func searchCommand() *command {
	return &command{
		name:      "search",
		usage:     "find entries by words in titles and posts",
		arguments: "WORDS…",
		description: `All words must occur in the title, the kept post or the feed's name. "several words" in
quotes must follow one another, and word* stands for all words that begin so. Case and
accents are ignored. Read entries are searched too. Hits in titles come first, then the
newest.

Example: gemsub search '"finite simple" group*' --tag friends`,
		flags:   entryListFlags(&cli.BoolFlag{Name: "title", Usage: "search titles only"}),
		columns: view.Entries.Names,
		run:     withOptions((*call).searchOptions, (*call).entries),
	}
}

func (c *call) searchOptions() (o entriesOptions) {
	o.EntryQuery = c.filters(nil)
	o.Words, o.TitlesOnly = strings.TrimSpace(strings.Join(c.arguments(), " ")), c.flags.Bool("title")
	if !o.CanSearch() {
		c.fail(usagef("search needs words"))
	}
	c.template(&o.EntryQuery)
	return o
}

// nothingFound says that no entry has the words, and how many entries could be searched only by
// title.
func (c *call) nothingFound(q app.EntryQuery) error {
	sought := address.WithoutUser(q.Words)
	if q.TitlesOnly {
		c.Tell(view.NothingFound(sought, 0))
		return nil
	}
	q.Words = ""
	all, err := c.app.CountEntries(c.ctx, q)
	q.WithPost = true
	kept, keptErr := c.app.CountEntries(c.ctx, q)
	return c.told(cmp.Or(err, keptErr), view.NothingFound(sought, all-kept))
}

func threadCommand() *command {
	return &command{
		name:      "thread",
		usage:     "show the conversation of a post: what it answers, and its answers",
		arguments: "ENTRY",
		description: `A post answers those that it links to; only kept posts count. A • marks unread posts.

Example: gemsub thread 12`,
		flags:   []cli.Flag{jsonFlag()},
		columns: view.Thread.Names,
		run:     withOptions((*call).selection, (*call).thread),
	}
}

func (c *call) thread(named app.Selection) error {
	e, err := c.app.Entry(c.ctx, named.Selectors[0])
	if err != nil {
		return err
	}
	waiting := c.Waiting()
	posts, more, err := c.app.Thread(c.ctx, e)
	waiting.Done()
	if err != nil {
		return err
	}
	return c.pagedNames(func() error { return cmp.Or(show.Print(c.Printer, view.Thread, view.ThreadLines(posts)), c.More(more)) })
}

func mentionsCommand() *command {
	return &command{
		name:      "mentions",
		usage:     "list posts that link to your pages, or to those under a URL",
		arguments: "[URL]",
		description: `--my, or my in config.toml, names your pages. Only kept posts are searched: subscribe to those
who may link to you. Posts by the author of the pages are left out.`,
		flags:   []cli.Flag{jsonFlag()},
		columns: view.Mentions.Names,
		run:     withOptions((*call).myPages, (*call).mentions),
	}
}

// myPages returns the URLs in the arguments, otherwise those of --my. It fails if there are none.
func (c *call) myPages() []string {
	under := c.flags.Args().Slice()
	if len(under) == 0 {
		under = c.flags.StringSlice("my")
	}
	if len(under) == 0 {
		c.fail(usagef("mentions needs a URL, --my, or my in config.toml"))
	}
	return under
}

func (c *call) mentions(under []string) error {
	all, more, err := c.app.Mentions(c.ctx, under)
	if err != nil {
		return placeError(err)
	}
	return c.pagedNames(func() error { return cmp.Or(show.Print(c.Printer, view.Mentions, all), c.More(more)) })
}
