package main

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

// A marker is a method of the app: it changes a mark of the entries that q selects and
// returns what changed.
type marker func(a *app.App, ctx context.Context, q app.EntryQuery, on bool) (model.Change, error)

func readCommand() *command {
	return markCommand("read", "mark entries as read", (*app.App).MarkUnread, false, `
  gemsub read 12 14-18
  gemsub read --before 30d
  gemsub read --since 2026-01-01 --tag news
  gemsub read --all`)
}

func unreadCommand() *command {
	return markCommand("unread", "mark entries as unread", (*app.App).MarkUnread, true, `
  gemsub unread 12
  gemsub unread gemini://example.org/gemlog/post.gmi
  gemsub unread --feed 3`)
}

func starCommand() *command {
	return markCommand("star", "star entries to come back to", (*app.App).MarkStarred, true, `
  gemsub star 12 14-18
  gemsub entries --starred`)
}

func unstarCommand() *command {
	return markCommand("unstar", "remove the star from entries", (*app.App).MarkStarred, false, `
  gemsub unstar 12
  gemsub unstar --all`)
}

// markCommand is a command that changes a mark of the entries that its arguments or
// its filters select, and says of how many entries of which feeds.
func markCommand(name, usage string, mark marker, on bool, examples string) *command {
	return &command{
		name:      name,
		usage:     usage,
		arguments: "[ENTRY…]",
		description: `An ENTRY is a number from gemsub entries, a range of numbers, or a URL. Filters select
entries without naming them; gemsub undo takes back what was marked.

Examples:` + examples,
		flags: append(entryFilters(thisTime),
			&cli.BoolFlag{Name: "all", Category: thisTime, Aliases: []string{"a"}, Usage: "all entries"},
		),
		needs: keptDatabase,
		run: withOptions((*call).markQuery, func(c *call, q app.EntryQuery) error {
			change, err := mark(c.app, c.ctx, q, on)
			return c.done(err, "%s", view.Change(change))
		}),
	}
}

// markQuery reads which entries to mark. All entries are marked only where --all says
// so, not where a variable is not set, say.
func (c *call) markQuery() (q app.EntryQuery) {
	q = c.filters(nil)
	entries, all := c.arguments(), c.flags.Bool("all")
	filtered := slices.ContainsFunc(c.flags.Command.Flags, func(f cli.Flag) bool { return isFilter(f) && c.flags.IsSet(f.Names()[0]) })
	switch {
	case len(entries) > 0 && c.flags.NumFlags() > 0:
		c.fail(usagef("--all and filters cannot be combined with entries"))
	case len(entries) == 0 && !filtered && !all:
		c.fail(usagef("%s needs an entry, a filter with a value such as --before 30d, or --all", c.flags.Command.Name))
	}
	q.Named = c.selection()
	return q
}

// selection are the entries that the arguments name.
func (c *call) selection() app.Selection {
	named, err := app.ParseSelection(c.arguments())
	c.fail(asUsage(err))
	return named
}
