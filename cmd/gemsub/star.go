package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

func (p *program) starCommand() *cli.Command {
	return p.markCommand("star", "mark entries to come back to", p.mark(starred(true)), `
  gemsub star 12 14-18
  gemsub entries --starred`)
}

func (p *program) unstarCommand() *cli.Command {
	return p.markCommand("unstar", "take the star off entries", p.mark(starred(false)), `
  gemsub unstar 12
  gemsub unstar --all`)
}

func starred(on bool) marker {
	return func(ctx context.Context, a *app.App, q app.EntryQuery) (model.Change, error) {
		return a.MarkStarred(ctx, q, on)
	}
}
