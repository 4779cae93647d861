package main

import (
	"bufio"
	"cmp"
	"iter"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/term"
	"gemsub/store"
)

// filterFeed narrows f to the feed that --feed names.
func filterFeed(c *cli.Context, db *store.Store, f *store.EntryFilter) error {
	if c.String("feed") == "" {
		return nil
	}
	chosen, err := selectFeeds(c.Context, db, []string{c.String("feed")})
	for _, s := range chosen {
		f.Subscriptions = append(f.Subscriptions, s.ID)
	}
	return err
}

// An entryList prints entries as the flags of [entryListFlags] want.
type entryList struct {
	filter store.EntryFilter
	print  func(store.Entry) error
	flush  func() error
}

// entryListFlags are what the commands that list entries have in common.
func entryListFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "feed", Usage: "only entries of `FEED`"},
		&cli.StringFlag{Name: "tag", Usage: "only entries of feeds tagged `T`"},
		&cli.StringFlag{Name: "since", Usage: "only entries dated `DATE` or later; 7d means the last seven days"},
		&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Usage: "at most `N` entries", DefaultText: "all"},
		&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"},
	}
}

func (p *program) newEntryList(c *cli.Context) (*entryList, error) {
	out := bufio.NewWriter(p.out)
	l := &entryList{filter: store.EntryFilter{Tag: c.String("tag")}, flush: out.Flush}
	var err error
	if l.filter.Limit, err = limit(c); err != nil {
		return nil, err
	}
	if l.filter.Since, err = parseSince(c.String("since"), p.now()); err != nil {
		return nil, err
	}
	switch {
	case c.IsSet("json") && c.IsSet("template"):
		return nil, usagef("--json and --template exclude each other")
	case c.Bool("json") && !c.IsSet("template"):
		l.print = func(e store.Entry) error { return writeJSON(out, newJSONEntry(e)) }
	case c.String("template") != "":
		t, err := entryTemplate(c.String("template"))
		if err != nil {
			return nil, err
		}
		l.print = func(e store.Entry) error { return printTemplate(out, t, e) }
	default:
		t := p.entryTable()
		l.print = func(e store.Entry) error { return t.Row(p.entryRow(e)...) }
		l.flush = t.Flush
	}
	return l, nil
}

// limit reads --limit; 0 means no limit.
func limit(c *cli.Context) (int, error) {
	n := c.Int("limit")
	if n < 0 || c.IsSet("limit") && n == 0 {
		return 0, usagef("--limit must be at least 1")
	}
	return n, nil
}

// show prints entries and returns how many there were. Those before an error are
// printed too.
func (l *entryList) show(entries iter.Seq2[store.Entry, error]) (n int, err error) {
	for e, listErr := range entries {
		if err = listErr; err == nil {
			err = l.print(e)
		}
		if err != nil {
			break
		}
		n++
	}
	return n, cmp.Or(err, l.flush())
}

// printEntries prints entries as a table.
func (p *program) printEntries(entries []store.Entry) error {
	t := p.entryTable()
	for _, e := range entries {
		if err := t.Row(p.entryRow(e)...); err != nil {
			return err
		}
	}
	return t.Flush()
}

func (p *program) entryTable() *term.Table {
	columns := []term.Column{
		{Title: "#", Right: true},
		{Title: "DATE", Drop: 1},
		{Title: "FEED", Min: 12, Drop: 2},
		{Title: "TITLE", Min: 20},
	}
	if !p.out.IsTerminal() { // a person opens an entry by its number
		columns = append(columns, term.Column{Title: "URL"})
	}
	return term.NewTable(p.out, columns...)
}

func (p *program) entryRow(e store.Entry) []term.Cell {
	row := []term.Cell{
		{Text: strconv.FormatInt(e.ID, 10)},
		{Text: e.Updated.Format(time.DateOnly), Style: term.Dim},
		{Text: e.FeedTitle, Style: term.Cyan},
		{Text: e.Title, Style: p.emphasis(e.Unread)},
	}
	if !p.out.IsTerminal() {
		row = append(row, term.Cell{Text: e.URL})
	}
	return row
}

// parseSince reads a date, or a time before now as parseSpan does.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	d, ok := parseSpan(s)
	if !ok {
		return time.Time{}, usagef("%q is no date: use 2026-01-31, or 12h, 7d, 2w, 1y before now", s)
	}
	return now.Add(-d), nil
}
