package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

func (p *program) readCommand() *cli.Command {
	return &cli.Command{
		Name:      "read",
		Usage:     "mark entries as read",
		ArgsUsage: "ENTRY…|--all",
		Description: `An ENTRY is a number from gemsub entries, a range of numbers, or a URL.

Examples:
  gemsub read 12 14-18
  gemsub read --all
  gemsub read --all --feed 3
  gemsub read --all --tag friends`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Category: thisTime, Aliases: []string{"a"}, Usage: "all entries"},
			feedFilter(thisTime, "with --all: only entries of `FEED`"),
			tagFilter(thisTime, "with --all: only entries of feeds tagged `T`"),
		},
		Action: p.mark(unread(false)),
	}
}

func (p *program) unreadCommand() *cli.Command {
	return &cli.Command{
		Name:      "unread",
		Usage:     "mark entries as unread",
		ArgsUsage: "ENTRY…",
		Description: `Examples:
  gemsub unread 12
  gemsub unread gemini://example.org/gemlog/post.gmi`,
		Action: p.mark(unread(true)),
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
			if err != nil {
				return err
			}
			p.Say("%s", show.Change(change))
			return nil
		})
	}
}

// markQuery reads which entries to mark. It sees to it that a variable that is
// not set, say, does not mark everything.
func (p *program) markQuery(c *cli.Context) (q app.EntryQuery, err error) {
	switch {
	case c.Bool("all") && c.NArg() > 0:
		return q, usagef("--all goes without entries")
	case !c.Bool("all") && c.NArg() == 0:
		return q, usagef("%s needs an entry", c.Command.Name)
	}
	for _, flag := range []string{"feed", "tag"} {
		switch {
		case c.IsSet(flag) && !c.Bool("all"):
			return q, usagef("--%s goes with --all", flag)
		case c.IsSet(flag) && c.String(flag) == "":
			return q, usagef("--%s needs a %s", flag, flag)
		}
	}
	if q, err = p.filters(c, nil); err != nil {
		return q, err
	}
	q.Named, err = app.ParseSelection(c.Args().Slice())
	return q, asUsage(err)
}
