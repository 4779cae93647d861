package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/config"
)

// globals are the flags of gemsub itself, each with the variables of the
// environment that set it too, the first of them first.
func globals() map[string][]string {
	return map[string][]string{
		"db":      {"GEMSUB_DB"},
		"browser": {"GEMSUB_BROWSER"},
		"pager":   {"GEMSUB_PAGER"},
		"proxy":   {"ALL_PROXY", "all_proxy"},
	}
}

// global returns the value of a global flag: what the command line says, else the
// environment, else the configuration file.
func (p *program) global(c *cli.Context, name string) (value, origin string) {
	if c.IsSet(name) {
		return c.String(name), "command line"
	}
	for _, variable := range globals()[name] {
		if value := p.getenv(variable); value != "" {
			return value, "environment"
		}
	}
	return c.String(name), ""
}

// databasePath is --db, else $GEMSUB_DB, else what the configuration says, else
// gemsub/gemsub.db in the user's data folder (XDG Base Directory
// Specification).
func (p *program) databasePath(c *cli.Context) (string, error) {
	if c.IsSet("db") && c.String("db") == "" {
		return "", usagef("--db needs a file name")
	}
	if path, _ := p.global(c, "db"); path != "" {
		return path, nil
	}
	return config.DatabasePath(p.getenv)
}
