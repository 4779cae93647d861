package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) pruneCommand() *cli.Command {
	return &cli.Command{
		Name:      "prune",
		Usage:     "remove old entries that were read, or their posts",
		ArgsUsage: "[FEED…]",
		Description: `Unread and starred entries stay, and a removed one does not come back as new. This cannot
be undone: --dry-run lists and counts what would go. --posts without --older removes the
posts of all entries that were read.

Examples:
  gemsub prune --older 2y --dry-run
  gemsub prune --older 2y
  gemsub prune --older 2025-01-01 --keep 50 3
  gemsub prune --posts --older 1y`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "older", Usage: "entries dated before `DATE`; 2y means more than two years ago"},
			&cli.BoolFlag{Name: "posts", Category: thisTime, Usage: "remove the texts of posts, and keep the entries"},
			&cli.IntFlag{Name: "keep", Usage: "keep the newest `N` entries of each feed", DefaultText: "none"},
			feedFilter(thisTime, "only entries of `FEED`"),
			tagFilter(thisTime, "only entries of feeds tagged `TAG`"),
			&cli.BoolFlag{Name: "dry-run", Category: thisTime, Usage: "list what would go, and change nothing"},
			p.jsonFlag(),
		},
		Action: p.prune,
	}
}

func (p *program) prune(c *cli.Context) error {
	// A flag without value is one whose variable is not set.
	switch {
	case c.String("older") == "" && (!c.Bool("posts") || c.IsSet("older")):
		return usagef("prune needs --older: a time such as 2y, or a date")
	case c.Int("keep") < 0:
		return usagef("--keep must be at least 0")
	case p.JSON && !c.Bool("dry-run"):
		return usagef("--json needs --dry-run")
	}
	q, err := p.filters(c, c.Args().Slice())
	if err != nil {
		return err
	}
	_, _ = p.template(c, &q) // it has none
	if q.Before, err = p.date(c.String("older")); err != nil {
		return err
	}
	q.Prunable, q.WithPost, q.BeyondNewest = true, c.Bool("posts"), c.Int("keep")
	return p.with(c, func(a *app.App) error {
		if c.Bool("dry-run") {
			n, err := p.printEntries(c.Context, a, a.Entries(c.Context, q), nil)
			if err == nil {
				p.WouldPrune(n, q.WithPost)
			}
			return err
		}
		n, free, err := a.Prune(c.Context, q)
		if err == nil {
			p.Pruned(n, q.WithPost, free)
		}
		return err
	})
}
