package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) nextCommand() *cli.Command {
	return &cli.Command{
		Name:      "next",
		Usage:     "show the next unread post, and mark it read",
		ArgsUsage: "[FEED…]",
		Description: `That is the first entry of what gemsub entries lists. One whose post cannot be had is
named and stays unread, and the following one is shown; ten are tried.

Examples:
  gemsub next
  gemsub next --oldest
  gemsub next --tag friends`,
		Flags: append(append(entryFilters(), postFlags()...),
			jsonFlag(),
			&cli.BoolFlag{Name: "oldest", Usage: "the oldest unread post, not the newest"},
		),
		Before: p.checkProxy,
		Action: p.showing(p.next, func(postRequest) error { return nil }),
	}
}

// next shows the first unread entry whose post can be had.
func (p *program) next(ctx context.Context, a *app.App, want postRequest) error {
	q := want.query
	if err := knownTag(ctx, a, q.Tag); err != nil {
		return err
	}
	q.UnreadOnly, q.OldestFirst = true, want.oldest
	entries, err := a.Next(ctx, q)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return p.nothingShown(ctx, a, q)
	}
	for _, e := range entries {
		err := p.showPosts(ctx, a, []app.PostToShow{{Entry: e}}, want.postOptions)
		if _, unfit := errors.AsType[*app.PostError](err); !unfit || ctx.Err() != nil {
			return err
		}
		p.Error(err)
	}
	p.Hint("gemsub open ENTRY tries your browser, gemsub read ENTRY passes over one")
	return errReported
}
