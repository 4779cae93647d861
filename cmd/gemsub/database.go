package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// databasePath is --db, else $GEMSUB_DB, else what the configuration says, else
// gemsub/gemsub.db in the user's data folder (XDG Base Directory Specification).
func (p *program) databasePath() (string, error) {
	switch db := p.globals["db"]; {
	case db.value != "":
		return db.value, nil
	case db.origin == fromCommandLine:
		return "", usagef("--db needs a file name")
	}
	return config.DatabasePath(p.getenv)
}

// keptDatabase is databasePath for commands that do not create a database. A file that
// the user named must exist; if there is none in the usual place, nothing is stored yet.
func (p *program) keptDatabase() (string, error) {
	path, err := p.databasePath()
	if err == nil && p.globals["db"].value != "" {
		err = mustExist(path)
	}
	return path, err
}

// mustExist returns an error if there is no database at path.
func mustExist(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return words.WithHint(fmt.Errorf("there is no database at %s", path), fmt.Sprintf("gemsub --db %s add URL creates it", shell.Word(path)))
	}
	return nil
}

// appEnvironment is the environment of package app. A name server or proxy that cannot be
// used keeps requests from being made; commands that make some say so before.
func (p *program) appEnvironment() app.Environment {
	env, _ := p.network()
	return env
}

// network is appEnvironment, with an error if no request can be made.
func (p *program) network() (env app.Environment, err error) {
	env = app.Environment{Now: p.now, Dial: p.dial, Private: p.private, Resolve: p.resolve, NoNameServer: p.noNameServer, Host: p.host, MachineID: p.machineID, Order: app.EntryOrder(p.globals["sort"].value)}
	if p.Err.IsTerminal() {
		env.OnWait = p.Waits.Begin
	}
	if dns := p.globals["dns"].value; dns != "" {
		if err := env.UseDNS(dns); err != nil {
			return env, words.WithHint(err, "set GEMSUB_DNS or dns in config.toml to another, or neither")
		}
	}
	if proxy := p.globals["proxy"].value; proxy != "" {
		if err := env.UseProxy(proxy); err != nil {
			return env, words.WithHint(err, "set proxy in config.toml, ALL_PROXY or --proxy to another, or to '' for none")
		}
	}
	return env, nil
}

// input reads the files that arguments and flags name.
func (p *program) input() app.Input { return app.Input{Stdin: p.stdin} }
