package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/store"
)

func (p *program) starCommand() *cli.Command {
	return &cli.Command{
		Name:      "star",
		Usage:     "mark entries to come back to",
		ArgsUsage: "ENTRY…",
		Description: `Examples:
  gemsub star 12 14-18
  gemsub entries --starred`,
		Action: func(c *cli.Context) error { return p.mark(c, starred(true), "starred %s") },
	}
}

func (p *program) unstarCommand() *cli.Command {
	return &cli.Command{
		Name:      "unstar",
		Usage:     "take the star off entries",
		ArgsUsage: "ENTRY…",
		Description: `Examples:
  gemsub unstar 12`,
		Action: func(c *cli.Context) error { return p.mark(c, starred(false), "took the star off %s") },
	}
}

func starred(on bool) marker {
	return func(c *cli.Context, db *store.Store, f store.EntryFilter) (int, error) {
		return db.SetStarred(c.Context, f, on)
	}
}
