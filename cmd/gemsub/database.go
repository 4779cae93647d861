package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

// with opens the database that the flags and the environment name, and does
// something with it.
func (p *program) with(c *cli.Context, do func(*app.App) error) error {
	path, err := p.databasePath(c)
	if err != nil {
		return err
	}
	return p.withDatabase(c.Context, path, do)
}

// withDatabase opens the database at path and does something with it.
func (p *program) withDatabase(ctx context.Context, path string, do func(*app.App) error) error {
	a, err := app.Open(ctx, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer a.Close()
	return do(a)
}

func (p *program) appEnvironment() app.Environment {
	return app.Environment{Now: p.now, Dial: p.dial, Private: p.private, Resolve: p.resolve, MakeRoom: p.makeRoom}
}
