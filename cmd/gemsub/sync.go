package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func syncCommand() *command {
	return &command{
		name:      "sync",
		usage:     "stay in step with your other machines through a folder",
		arguments: "[DIR]",
		description: `It writes your marks and settings to a file of this machine in DIR, and does here what you did
on others: feeds, settings, tags, mutes (no regular expressions), read marks and stars. Syncthing,
git, a network drive or a USB stick carries DIR. Make DIR first, for yourself alone: others could
read and change these. With sync = "DIR" in config.toml, update and the reader do this too.

Example: gemsub sync ~/Sync/gemsub`,
		flags: []cli.Flag{
			&cli.BoolFlag{Name: "status", Category: thisTime, Usage: "list the machines, and say what waits"},
			jsonFlag(),
		},
		needs:   createDatabase,
		columns: view.Machines.Names,
		run:     (*call).sync,
	}
}

// sync synchronises through a folder or, with --status, prints the state of the machines.
func (c *call) sync() func() error {
	dir, status := cmp.Or(c.flags.Args().First(), c.syncFolder()), c.flags.Bool("status")
	c.refuseIf(c.JSON && !status, "--json needs --status")
	if status {
		c.needs = openDatabase
	} else if dir == "" {
		c.fail(words.WithHint(usagef("sync needs a folder"), "gemsub sync DIR, or sync = \"DIR\" in config.toml"))
	}
	return func() error {
		if status {
			machines, waiting, err := c.app.Machines(c.ctx)
			if err != nil {
				return err
			}
			c.Tell(view.InStep(machines, waiting))
			return show.Print(c.Printer, view.Machines, machines)
		}
		done, err := c.app.Sync(c.ctx, dir, true)
		c.Tell(view.Synced(done))
		return cmp.Or(err, partly(len(done.Notes) > 0, true))
	}
}

// inStep synchronises through the folder that the configuration names, and returns a function
// that does so again at the end of a command. If another update runs, inStep waits for its end, or
// without wait does nothing. It reports no errors: gemsub sync and doctor do.
func (c *call) inStep(wait bool) func() {
	dir := c.syncFolder()
	if dir == "" {
		return func() {}
	}
	_, _ = c.app.Sync(c.ctx, dir, wait)
	return func() { _, _ = c.app.Sync(context.WithoutCancel(c.ctx), dir, false) }
}

// syncFolder returns the folder that the configuration names, "" for none.
func (p *program) syncFolder() string { return p.inHome(p.globals["sync"].value) }

func importCommand() *command {
	return &command{
		name:      "import",
		usage:     "subscribe to the feeds of a file",
		arguments: "FILE|-",
		description: `The file is OPML, newsboat's urls or another list of URLs, a gemtext page of links, amfora's
subscriptions.json or Lagrange's bookmarks.ini (only those subscribed to); its name or first line shows which.
The next update fetches the feeds.

Example: gemsub import ~/.newsboat/urls --tag news`,
		flags: []cli.Flag{
			oneOf(&cli.StringFlag{Name: "as", Category: thisTime, Usage: "read the file as `KIND`: " + strings.Join(exchange.Kinds(), ", "), Value: string(exchange.Auto)}, "kind", exchange.Kinds()),
			&cli.StringSliceFlag{Name: "tag", Usage: "tag all feeds with `TAG` as well"},
		},
		needs:   createDatabase,
		columns: view.ImportLines.Names,
		run:     (*call).importFile,
	}
}

// importFile imports a list of feeds, and reports what was added. The error says if something was
// refused.
func (c *call) importFile() func() error {
	tags := c.flags.StringSlice("tag")
	for _, tag := range tags {
		c.fail(asUsage(model.CheckTag(tag)))
	}
	var list *exchange.List
	if c.err == nil {
		list, c.err = c.input().List(c.flags.Args().First(), exchange.Kind(c.flags.String("as")))
	}
	return func() error {
		im, err := c.app.Import(c.ctx, list, tags)
		if err != nil {
			return err
		}
		if err := c.paged(func() error { return show.Print(c.Printer, view.ImportLines, im.Lines) }); err != nil {
			return err
		}
		c.Tell(view.ImportCounts(im))
		refused := im.Count[model.ImportRefused]
		return partly(refused > 0, refused < len(im.Lines))
	}
}
