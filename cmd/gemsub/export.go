package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/exchange"
	"gemsub/internal/file"
	"gemsub/internal/publish"
	"gemsub/internal/term"
)

func (p *program) exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write entries or subscriptions for other programs and people",
		ArgsUsage: "FORMAT [FEED…]",
		Description: `FORMAT is atom, rss or json (a feed of entries), gemtext or html (a page of them to
publish), csv, opml (the subscriptions), or gemsub (all there is, for gemsub import on
another machine). A single FEED is written as the feed its page stands for; none or
several are merged, newest first, and each entry names its source. Read entries are
written too. Of opml the filters select feeds that have such entries.

Examples:
  gemsub export atom > all.atom
  gemsub export atom 3 -o abelard.atom
  gemsub export html --tag friends --limit 100 --title "What friends write" -o index.html
  gemsub export html --gateway https://gateway.example/gemini/ -o index.html
  gemsub export gemtext --since 30d --per-feed 5 -o index.gmi
  gemsub export opml -o feeds.opml
  gemsub export gemsub -o everything.jsonl`,
		Flags: append(entryFilters(),
			newCountFlag("per-feed", "at most the newest `N` entries of each feed"),
			&cli.StringFlag{Name: "title", Usage: "call what is written `T`"},
			&cli.StringFlag{Name: "url", Usage: "say in it that it can be fetched at `U`"},
			&cli.StringFlag{Name: "gateway", Usage: "let links of html lead through the web proxy at `U`, with {url} for the link or put before it"},
			&cli.StringFlag{Name: "output", Category: thisTime, Aliases: []string{"o"}, Usage: "replace `FILE` once all is written; - for standard output"},
			&cli.BoolFlag{Name: "allow-empty", Usage: "replace a FILE that has entries also when there are none to write"},
		),
		BashComplete: p.completes(oneOf(exportFormats()...), feeds()),
		Action:       p.export,
	}
}

// exportOptions say what is written, and where.
type exportOptions struct {
	app.ExportOptions
	format   string
	file     string // "" or "-" for standard output
	gateway  string // through which links of html lead, "" for none
	database string // which must not be written over

	allowEmpty bool // a document without entries may replace one with some
}

func (p *program) exportOptions(c *cli.Context) (o exportOptions, err error) {
	if err := checkExport(c); err != nil {
		return o, err
	}
	o.format, o.file, o.Title, o.URL = c.Args().First(), c.String("output"), c.String("title"), c.String("url")
	o.allowEmpty, o.gateway = c.Bool("allow-empty"), c.String("gateway")
	if o.EntryQuery, err = p.filters(c, c.Args().Tail()); err != nil {
		return o, err
	}
	if o.PerFeed, err = countOf("per-feed", c.String("per-feed")); err != nil {
		return o, err
	}
	o.ForPeople = o.format == "html" || o.format == "gemtext"
	o.database, err = p.databasePath(c)
	return o, err
}

func checkExport(c *cli.Context) error {
	format := c.Args().First()
	switch {
	case c.NArg() == 0:
		return usagef("export needs a format (supported: %s)", strings.Join(exportFormats(), ", "))
	case !slices.Contains(exportFormats(), format):
		return unknownValue("format", format, exportFormats())
	case c.IsSet("output") && c.String("output") == "":
		return usagef("--output needs a file name")
	case format == archive && c.NArg() > 1:
		return usagef("export gemsub writes all feeds, not some")
	case format == archive: // nobody is to take it for a part of one
		return refuseFlags(c, "export gemsub writes all there is",
			"feed", "tag", "unread", "starred", "since", "before", "limit", "per-feed", "title", "url", "gateway")
	case format == outlines:
		return refuseFlags(c, "export opml writes subscriptions", "limit", "per-feed", "url")
	case c.IsSet("gateway") && format != "html":
		return usagef("--gateway is for html alone")
	case c.String("gateway") != "" && !isGateway(c.String("gateway")):
		return usagef("--gateway needs the URL of a web proxy, not %q", address.WithoutUser(c.String("gateway")))
	case c.IsSet("url") && !isWhole(c.String("url")):
		return usagef("--url needs a URL with scheme and host, not %q", address.WithoutUser(c.String("url")))
	}
	return nil
}

// isWhole reports whether raw is an absolute URL with a host, whatever the scheme, and
// without a user name or password, which would be published.
func isWhole(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && u.Scheme != "" && u.Host != "" && u.User == nil && !strings.ContainsAny(raw, " <>\"{}|\\^`")
}

