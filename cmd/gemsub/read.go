package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

func (p *program) readCommand() *cli.Command {
	return p.markCommand("read", "mark entries as read", p.mark(unread(false)), `
  gemsub read 12 14-18
  gemsub read --feed 3
  gemsub read --tag friends
  gemsub read --all`)
}

func (p *program) unreadCommand() *cli.Command {
	return p.markCommand("unread", "mark entries as unread", p.mark(unread(true)), `
  gemsub unread 12
  gemsub unread gemini://example.org/gemlog/post.gmi
  gemsub unread --feed 3`)
}

// markCommand is a command that changes a mark of the entries that its arguments or
// its filters select.
func (p *program) markCommand(name, usage string, action cli.ActionFunc, examples string) *cli.Command {
	return &cli.Command{
		Name:      name,
		Usage:     usage,
		ArgsUsage: "[ENTRY…]",
		Description: `An ENTRY is a number from gemsub entries, a range of numbers, or a URL.

Examples:` + examples,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Category: thisTime, Aliases: []string{"a"}, Usage: "all entries"},
			feedFilter(thisTime, "all entries of `FEED`"),
			tagFilter(thisTime, "all entries of feeds tagged `TAG`"),
		},
		Action: action,
	}
}

// A marker changes a mark of the entries that q selects and returns what changed.
type marker func(ctx context.Context, a *app.App, q app.EntryQuery) (model.Change, error)

func unread(on bool) marker {
	return func(ctx context.Context, a *app.App, q app.EntryQuery) (model.Change, error) {
		return a.MarkUnread(ctx, q, on)
	}
}

// mark returns the action that changes a mark of the entries that the arguments
// name, and says of how many entries of which feeds.
func (p *program) mark(set marker) cli.ActionFunc {
	return func(c *cli.Context) error {
		q, err := p.markQuery(c)
		if err != nil {
			return err
		}
		return p.with(c, func(a *app.App) error {
			change, err := set(c.Context, a, q)
			if err == nil {
				p.Say("%s", show.Change(change))
			}
			return err
		})
	}
}

// markQuery reads which entries to mark. All entries are marked only where --all says
// so, not where a variable is not set, say.
func (p *program) markQuery(c *cli.Context) (q app.EntryQuery, err error) {
	if err := checkFilters(c); err != nil {
		return q, err
	}
	switch filtered := c.IsSet("feed") || c.IsSet("tag"); {
	case c.NArg() > 0 && (filtered || c.Bool("all")):
		return q, usagef("--all, --feed and --tag cannot be combined with entries")
	case c.NArg() == 0 && !filtered && !c.Bool("all"):
		return q, usagef("%s needs an entry, or --feed, --tag or --all", c.Command.Name)
	}
	if q, err = p.filters(c, nil); err != nil {
		return q, err
	}
	q.Named, err = app.ParseSelection(c.Args().Slice())
	return q, asUsage(err)
}
