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
		Description: `The copy is a database: --db FILE uses it, gemsub import FILE merges it.

Examples:
  gemsub backup gemsub-monday.db
  gemsub --db gemsub-monday.db list`,
		Action: p.backup,
	}
}

func (p *program) backup(c *cli.Context) error {
	file := c.Args().First()
	if file == "-" {
		return usagef("a database cannot be written to standard output: name a file")
	}
	path, err := p.databasePath()
	if err == nil {
		err = mustExist(path)
	}
	if err != nil {
		return err
	}
	return p.withDatabase(c.Context, path, func(a *app.App) error { return a.Backup(c.Context, file) })
}
