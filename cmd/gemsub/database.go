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

// appEnvironment is the environment of package app. A proxy that cannot be used keeps
// requests from being made; [program.checkProxy] says so before.
func (p *program) appEnvironment() app.Environment {
	env, _ := p.proxied()
	return env
}

func (p *program) proxied() (env app.Environment, err error) {
	env = app.Environment{Now: p.now, Dial: p.dial, Private: p.private, Resolve: p.resolve, MakeRoom: p.makeRoom}
	if p.Err.IsTerminal() {
		env.Watch = p.Waits.Begin
	}
	if p.proxy != "" {
		err = env.UseProxy(p.proxy)
	}
	return env, err
}

// checkProxy comes before the commands that make requests.
func (p *program) checkProxy(*cli.Context) error {
	if _, err := p.proxied(); err != nil {
		return app.WithHint(err, "set proxy in config.toml, ALL_PROXY or --proxy to another, or to '' for none")
	}
	return nil
}
