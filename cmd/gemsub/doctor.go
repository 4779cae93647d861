package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func doctorCommand() *command {
	return &command{
		name:  "doctor",
		usage: "find problems and how to fix them",
		description: `It makes no request, and changes nothing without --reindex. The exit code is 1 if it
finds more than notes.

Examples:
  gemsub doctor
  gemsub doctor --json`,
		flags: []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "reindex", Category: thisTime, Usage: "rebuild the search index"},
		},
		needs:   keptDatabase,
		columns: view.Findings.Names,
		run:     (*call).doctor,
	}
}

func (c *call) doctor() error {
	if c.flags.Bool("reindex") {
		if err := c.openDatabase(); err != nil {
			return err
		}
		if err := c.app.Reindex(c.ctx); err != nil {
			return err
		}
		c.Say("rebuilt the search index")
	}
	path, err := c.keptDatabase()
	if err != nil {
		return err
	}
	d, err := app.Diagnose(c.ctx, path, config.Path(c.getenv), c.syncFolder(), c.appEnvironment())
	if err != nil {
		return err
	}
	if err := c.paged(func() error { return c.Findings(d.Found) }); err != nil {
		return err
	}
	switch {
	case slices.ContainsFunc(d.Found, func(f model.Finding) bool { return f.Level != model.LevelNote }):
		return errReported
	case d.NoDatabase:
		c.Say("there is no database yet at %s", path)
		return nil
	}
	c.Say("nothing is wrong with %s and %s", words.Count(d.Feeds, "feed", "feeds"), words.Count(d.Entries, "entry", "entries"))
	return nil
}
