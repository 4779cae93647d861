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
		columns: view.Changes.Names,
		run:     withOptions((*call).undoOptions, (*call).undo),
	}
}

// undoOptions say what is undone.
type undoOptions struct {
	list   bool
	number int64 // of a change; 0 for the last one
}

func (c *call) undoOptions() (o undoOptions) {
	var err error
	o.list = c.flags.Bool("list")
	isNumbered := c.flags.NArg() > 0
	if isNumbered {
		o.number, err = strconv.ParseInt(c.flags.Args().First(), 10, 64)
	}
	switch {
	case isNumbered && o.list:
		c.fail(usagef("--list cannot be combined with a number"))
	case err != nil || isNumbered && o.number < 1:
		c.fail(usagef("undo takes the number of a change: see gemsub undo --list"))
	case c.JSON && !o.list:
		c.fail(usagef("--json needs --list"))
	}
	return o
}

func (c *call) undo(o undoOptions) error {
	if o.list {
		return list(c, "there is no change to undo", (*app.App).Changes, view.Changes)
	}
	undone, err := c.app.Undo(c.ctx, o.number)
	if err != nil {
		return err
	}
	c.Say("%s", view.Undone(undone))
	return partly(undone.Restored == 0, false)
}
