package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) backupCommand() *cli.Command {
	return &cli.Command{
		Name:      "backup",
		Usage:     "copy the database to a file",
		ArgsUsage: "FILE",
		Description: `The copy is that of one moment, also while an update runs. It takes the place of
FILE once it is whole and checked. It is a database like the one in use.

Examples:
  gemsub backup gemsub-monday.db
  gemsub --db gemsub-monday.db list`,
		Action: p.backup,
	}
}

func (p *program) backup(c *cli.Context) error {
	switch {
	case c.NArg() != 1 || c.Args().First() == "":
		return usagef("backup needs one FILE")
	case c.Args().First() == "-":
		return usagef("backup needs a file: a database is no stream")
	}
	return p.with(c, func(a *app.App) error { return a.Backup(c.Context, c.Args().First()) })
}
