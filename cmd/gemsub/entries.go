package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func entriesCommand() *command {
	return &command{
		name:        "entries",
		alias:       "new",
		usage:       "list unread entries, newest first",
		arguments:   "[FEED…]",
		description: show.EntriesHelp,
		flags: entryListFlags(
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read entries too"},
			&cli.BoolFlag{Name: "conversations", Category: thisTime, Usage: "only posts that answer another, or are answered"},
			&cli.BoolFlag{Name: "reverse", Usage: "oldest first"},
			&cli.BoolFlag{Name: "count", Category: thisTime, Usage: "print only their number"},
		),
		needs:   keptDatabase,
		columns: view.Entries.Names,
		run:     withOptions((*call).entriesOptions, (*call).entries),
	}
}

// entriesOptions are what the flags of entries and search say.
type entriesOptions struct {
	app.EntryQuery
	count bool
	by    *show.Template // prints them, unless it is nil
}

func (c *call) entriesOptions() (o entriesOptions) {
	o.EntryQuery = c.filters(c.flags.Args().Slice())
	o.OldestFirst, o.Conversing = c.flags.Bool("reverse"), c.flags.Bool("conversations")
	o.UnreadOnly = c.unreadOnly()
	o.by = c.template(&o.EntryQuery)
	o.count = c.flags.Bool("count")
	c.exclude("count", "json", "template")
	return o
}

// unreadOnly reports whether only unread entries are listed: without --all or
// --starred, or where --unread says so.
func (c *call) unreadOnly() bool {
	all, unread := c.flags.Bool("all"), c.flags.Bool("unread")
	c.exclude("all", "unread")
	if c.flags.IsSet("all") {
		return !all
	}
	return unread || !all && !c.flags.Bool("starred")
}

func (c *call) entries(o entriesOptions) error {
	if o.count {
		n, err := c.app.CountEntries(c.ctx, o.EntryQuery)
		if err == nil {
			_, err = fmt.Fprintln(c.Out, n)
		}
		return err
	}
	n, err := c.printEntries(c.app.Entries(c.ctx, o.EntryQuery), o.by)
	switch {
	case err != nil:
		return err
	case n > 0:
		return c.sayHidden(n, o.EntryQuery)
	}
	return c.nothingShown(o.EntryQuery)
}

// nothingShown says why no entry is shown where that may be a mistake; that
// there is nothing new is worth a line to a person only.
func (c *call) nothingShown(q app.EntryQuery) error {
	subscribed, read, err := c.app.Reads(c.ctx)
	if err == nil {
		c.Tell(view.NothingShown(subscribed, read, q.StarredOnly, q.UnreadOnly))
	}
	return err
}
