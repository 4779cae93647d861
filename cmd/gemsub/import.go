package main

import (
	"bufio"
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
		columns: view.Imported.Names,
		run:     withOptions((*call).importOptions, (*call).importFile),
	}
}

// importOptions say what is read.
type importOptions struct {
	name string
	tags []string
	list *exchange.List // nil if the file is a database
}

func (c *call) importOptions() (o importOptions) {
	o.name, o.tags = c.flags.Args().First(), c.flags.StringSlice("tag")
	kind := exchange.Kind(c.flags.String("as"))
	c.oneOf(exchange.Kinds(), "kind", string(kind))
	if c.err != nil {
		return o
	}
	file, err := c.input().Open(o.name)
	if err != nil {
		c.fail(err)
		return o
	}
	defer file.Close()
	start := bufio.NewReader(file)
	if kind != exchange.Auto || !app.IsDatabase(start) {
		o.list, c.err = app.ReadList(start, o.name, kind)
	}
	return o
}

func (c *call) importFile(o importOptions) error {
	if o.list == nil {
		done, err := c.app.Merge(c.ctx, o.name, o.tags)
		if err != nil {
			return err
		}
		c.Tell(view.Merged(done))
		return partly(len(done.LeftOut) > 0, true)
	}
	im, err := c.app.Import(c.ctx, o.list, o.tags)
	if err != nil {
		return err
	}
	if err := c.paged(func() error { return show.Print(c.Printer, view.Imported, im.Lines) }); err != nil {
		return err
	}
	c.Tell(view.ImportedList(im))
	refused := im.Count(model.ImportRefused)
	return partly(refused > 0, refused < len(im.Lines))
}
