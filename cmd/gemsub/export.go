package main

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/publish"
	"gemsub/internal/term"
	"gemsub/store"
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
written too.

Examples:
  gemsub export atom > all.atom
  gemsub export atom 3 -o abelard.atom
  gemsub export html --tag friends --limit 100 --title "What friends write" -o index.html
  gemsub export gemtext --since 30d --per-feed 5 -o index.gmi
  gemsub export opml -o feeds.opml
  gemsub export gemsub -o everything.jsonl`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "tag", Usage: "only feeds tagged `T`"},
			&cli.BoolFlag{Name: "unread", Usage: "only unread entries"},
			&cli.StringFlag{Name: "since", Usage: "only entries dated `DATE` or later; 7d means the last seven days"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Usage: "at most the newest `N` entries", DefaultText: "all"},
			&cli.IntFlag{Name: "per-feed", Usage: "at most the newest `N` entries of each feed", DefaultText: "all"},
			&cli.StringFlag{Name: "title", Usage: "call what is written `T`"},
			&cli.StringFlag{Name: "url", Usage: "say in it that it can be fetched at `U`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "replace `FILE` once all is written"},
		},
		Action: p.export,
	}
}

func (p *program) export(c *cli.Context) error {
	if err := checkExport(c); err != nil {
		return err
	}
	if c.Args().First() == archive {
		return p.exportArchive(c)
	}
	filter, err := p.exportFilter(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	format := c.Args().First()
	if format == "opml" {
		return p.exportOutlines(c, db)
	}
	x, err := p.exportOf(c, db, filter)
	if err != nil {
		return err
	}
	return p.output(c, false, func(w io.Writer) error { return entryWriters()[format](w, x.feed, x.entries) })
}

// exportFormats lists the formats in the order in which help shows them.
func exportFormats() []string {
	return []string{"atom", "rss", "json", "opml", "gemtext", "html", "csv", archive}
}

// An entryWriter writes entries as they come, under what f says beside them.
type entryWriter func(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error

// entryWriters are the formats but OPML, which is of feeds, and the archive.
func entryWriters() map[string]entryWriter {
	return map[string]entryWriter{
		"atom":    feed.WriteAtom,
		"rss":     feed.WriteRSS,
		"json":    feed.WriteJSON,
		"gemtext": publish.Gemtext,
		"html":    publish.HTML,
		"csv":     publish.CSV,
	}
}

func checkExport(c *cli.Context) error {
	format, formats := c.Args().First(), strings.Join(exportFormats(), ", ")
	switch {
	case c.NArg() == 0:
		return usagef("export needs a format (supported: %s)", formats)
	case !slices.Contains(exportFormats(), format):
		return usagef("unknown format %q (supported: %s)", format, formats)
	case c.IsSet("output") && c.String("output") == "":
		return usagef("--output needs a file name")
	case c.IsSet("tag") && c.NArg() > 1:
		return usagef("--tag cannot be combined with feeds")
	case c.Int("per-feed") < 0 || c.IsSet("per-feed") && c.Int("per-feed") == 0:
		return usagef("--per-feed must be at least 1")
	}
	return nil
}

// output writes to the file that the flags name, or to standard output, whatever
// feeds hold: nothing acts on the terminal of who looks at it. Nobody but its owner
// can read a private file.
func (p *program) output(c *cli.Context, private bool, document func(io.Writer) error) error {
	clean := term.CleanText
	if format := c.Args().First(); format == "json" || format == archive {
		clean = term.CleanJSON
	}
	write := func(w io.Writer) error { return document(clean(w)) }
	path := c.String("output")
	if path == "" {
		return write(p.Out)
	}
	database, err := p.databasePath(c)
	if err != nil {
		return err
	}
	if sameFile(path, database) {
		return fmt.Errorf("write %s: this is the database itself", path)
	}
	return replaceFile(path, private, write)
}

// exportOutlines writes the subscriptions themselves.
func (p *program) exportOutlines(c *cli.Context, db *store.Store) error {
	chosen, err := exportChoice(c, db)
	if err != nil {
		return err
	}
	if len(chosen) == 0 && c.String("tag") != "" {
		p.untagged(c.String("tag"))
	}
	return p.output(c, false, func(w io.Writer) error {
		return exchange.WriteOPML(w, cmp.Or(c.String("title"), "gemsub"), outlines(chosen))
	})
}

func exportChoice(c *cli.Context, db *store.Store) ([]store.Subscription, error) {
	if named := c.Args().Tail(); len(named) > 0 {
		return selectFeeds(c.Context, db, named)
	}
	return db.Subscriptions(c.Context, store.SubscriptionFilter{Tag: c.String("tag")})
}

// outlines are subscriptions as a file for other programs lists them.
func outlines(subs []store.Subscription) []exchange.Subscription {
	all := make([]exchange.Subscription, len(subs))
	for i, s := range subs {
		all[i] = exchange.Subscription{URL: s.URL, Title: s.Title, FeedTitle: s.FeedTitle, Tags: s.Tags, Format: feed.Format(s.Format)}
	}
	return all
}

func (p *program) exportFilter(c *cli.Context) (store.EntryFilter, error) {
	f := store.EntryFilter{Tag: c.String("tag"), UnreadOnly: c.Bool("unread"), Distinct: true, Merged: true}
	var err error
	if f.Limit, err = limit(c); err != nil {
		return f, err
	}
	f.Since, err = parseSince(c.String("since"), p.now())
	return f, err
}
