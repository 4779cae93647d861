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

// acting is the action of a command: it reads options from flags and arguments, opens
// the database, and does something with both.
func acting[T any](options func(*cli.Context) (T, error), open func(*cli.Context, func(*app.App) error) error, do func(context.Context, *app.App, T) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		o, err := options(c)
		if err != nil {
			return err
		}
		return open(c, func(a *app.App) error { return do(c.Context, a, o) })
	}
}

// with opens the database that the flags and the environment name, and calls do, unless
// no feed has the tag that was given. It creates none: if there is none in the usual
// place, do gets an empty one that is removed afterwards.
func (p *program) with(c *cli.Context, do func(*app.App) error) error {
	find := p.keptDatabase
	if asksCapsules(c) {
		find = p.databasePath
	}
	path, err := find()
	if err != nil {
		return err
	}
	a, release, err := app.OpenAny(c.Context, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer release()
	return ifTagged(c, do)(a)
}

// report is with for commands that say in a line what they did.
func (p *program) report(c *cli.Context, do func(*app.App) (said string, err error)) error {
	return p.with(c, func(a *app.App) error {
		said, err := do(a)
		if err == nil {
			p.Say("%s", said)
		}
		return err
	})
}

// withNew is with for commands that store what the user asks for: it creates the database
// if needed.
func (p *program) withNew(c *cli.Context, do func(*app.App) error) error {
	path, err := p.databasePath()
	if err != nil {
		return err
	}
	return p.withDatabase(c.Context, path, ifTagged(c, do))
}

// withDatabase opens the database at path, created if needed, and calls do.
func (p *program) withDatabase(ctx context.Context, path string, do func(*app.App) error) error {
	a, err := app.Open(ctx, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer a.Close()
	return do(a)
}

// ifTagged is do, or an error if no feed has the tag of the filter --tag.
func ifTagged(c *cli.Context, do func(*app.App) error) func(*app.App) error {
	if !slices.ContainsFunc(c.Command.Flags, isFilter) {
		return do
	}
	return func(a *app.App) error {
		unknown, err := a.Untagged(c.Context, c.String("tag"))
		switch {
		case unknown:
			return app.UnknownTagError(c.String("tag"))
		case err != nil:
			return err
		}
		return do(a)
	}
}

// asksCapsules reports whether capsules know all that is asked for, so that no database
// is needed.
func asksCapsules(c *cli.Context) bool {
	switch c.Command.Name {
	case "check", "discover":
		return c.NArg() > 0
	case "robots", "show":
		isWord := func(place string) bool { return !strings.ContainsAny(place, ":/") }
		return c.NArg() > 0 && !slices.ContainsFunc(c.Args().Slice(), isWord)
	}
	return false
}

// keptDatabase is databasePath for commands that do not create a database. A file that
// the user named must exist; if there is none in the usual place, nothing is stored yet.
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
		return app.WithHint(fmt.Errorf("there is no database at %s", path), fmt.Sprintf("gemsub --db %s add URL creates it", shell.Word(path)))
	}
	return nil
}

// appEnvironment is the environment of package app. A name server or proxy that cannot be
// used keeps requests from being made; [program.checkNetwork] says so before.
func (p *program) appEnvironment() app.Environment {
	env, _ := p.network()
	return env
}

func (p *program) network() (env app.Environment, err error) {
	env = app.Environment{Now: p.now, Dial: p.dial, Private: p.private, Resolve: p.resolve, NoNameServer: p.noNameServer, Host: p.host, MachineID: p.machineID, Order: app.EntryOrder(p.globals["sort"].value)}
	if p.Err.IsTerminal() {
		env.OnWait = p.Waits.Begin
	}
	if dns := p.globals["dns"].value; dns != "" {
		if err := env.UseDNS(dns); err != nil {
			return env, app.WithHint(err, "set GEMSUB_DNS or dns in config.toml to another, or neither")
		}
	}
	if proxy := p.globals["proxy"].value; proxy != "" {
		if err := env.UseProxy(proxy); err != nil {
			return env, app.WithHint(err, "set proxy in config.toml, ALL_PROXY or --proxy to another, or to '' for none")
		}
	}
	return env, nil
}

// checkNetwork returns an error before commands that make requests if no request can be
// made.
func (p *program) checkNetwork(*cli.Context) error {
	_, err := p.network()
	return err
}

// input reads the files that arguments and flags name.
func (p *program) input() app.Input { return app.Input{Stdin: p.stdin} }
