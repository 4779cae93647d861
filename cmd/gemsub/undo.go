package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) undoCommand() *cli.Command {
	return &cli.Command{
		Name:  "undo",
		Usage: "take back the last change that you made by a command",
		Description: `read, unread, show, next, open, star, unstar, mute, tag, set, rename and remove can be
undone: the last 20 changes within 30 days, one at a time, the last first. A removed
feed comes back with its entries and marks. What has changed since, as an entry that
became unread again by its date, is left alone and counted. Nothing else can be
undone: not add, import, prune and backup, nor what capsules answered.

Examples:
  gemsub undo
  gemsub undo --list`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Category: thisTime, Usage: "show what can be undone, and change nothing"},
			&cli.BoolFlag{Name: "json", Usage: "with --list: one JSON object a line"},
		},
		Action: p.undo,
	}
}

func (p *program) undo(c *cli.Context) error {
	switch {
	case c.NArg() > 0:
		return usagef("undo takes no argument: it takes back the last change")
	case c.Bool("json") && !c.Bool("list"):
		return usagef("--json goes with --list")
	}
	if c.Bool("list") {
		return listed(p, "undo", "there is no change to undo", (*app.App).Changes, p.Changes)(c)
	}
	return p.with(c, func(a *app.App) error {
		undone, err := a.Undo(c.Context)
		if err != nil {
			return err
		}
		p.Undone(undone)
		return nil
	})
}