// isGateway reports whether raw is the URL of a web proxy, with "{url}" where links go
// into it.
func isGateway(raw string) bool {
	return strings.HasPrefix(raw, "http") && isWhole(strings.ReplaceAll(raw, "{url}", ""))
}

// refuseFlags returns an error if one of the flags is set: it says why there is none.
func refuseFlags(c *cli.Context, why string, flags ...string) error {
	for _, flag := range flags {
		if c.IsSet(flag) {
			return usagef("%s, without --%s", why, flag)
		}
	}
	return nil
}

func (p *program) export(c *cli.Context) error {
	o, err := p.exportOptions(c)
	if err != nil {
		return err
	}
	return p.with(c, func(a *app.App) error {
		document, err := p.exported(c.Context, a, o)
		if err != nil {
			return err
		}
		return p.output(o, document)
	})
}

// exported returns what writes the document that the options ask for.
func (p *program) exported(ctx context.Context, a *app.App, o exportOptions) (func(io.Writer) error, error) {
	switch o.format {
	case archive:
		return func(w io.Writer) error { return a.WriteArchive(ctx, w) }, nil
	case outlines:
		return p.exportedOutlines(ctx, a, o)
	}
	x, err := a.Export(ctx, o.ExportOptions)
	if err != nil {
		return nil, err
	}
	if x.Empty {
		if _, err := p.warnUntagged(ctx, a, o.Tag); err != nil {
			return nil, err
		}
		if err := checkEmpty(o); err != nil {
			return nil, err
		}
	}
	return func(w io.Writer) error { return entryWriters(o.gateway)[o.format](w, x.Feed, x.Entries) }, nil
}

func (p *program) exportedOutlines(ctx context.Context, a *app.App, o exportOptions) (func(io.Writer) error, error) {
	subs, err := a.Outlines(ctx, o.EntryQuery)
	if err != nil {
		return nil, err
	}
	if len(subs) == 0 && o.Tag != "" {
		p.untagged(o.Tag)
	}
	if len(subs) == 0 {
		if err := checkEmpty(o); err != nil {
			return nil, err
		}
	}
	return func(w io.Writer) error { return exchange.WriteOPML(w, cmp.Or(o.Title, "gemsub"), subs) }, nil
}

// output writes a document to the file that the options name, or to standard output,
// whatever feeds hold: nothing acts on the terminal of whoever looks at it. Nobody but
// its owner can read an archive, which has the keys of identities.
func (p *program) output(o exportOptions, document func(io.Writer) error) error {
	clean := term.CleanText
	if o.format == "json" || o.format == archive {
		clean = term.CleanJSON
	}
	write := func(w io.Writer) error { return document(clean(w)) }
	switch {
	case o.file == "" || o.file == "-":
		return write(p.Out)
	case file.Same(o.file, o.database):
		return fmt.Errorf("write %s: this is the database itself", o.file)
	}
	return file.Write(o.file, o.format == archive, write)
}

// The formats that are not of entries.
const (
	outlines = "opml"   // the subscriptions
	archive  = "gemsub" // all that a database holds, for another gemsub
)

// exportFormats lists the formats in the order in which help shows them.
func exportFormats() []string {
	return []string{"atom", "rss", "json", outlines, "gemtext", "html", "csv", archive}
}

// An entryWriter writes entries as they come, under what f says beside them.
type entryWriter func(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error

// sourceList is the OPML file that a page of entries offers.
func sourceList(feeds []publish.Link) ([]byte, error) {
	subs := make([]exchange.Subscription, len(feeds))
	for i, f := range feeds {
		subs[i] = exchange.Subscription{URL: f.URL, FeedTitle: f.Text}
	}
	var list bytes.Buffer
	err := exchange.WriteOPML(&list, "gemsub", subs)
	return list.Bytes(), err
}

// entryWriters are the formats of entries; gateway is for links of a page.
func entryWriters(gateway string) map[string]entryWriter {
	return map[string]entryWriter{
		"atom":    feed.WriteAtom,
		"rss":     feed.WriteRSS,
		"json":    feed.WriteJSON,
		"gemtext": publish.Gemtext,
		"html":    publish.HTMLOptions{Gateway: gateway, OPML: sourceList}.Write,
		"csv":     publish.CSV,
	}
}
