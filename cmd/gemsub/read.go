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

func (p *program) readCommand() *cli.Command {
	return p.markCommand("read", "mark entries as read", (*app.App).MarkUnread, false, `
  gemsub read 12 14-18
  gemsub read --before 30d
  gemsub read --since 2026-01-01 --tag news
  gemsub read --all`)
}

func (p *program) unreadCommand() *cli.Command {
	return p.markCommand("unread", "mark entries as unread", (*app.App).MarkUnread, true, `
  gemsub unread 12
  gemsub unread gemini://example.org/gemlog/post.gmi
  gemsub unread --feed 3`)
}

func (p *program) starCommand() *cli.Command {
	return p.markCommand("star", "star entries to come back to", (*app.App).MarkStarred, true, `
  gemsub star 12 14-18
  gemsub entries --starred`)
}

func (p *program) unstarCommand() *cli.Command {
	return p.markCommand("unstar", "remove the star from entries", (*app.App).MarkStarred, false, `
  gemsub unstar 12
  gemsub unstar --all`)
}

// markCommand is a command that changes a mark of the entries that its arguments or
// its filters select, and says of how many entries of which feeds.
func (p *program) markCommand(name, usage string, mark marker, on bool, examples string) *cli.Command {
	return &cli.Command{
		Name:      name,
		Usage:     usage,
		ArgsUsage: "[ENTRY…]",
		Description: `An ENTRY is a number from gemsub entries, a range of numbers, or a URL. Filters select
entries without naming them; gemsub undo takes back what was marked.

Examples:` + examples,
		Flags: append(entryFilters(thisTime),
			&cli.BoolFlag{Name: "all", Category: thisTime, Aliases: []string{"a"}, Usage: "all entries"},
		),
		Action: acting(p.markQuery, p.with, func(ctx context.Context, a *app.App, q app.EntryQuery) error {
			change, err := mark(a, ctx, q, on)
			if err == nil {
				p.Say("%s", view.Change(change))
			}
			return err
		}),
	}
}

// markQuery reads which entries to mark. All entries are marked only where --all says
// so, not where a variable is not set, say.
func (p *program) markQuery(c *cli.Context) (q app.EntryQuery, err error) {
	if q, err = p.filters(c, nil); err != nil {
		return q, err
	}
	filtered := slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return isFilter(f) && c.IsSet(f.Names()[0]) })
	switch {
	case c.NArg() > 0 && c.NumFlags() > 0:
		return q, usagef("--all and filters cannot be combined with entries")
	case c.NArg() == 0 && !filtered && !c.Bool("all"):
		return q, usagef("%s needs an entry, a filter with a value such as --before 30d, or --all", c.Command.Name)
	}
	q.Named, err = app.ParseSelection(c.Args().Slice())
	return q, asUsage(err)
}
