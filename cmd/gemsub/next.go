package main

import (
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) nextCommand() *cli.Command {
	return &cli.Command{
		Name:      "next",
		Usage:     "show the next unread post, and mark it read",
		ArgsUsage: "[FEED…]",
		Description: `If a post cannot be fetched, its entry is named and stays unread, and the next one is tried.

Examples:
  gemsub next
  gemsub next --oldest
  gemsub next --tag friends`,
		Flags: slices.Concat(entryFilters(""), postFlags(), []cli.Flag{
			p.jsonFlag(),
			&cli.BoolFlag{Name: "oldest", Usage: "the oldest unread post, not the newest"},
		}),
		Before: p.checkNetwork,
		Action: p.next,
	}
}

func (p *program) next(c *cli.Context) error {
	o, err := p.postOptions(c)
	if err != nil {
		return err
	}
	q, err := p.filters(c, c.Args().Slice())
	if err != nil {
		return err
	}
	q.UnreadOnly, q.OldestFirst = true, c.Bool("oldest")
	return p.with(c, func(a *app.App) error { return p.showNext(c.Context, a, q, o) })
}

// showNext shows the first unread entry whose post is kept or can be fetched.
func (p *program) showNext(ctx context.Context, a *app.App, q app.EntryQuery, o postOptions) error {
	entries, err := a.Next(ctx, q)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return p.nothingShown(ctx, a, q)
	}
	for _, e := range entries {
		err := p.showPosts(ctx, a, []app.PostToShow{{Entry: e}}, o)
		if _, unfit := errors.AsType[*app.PostError](err); !unfit || ctx.Err() != nil {
			return err
		}
		p.Error(err)
	}
	p.Hint("gemsub open ENTRY tries your browser, gemsub read ENTRY skips one")
	return errReported
}
