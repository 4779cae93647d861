package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/shell"
)

// with opens the database that the flags and the environment name, and does something
// with it, unless no feed has the tag that was asked for. It makes none: see
// [program.keptDatabase].
func (p *program) with(c *cli.Context, do func(*app.App) error) error {
	path, err := p.keptDatabase()
	if err != nil {
		return err
	}
	return p.withAny(c.Context, path, func(a *app.App) error {
		if err := knownTag(c.Context, a, filteredTag(c)); err != nil {
			return err
		}
		return do(a)
	})
}

// withNew is with for commands that store what the user asks for: they make a database
// where there is none.
func (p *program) withNew(c *cli.Context, do func(*app.App) error) error {
	path, err := p.databasePath()
	if err != nil {
		return err
	}
	return p.withDatabase(c.Context, path, do)
}

// keptDatabase is databasePath for commands that make no database. A file that the user
// named has to be there; without one in the usual place nothing is kept yet.
func (p *program) keptDatabase() (string, error) {
	path, err := p.databasePath()
	if err != nil {
		return "", err
	}
	if usual, err := config.DatabasePath(p.getenv); err == nil && path == usual {
		return path, nil
	}
	return path, mustExist(path)
}

// mustExist returns an error if there is no database at path.
func mustExist(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return app.WithHint(fmt.Errorf("there is no database at %s", path), fmt.Sprintf("gemsub --db %s add URL makes it", shell.Word(path)))
	}
	return nil
}

// databaseOf is keptDatabase, but for URLs alone the file need not be there: all that is
// asked of them their capsules know.
func (p *program) databaseOf(places []string) (string, error) {
	isURL := func(place string) bool { return strings.ContainsAny(place, ":/") }
	if len(places) > 0 && len(slices.DeleteFunc(slices.Clone(places), isURL)) == 0 {
		return p.databasePath()
	}
	return p.keptDatabase()
}

// withDatabase opens the database at path, which is made where there is none, and does
// something with it.
func (p *program) withDatabase(ctx context.Context, path string, do func(*app.App) error) error {
	a, err := app.Open(ctx, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer a.Close()
	return do(a)
}

// withAny does something with the database at path or, where there is none, with an
// empty one that is gone afterwards.
func (p *program) withAny(ctx context.Context, path string, do func(*app.App) error) error {
	a, release, err := app.OpenAny(ctx, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer release()
	return do(a)
}

// appEnvironment is the environment of package app. A proxy that cannot be used keeps
// requests from being made; [program.checkProxy] says so before.
func (p *program) appEnvironment() app.Environment {
	env, _ := p.proxied()
	return env
}

func (p *program) proxied() (env app.Environment, err error) {
	env = app.Environment{Now: p.now, Dial: p.dial, Private: p.private, Resolve: p.resolve}
	if p.Err.IsTerminal() {
		env.Watch = p.Waits.Begin
	}
	if proxy := p.globals["proxy"].value; proxy != "" {
		err = env.UseProxy(proxy)
	}
	return env, err
}

// input reads the files that arguments and flags name.
func (p *program) input() app.Input { return app.Input{Stdin: p.stdin} }
