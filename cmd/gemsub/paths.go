package main

import (
	"errors"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

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
	return p.usualDatabase()
}

// usualDatabase is where the database is unless the user says else.
func (p *program) usualDatabase() (string, error) {
	// A relative path in the variable is to be ignored, says the specification.
	if data := p.getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "gemsub", "gemsub.db"), nil
	}
	if home := p.getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "gemsub", "gemsub.db"), nil
	}
	return "", errors.New("no place for the database: set HOME, XDG_DATA_HOME or GEMSUB_DB, or use --db FILE")
}
