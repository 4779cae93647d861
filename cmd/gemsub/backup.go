package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) backupCommand() *cli.Command {
	return &cli.Command{
		Name:      "backup",
		Usage:     "copy the database to a file",
		ArgsUsage: "FILE|-",
		Description: `The copy is that of one moment, also while an update runs. It takes the place of
FILE once it is whole and checked. It is a database like the one in use.

Examples:
  gemsub backup gemsub-monday.db
  gemsub backup - | ssh example.org 'cat >gemsub.db'
  gemsub --db gemsub-monday.db list`,
		Action: p.backup,
	}
}

func (p *program) backup(c *cli.Context) error {
	if c.NArg() != 1 || c.Args().First() == "" {
		return usagef("backup needs one FILE")
	}
	file := c.Args().First()
	if file == "-" && p.Out.IsTerminal() {
		return usagef("backup - writes a database: redirect it to a file or a program")
	}
	path, err := p.databasePath()
	if err == nil {
		err = mustExist(path)
	}
	if err != nil {
		return err
	}
	return p.withDatabase(c.Context, path, func(a *app.App) error {
		if file == "-" {
			return p.backupToStdout(c.Context, a)
		}
		return a.Backup(c.Context, file)
	})
}

// backupToStdout writes the copy once it is whole and checked.
func (p *program) backupToStdout(ctx context.Context, a *app.App) error {
	folder, err := os.MkdirTemp("", "gemsub")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	copied := filepath.Join(folder, "gemsub.db")
	if err := a.Backup(ctx, copied); err != nil {
		return err
	}
	f, err := os.Open(copied)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(p.Out, f)
	return err
}
