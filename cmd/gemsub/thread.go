package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) threadCommand() *cli.Command {
	return &cli.Command{
		Name:      "thread",
		Usage:     "show the conversation of a post: what it answers, and its answers",
		ArgsUsage: "ENTRY",
		Description: `A post answers those that it links to; only kept posts count. A • marks unread posts.

Example: gemsub thread 12`,
		Flags: []cli.Flag{p.jsonFlag()},
		Action: func(c *cli.Context) error {
			if _, err := app.ParseSelection(c.Args().Slice()); err != nil {
				return asUsage(err)
			}
			return p.with(c, func(a *app.App) error { return p.thread(c.Context, a, c.Args().First()) })
		},
	}
}

func (p *program) thread(ctx context.Context, a *app.App, entry string) error {
	e, err := a.Entry(ctx, entry)
	if err != nil {
		return err
	}
	waiting := p.Waiting()
	posts, more, err := a.Thread(ctx, e)
	waiting.Done()
	if err != nil {
		return err
	}
	return p.pagedNames(ctx, a, func() error { return p.Thread(posts, more) })
}
