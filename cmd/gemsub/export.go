package main

import (
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/publish"
	"gemsub/store"
)

func (p *program) exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write entries or subscriptions for other programs and people",
		ArgsUsage: "FORMAT [FEED…]",
		Description: `FORMAT is atom, rss or json (a feed of entries), gemtext or html (a page of them to
publish), csv, or opml (the subscriptions). A single FEED is written as the feed its
page stands for; none or several are merged, newest first, and each entry names its
source. Read entries are written too.

Examples:
  gemsub export atom > all.atom
  gemsub export atom 3 -o abelard.atom
  gemsub export html --tag friends --limit 100 --title "What friends write" -o index.html
  gemsub export gemtext --since 30d --per-feed 5 -o index.gmi
  gemsub export opml -o feeds.opml`,
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
	filter, err := p.exportFilter(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	chosen, err := exportChoice(c, db)
	if err != nil {
		return err
	}
	if len(chosen) == 0 && c.String("tag") != "" {
		p.untagged(c.String("tag"))
	}
	format := c.Args().First()
	if format == "opml" {
		return p.output(c, func(w io.Writer) error {
			return exchange.WriteOPML(w, cmp.Or(c.String("title"), "gemsub"), outlines(chosen))
		})
	}
	f, err := exportFeed(c, db, chosen, filter)
	if err != nil {
		return err
	}
	return p.output(c, func(w io.Writer) error { return entryWriters()[format](w, f) })
}

// exportFormats lists the formats in the order in which help shows them.
func exportFormats() []string {
	return []string{"atom", "rss", "json", "opml", "gemtext", "html", "csv"}
}

// entryWriters write entries, in every format but OPML, which is of feeds.
func entryWriters() map[string]func(io.Writer, *feed.Feed) error {
	return map[string]func(io.Writer, *feed.Feed) error{
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
		return usagef("--tag goes without feeds")
	case c.Int("per-feed") < 0 || c.IsSet("per-feed") && c.Int("per-feed") == 0:
		return usagef("--per-feed must be at least 1")
	}
	return nil
}

// output writes to the file that the flags name, or to standard output.
func (p *program) output(c *cli.Context, write func(io.Writer) error) error {
	if path := c.String("output"); path != "" {
		return replaceFile(path, write)
	}
	return write(p.out)
}

// outlines are subscriptions as a file for other programs lists them.
func outlines(subs []store.Subscription) []exchange.Subscription {
	all := make([]exchange.Subscription, len(subs))
	for i, s := range subs {
		all[i] = exchange.Subscription{URL: s.URL, Title: s.Title, FeedTitle: s.FeedTitle, Tags: s.Tags, Format: feed.Format(s.Format)}
	}
	return all
}

// exportFeed reads the entries of what was chosen: one feed as it is, or
// several merged.
func exportFeed(c *cli.Context, db *store.Store, chosen []store.Subscription, filter store.EntryFilter) (f *feed.Feed, err error) {
	named := c.NArg() > 1
	sources := make(map[int64]*feed.Feed, len(chosen))
	for _, s := range chosen {
		if named {
			filter.Subscriptions = append(filter.Subscriptions, s.ID)
		}
		sources[s.ID] = sourceFeed(s)
	}
	single := named && len(chosen) == 1
	if single {
		f = sources[chosen[0].ID]
	} else if f, err = mergedFeed(c, db, chosen); err != nil {
		return nil, err
	}
	for e, err := range exportEntries(c, db, filter) {
		if err != nil {
			return nil, err
		}
		entry := feed.Entry{ID: e.Ref, Link: e.URL, Title: e.Title, Author: e.Author, Updated: e.Updated, Published: e.Published}
		if !single {
			entry.Source = sources[e.SubscriptionID]
		}
		f.Entries = append(f.Entries, entry)
	}
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	f.Title, f.Self = cmp.Or(c.String("title"), f.Title), c.String("url")
	return f, nil
}

// exportEntries reads what is to be written, at most --per-feed entries of each
// feed.
func exportEntries(c *cli.Context, db *store.Store, filter store.EntryFilter) iter.Seq2[store.Entry, error] {
	n, limit := c.Int("per-feed"), filter.Limit
	if n == 0 {
		return db.Entries(c.Context, filter)
	}
	filter.Limit = 0 // --limit is of what --per-feed leaves
	return perFeed(db.Entries(c.Context, filter), n, limit)
}

// perFeed lets the first n entries of each feed through, and limit of all
// unless that is 0.
func perFeed(entries iter.Seq2[store.Entry, error], n, limit int) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		all, of := 0, map[int64]int{}
		for e, err := range entries {
			if of[e.SubscriptionID]++; of[e.SubscriptionID] > n {
				continue
			}
			if all++; !yield(e, err) || all == limit {
				return
			}
		}
	}
}

func (p *program) exportFilter(c *cli.Context) (store.EntryFilter, error) {
	f := store.EntryFilter{Tag: c.String("tag"), UnreadOnly: c.Bool("unread")}
	var err error
	if f.Limit, err = limit(c); err != nil {
		return f, err
	}
	f.Since, err = parseSince(c.String("since"), p.now())
	return f, err
}

func exportChoice(c *cli.Context, db *store.Store) ([]store.Subscription, error) {
	if named := c.Args().Tail(); len(named) > 0 {
		return selectFeeds(c.Context, db, named)
	}
	return db.Subscriptions(c.Context, store.SubscriptionFilter{Tag: c.String("tag")})
}

// sourceFeed is a subscription as a feed without its entries.
func sourceFeed(s store.Subscription) *feed.Feed {
	return &feed.Feed{
		ID:       s.URL,
		Link:     s.URL,
		Title:    s.Name(),
		Subtitle: s.Subtitle,
		Author:   s.Author,
		Lang:     s.Lang,
		Updated:  firstSet(s.FeedUpdated, s.ChangedAt, s.AddedAt),
	}
}

// mergedFeed is the feed that entries of several feeds are merged into. It
// says nothing of the present, so that the same database gives the same bytes.
func mergedFeed(c *cli.Context, db *store.Store, chosen []store.Subscription) (*feed.Feed, error) {
	id, err := db.FeedID(c.Context)
	if err != nil {
		return nil, err
	}
	f := &feed.Feed{ID: id, Title: "gemsub", Author: "gemsub", Updated: time.Unix(0, 0).UTC()}
	if tag := c.String("tag"); tag != "" {
		f.Title += ": " + tag
	}
	for _, s := range chosen {
		if t := firstSet(s.ChangedAt, s.AddedAt); t.After(f.Updated) {
			f.Updated = t
		}
	}
	return f, nil
}

func firstSet(times ...time.Time) time.Time {
	return cmp.Or(times...)
}
