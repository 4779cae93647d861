package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

func (p *program) starCommand() *cli.Command {
	return &cli.Command{
		Name:      "star",
		Usage:     "mark entries to come back to",
		ArgsUsage: "ENTRY…",
		Description: `Examples:
  gemsub star 12 14-18
  gemsub entries --starred`,
		Action: p.mark(starred(true)),
	}
}

func (p *program) unstarCommand() *cli.Command {
	return &cli.Command{
		Name:      "unstar",
		Usage:     "take the star off entries",
		ArgsUsage: "ENTRY…",
		Description: `Examples:
  gemsub unstar 12`,
		Action: p.mark(starred(false)),
	}
}

func starred(on bool) marker {
	return func(ctx context.Context, a *app.App, q app.EntryQuery) (model.Change, error) {
		return a.MarkStarred(ctx, q, on)
	}
}
