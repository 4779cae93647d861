package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

func (p *program) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "find problems and how to fix them",
		Description: `It makes no request, and changes nothing without --reindex. The exit code is 1 if it
finds more than notes.

Examples:
  gemsub doctor
  gemsub doctor --json`,
		Flags: []cli.Flag{
			p.jsonFlag(),
			&cli.BoolFlag{Name: "reindex", Category: thisTime, Usage: "rebuild the search index"},
		},
		Action: p.doctor,
	}
}

func (p *program) doctor(c *cli.Context) error {
	if c.Bool("reindex") {
		if err := p.with(c, func(a *app.App) error { return a.Reindex(c.Context) }); err != nil {
			return err
		}
		p.Say("rebuilt the search index")
	}
	path, err := p.keptDatabase()
	if err != nil {
		return err
	}
	d, err := app.Diagnose(c.Context, path, config.Path(p.getenv), p.syncFolder(), p.appEnvironment())
	if err != nil {
		return err
	}
	if err := p.paged(c.Context, func() error { return p.Findings(d.Found) }); err != nil {
		return err
	}
	switch {
	case slices.ContainsFunc(d.Found, func(f model.Finding) bool { return f.Level != model.LevelNote }):
		return errReported
	case d.NoDatabase:
		p.Say("there is no database yet at %s", path)
		return nil
	}
	p.Say("nothing is wrong with %s and %s", words.Count(d.Feeds, "feed", "feeds"), words.Count(d.Entries, "entry", "entries"))
	return nil
}
