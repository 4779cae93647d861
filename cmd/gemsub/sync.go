package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) syncCommand() *cli.Command {
	return &cli.Command{
		Name:      "sync",
		Usage:     "stay in step with your other machines through a folder",
		ArgsUsage: "[DIR]",
		Description: `It writes how your marks and settings stand here to a file of this machine in DIR, and
does here what you did on others: feeds, settings, tags, mutes, read marks and stars.
Something else carries DIR between machines: Syncthing, git, a network drive, a USB
stick. Make DIR first. sync in config.toml names DIR; then update and the reader do this too.

Examples:
  gemsub sync ~/Sync/gemsub
  gemsub sync --status`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "status", Category: thisTime, Usage: "list the machines, and say what waits"},
			p.jsonFlag(),
		},
		Action: p.sync,
	}
}

func (p *program) sync(c *cli.Context) error {
	if c.Bool("status") {
		return p.with(c, func(a *app.App) error {
			machines, waiting, err := a.Machines(c.Context)
			if err != nil {
				return err
			}
			return p.Machines(machines, waiting)
		})
	}
	dir := cmp.Or(c.Args().First(), p.syncFolder())
	switch {
	case p.JSON:
		return usagef("--json needs --status")
	case dir == "":
		return app.WithHint(usagef("sync needs a folder"), "gemsub sync DIR, or sync = \"DIR\" in config.toml")
	}
	return p.withNew(c, func(a *app.App) error {
		defer p.Waiting().Done()
		defer p.Waits.Begin("another update to end")()
		done, err := a.Sync(c.Context, dir, true)
		p.Synced(done)
		return cmp.Or(err, partly(len(done.Notes) > 0, true))
	})
}

// inStep synchronises through the folder that the configuration names, and returns what
// does so at the end. If an update runs, it does nothing, or waits for its end. What goes
// wrong, gemsub sync and doctor say.
func (p *program) inStep(ctx context.Context, a *app.App, wait bool) func() {
	dir := p.syncFolder()
	if dir == "" {
		return func() {}
	}
	_, _ = a.Sync(ctx, dir, wait)
	return func() { _, _ = a.Sync(context.WithoutCancel(ctx), dir, false) }
}

// syncFolder is the folder that the configuration names, "" for none.
func (p *program) syncFolder() string { return p.inHome(p.globals["sync"].value) }
