package main

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

func (p *program) importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "subscribe to what another program's file lists, or merge another database",
		ArgsUsage: "FILE|-",
		Description: `The file is recognised by its content: OPML, newsboat's urls and other lists of URLs,
a gemtext page of links, amfora's subscriptions.json and Lagrange's bookmarks.ini.
Nothing is fetched; the next update does that.

Another database of gemsub, as gemsub backup writes, is merged: feeds with titles,
tags, settings, entries, marks and posts, and mutes, but no identities, trusted keys
and mail. What is here stays; read or starred on either side counts.

Examples:
  gemsub import feeds.opml
  gemsub import ~/.newsboat/urls --tag news
  gemsub import --as gemtext sites.txt
  gemsub import gemsub-laptop.db`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "as", Category: thisTime, Usage: "read the file as `KIND`: " + strings.Join(app.ImportKinds(), ", "), Value: app.AutoKind},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag all feeds with `TAG` as well"},
		},
		Action: p.importFile,
	}
}

// importOptions say what is read, and as what.
type importOptions struct {
	file string
	kind exchange.Kind // or app.AutoKind
	tags []string
}

func importOptionsOf(c *cli.Context) (o importOptions, err error) {
	o = importOptions{file: c.Args().First(), kind: exchange.Kind(c.String("as")), tags: c.StringSlice("tag")}
	if !slices.Contains(app.ImportKinds(), string(o.kind)) {
		return o, unknownValue("kind", string(o.kind), app.ImportKinds())
	}
	return o, nil
}

func (p *program) importFile(c *cli.Context) error {
	o, err := importOptionsOf(c)
	if err != nil {
		return err
	}
	file, err := p.input().Open(o.file)
	if err != nil {
		return err
	}
	defer file.Close()
	start := bufio.NewReader(file)
	if o.kind == app.AutoKind && app.IsDatabase(start) {
		return p.withNew(c, func(a *app.App) error { return p.merge(c.Context, a, o, start) })
	}
	list, err := app.ReadList(start, o.file, o.kind)
	if err != nil {
		return err
	}
	return p.withNew(c, func(a *app.App) error { return p.importList(c.Context, a, list, o.tags) })
}

func (p *program) importList(ctx context.Context, a *app.App, list *exchange.List, tags []string) error {
	im, err := a.Import(ctx, list, tags)
	if err != nil {
		return err
	}
	if err := p.Imported(im); err != nil {
		return err
	}
	switch im.Count(model.ImportRefused) {
	case 0:
		return nil
	case len(im.Lines):
		return errReported
	}
	return errPartly
}

func (p *program) merge(ctx context.Context, a *app.App, o importOptions, in io.Reader) error {
	done, err := a.Merge(ctx, o.file, in, o.tags)
	if err != nil {
		return err
	}
	p.Merged(done)
	if len(done.LeftOut) > 0 {
		return errPartly
	}
	return nil
}
