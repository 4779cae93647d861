package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/config"
)

// globalVariables are the flags of gemsub itself, each with the variables of the
// environment that set it too, the first of them first.
func globalVariables() map[string][]string {
	return map[string][]string{
		"db":      {"GEMSUB_DB"},
		"browser": {"GEMSUB_BROWSER"},
		"pager":   {"GEMSUB_PAGER"},
		"proxy":   {"ALL_PROXY", "all_proxy"},
	}
}

// A global is the value of a flag of gemsub itself.
type global struct {
	value  string
	origin string // "" for the configuration file or the default
}

const fromCommandLine = "command line"

// readGlobals reads the global flags: what the command line says, else the environment,
// else the configuration file.
func (p *program) readGlobals(c *cli.Context) {
	p.globals = map[string]global{}
	for name, variables := range globalVariables() {
		g := global{value: c.String(name)}
		if c.IsSet(name) {
			g.origin = fromCommandLine
		}
		for _, variable := range variables {
			if value := p.getenv(variable); value != "" && g.origin == "" {
				g = global{value, "environment"}
			}
		}
		p.globals[name] = g
	}
}

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
