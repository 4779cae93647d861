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

func (p *program) importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "subscribe to the feeds of a file, or merge another database",
		ArgsUsage: "FILE|-",
		Description: `The file is OPML, newsboat's urls or another list of URLs, a gemtext page of links,
amfora's subscriptions.json or Lagrange's bookmarks.ini; its name or first line shows which.
The next update fetches the feeds. A database that gemsub backup wrote is merged: what is here stays.

Examples:
  gemsub import feeds.opml
  gemsub import ~/.newsboat/urls --tag news
  gemsub import --as gemtext sites.txt
  gemsub import gemsub-laptop.db`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "as", Category: thisTime, Usage: "read the file as `KIND`: " + strings.Join(exchange.Kinds(), ", "), Value: string(exchange.Auto)},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag all feeds with `TAG` as well"},
		},
		Action: p.importFile,
	}
}

func (p *program) importFile(c *cli.Context) error {
	name, kind, tags := c.Args().First(), exchange.Kind(c.String("as")), c.StringSlice("tag")
	if !slices.Contains(exchange.Kinds(), string(kind)) {
		return unknownValue("kind", string(kind), exchange.Kinds())
	}
	file, err := p.input().Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	start := bufio.NewReader(file)
	if kind == exchange.Auto && app.IsDatabase(start) {
		return p.withNew(c, func(a *app.App) error {
			done, err := a.Merge(c.Context, name, tags)
			if err != nil {
				return err
			}
			p.Merged(done)
			return partly(len(done.LeftOut) > 0, true)
		})
	}
	list, err := app.ReadList(start, name, kind)
	if err != nil {
		return err
	}
	return p.withNew(c, func(a *app.App) error {
		im, err := a.Import(c.Context, list, tags)
		if err != nil {
			return err
		}
		if err := p.paged(c.Context, func() error { return show.Print(p.Printer, view.Imported(), im.Lines) }); err != nil {
			return err
		}
		p.Imported(im)
		refused := im.Count(model.ImportRefused)
		return partly(refused > 0, refused < len(im.Lines))
	})
}
