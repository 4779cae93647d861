package main

import (
	"bufio"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func importCommand() *command {
	return &command{
		name:      "import",
		usage:     "subscribe to the feeds of a file, or merge another database",
		arguments: "FILE|-",
		description: `The file is OPML, newsboat's urls or another list of URLs, a gemtext page of links,
amfora's subscriptions.json or Lagrange's bookmarks.ini; its name or first line shows which.
The next update fetches the feeds. A database that gemsub backup wrote is merged: what is here stays.

Examples:
  gemsub import feeds.opml
  gemsub import ~/.newsboat/urls --tag news
  gemsub import --as gemtext sites.txt
  gemsub import gemsub-laptop.db`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "as", Category: thisTime, Usage: "read the file as `KIND`: " + strings.Join(exchange.Kinds(), ", "), Value: string(exchange.Auto)},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag all feeds with `TAG` as well"},
		},
		needs:   newDatabase,
		columns: view.Imported().Names,
		run:     (*call).importFile,
	}
}

func (c *call) importFile() error {
	name, kind, tags := c.flags.Args().First(), exchange.Kind(c.flags.String("as")), c.flags.StringSlice("tag")
	if !slices.Contains(exchange.Kinds(), string(kind)) {
		return unknownValue("kind", string(kind), exchange.Kinds())
	}
	file, err := c.input().Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	start := bufio.NewReader(file)
	if kind == exchange.Auto && app.IsDatabase(start) {
		return c.merge(name, tags)
	}
	list, err := app.ReadList(start, name, kind)
	if err == nil {
		err = c.openDatabase()
	}
	if err != nil {
		return err
	}
	im, err := c.app.Import(c.ctx, list, tags)
	if err != nil {
		return err
	}
	if err := c.paged(func() error { return show.Print(c.Printer, view.Imported(), im.Lines) }); err != nil {
		return err
	}
	c.Imported(im)
	refused := im.Count(model.ImportRefused)
	return partly(refused > 0, refused < len(im.Lines))
}

// merge imports another database.
func (c *call) merge(name string, tags []string) error {
	if err := c.openDatabase(); err != nil {
		return err
	}
	done, err := c.app.Merge(c.ctx, name, tags)
	if err != nil {
		return err
	}
	c.Merged(done)
	return partly(len(done.LeftOut) > 0, true)
}
