package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/view"
)

func undoCommand() *command {
	return &command{
		name:      "undo",
		usage:     "take back your last change",
		arguments: "[N]",
		description: `What you changed by marks, stars, mutes, tags, settings, add and remove can be undone for
30 days: all removals, and the last 20 other changes. N is the number of a change; without
it, the last one is undone. Anything changed since is skipped and counted.

Examples:
  gemsub undo
  gemsub undo --list
  gemsub undo 12`,
		flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Category: thisTime, Usage: "show what can be undone, and change nothing"},
			jsonFlag(),
		},
		needs:   keptDatabase,
		columns: view.Changes().Names,
		run:     (*call).undo,
	}
}

func (c *call) undo() error {
	number, err := int64(0), error(nil)
	if c.flags.NArg() > 0 {
		number, err = strconv.ParseInt(c.flags.Args().First(), 10, 64)
	}
	switch {
	case c.flags.NArg() > 0 && c.flags.Bool("list"):
		return usagef("--list cannot be combined with a number")
	case err != nil || c.flags.NArg() > 0 && number < 1:
		return usagef("undo takes the number of a change: see gemsub undo --list")
	case c.flags.Bool("list"):
		return listing("there is no change to undo", (*app.App).Changes, view.Changes())(c)
	case c.JSON:
		return usagef("--json needs --list")
	}
	if err := c.openDatabase(); err != nil {
		return err
	}
	undone, err := c.app.Undo(c.ctx, number)
	if err != nil {
		return err
	}
	c.Say("%s", view.Undone(undone))
	return partly(undone.Restored == 0, false)
}
