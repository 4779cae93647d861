package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/view"
)

func (p *program) undoCommand() *cli.Command {
	return &cli.Command{
		Name:      "undo",
		Usage:     "take back your last change",
		ArgsUsage: "[N]",
		Description: `What you changed by marks, stars, mutes, tags, settings, add and remove can be undone for
30 days: all removals, and the last 20 other changes. N is the number of a change; without
it, the last one is undone. Anything changed since is skipped and counted.

Examples:
  gemsub undo
  gemsub undo --list
  gemsub undo 12`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Category: thisTime, Usage: "show what can be undone, and change nothing"},
			p.jsonFlag(),
		},
		Action: p.undo,
	}
}

func (p *program) undo(c *cli.Context) error {
	number, err := int64(0), error(nil)
	if c.NArg() > 0 {
		number, err = strconv.ParseInt(c.Args().First(), 10, 64)
	}
	switch {
	case c.NArg() > 0 && c.Bool("list"):
		return usagef("--list cannot be combined with a number")
	case err != nil || c.NArg() > 0 && number < 1:
		return usagef("undo takes the number of a change: see gemsub undo --list")
	case c.Bool("list"):
		return listed(p, "there is no change to undo", (*app.App).Changes, view.Changes())(c)
	case p.JSON:
		return usagef("--json needs --list")
	}
	return p.with(c, func(a *app.App) error {
		undone, err := a.Undo(c.Context, number)
		if err != nil {
			return err
		}
		p.Say("%s", view.Undone(undone))
		return partly(undone.Restored == 0, false)
	})
}
