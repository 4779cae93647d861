package main

import (
	"cmp"
	"errors"
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
		usage:     "list unread entries, newest first",
		arguments: "[FEED…]",
		description: `On a terminal ↔ marks posts that answer another one or are answered (see gemsub thread), and
↓, where read entries are listed too, those that are kept for reading offline.

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
		run:     (*call).entries,
	}
}

// entries lists or counts entries.
func (c *call) entries() func() error {
	q := c.filters(c.arguments())
	q.OldestFirst, q.Conversing, q.UnreadOnly = c.flags.Bool("reverse"), c.flags.Bool("conversations"), c.unreadOnly()
	c.template(&q)
	count := c.flags.Bool("count")
	c.exclude("count", "json", "template")
	return func() error {
		if !count {
			return c.listEntries(q)
		}
		n, err := c.app.CountEntries(c.ctx, q)
		if err == nil {
			_, err = fmt.Fprintln(c.Out, n)
		}
		return err
	}
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

// listEntries says why a list is empty or, on a terminal, cut by its limit.
func (c *call) listEntries(q app.EntryQuery) error {
	q.WithKept = q.WithKept && !(q.UnreadOnly && c.Out.IsTerminal() && !c.JSON && c.Template == nil) // nearly all are kept
	n, err := c.printEntries(c.app.Entries(c.ctx, q))
	switch {
	case err != nil:
		return err
	case n == 0 && q.Words != "":
		return c.nothingFound(q)
	case n == 0:
		return c.nothingShown(q)
	case n == q.Limit && c.Out.IsTerminal():
		q.Limit = 0
		all, err := c.app.CountEntries(c.ctx, q)
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
		run:     (*call).search,
	}
}

func (c *call) search() func() error {
	q := c.filters(nil)
	q.Words, q.TitlesOnly = strings.TrimSpace(strings.Join(c.arguments(), " ")), c.flags.Bool("title")
	c.refuseIf(!q.CanSearch(), "search needs words")
	c.template(&q)
	return func() error { return c.listEntries(q) }
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
		usage:     "show a conversation: what a post answers, and its answers",
		arguments: "ENTRY",
		description: `A post answers those that it links to; only kept posts count. A • marks unread posts.

Example: gemsub thread 12`,
		flags:   []cli.Flag{jsonFlag()},
		columns: view.Thread.Names,
		run:     (*call).thread,
	}
}

func (c *call) thread() func() error {
	named := c.selection()
	return func() error {
		e, err := c.app.Entry(c.ctx, named.Selectors[0])
		if errors.Is(err, app.ErrSeveral) {
			return usagef("thread takes one entry, not a range")
		}
		if err != nil {
			return err
		}
		posts, more, err := c.app.Thread(c.ctx, e)
		if err != nil {
			return err
		}
		return c.pagedNames(func() error { return cmp.Or(show.Print(c.Printer, view.Thread, view.ThreadLines(posts)), c.More(more)) })
	}
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
		run:     (*call).mentions,
	}
}

// mentions lists posts that link under the URL in the arguments, otherwise under those of --my.
func (c *call) mentions() func() error {
	under := c.arguments()
	if len(under) == 0 {
		under = c.flags.StringSlice("my")
	}
	c.refuseIf(len(under) == 0, "mentions needs a URL, --my, or my in config.toml")
	return func() error {
		all, more, err := c.app.Mentions(c.ctx, under)
		if err != nil {
			return placeError(err)
		}
		return c.pagedNames(func() error { return cmp.Or(show.Print(c.Printer, view.Mentions, all), c.More(more)) })
	}
}
