package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/term"
	"gemsub/store"
)

func (p *program) entriesCommand() *cli.Command {
	return &cli.Command{
		Name:    "entries",
		Aliases: []string{"new"},
		Usage:   "list unread entries, newest first",
		Description: `In a pipe each line holds number, date, feed, title and URL, separated by tabs.
A template is Go's text/template over the fields ID, Feed, FeedID, FeedURL, URL,
Title, Updated, FirstSeen and Unread; {{.Updated | date "2006-01-02"}} formats a time.

Examples:
  gemsub entries
  gemsub entries --all --feed 3 --limit 20
  gemsub entries --since 7d --json
  gemsub entries --template '=> {{.URL}} {{.Updated | date "2006-01-02"}} {{.Title}}'`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read entries too"},
			&cli.StringFlag{Name: "feed", Usage: "only entries of `FEED`"},
			&cli.StringFlag{Name: "tag", Usage: "only entries of feeds tagged `T`"},
			&cli.StringFlag{Name: "since", Usage: "only entries dated `DATE` or later; 7d means the last seven days"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Usage: "at most `N` entries", DefaultText: "all"},
			&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"},
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"},
		},
		Action: p.entries,
	}
}

func (p *program) entries(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("entries takes no argument (see --feed)")
	}
	print, flush, err := p.entryPrinter(c)
	if err != nil {
		return err
	}
	f := store.EntryFilter{Tag: c.String("tag"), UnreadOnly: !c.Bool("all"), Limit: c.Int("limit")}
	if f.Limit < 0 || c.IsSet("limit") && f.Limit == 0 {
		return usagef("--limit must be at least 1")
	}
	if f.Since, err = parseSince(c.String("since"), p.now()); err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := filterFeed(c, db, &f); err != nil {
		return err
	}
	n := 0
	for e, err := range db.Entries(c.Context, f) {
		if err != nil {
			return err
		}
		if err := print(e); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		if err := p.nothingShown(c, db); err != nil {
			return err
		}
	}
	return flush()
}

// nothingShown says why no entry is shown where that may be a mistake; that
// there is nothing new is worth a line to a person only.
func (p *program) nothingShown(c *cli.Context, db *store.Store) error {
	tagged, err := db.Subscriptions(c.Context, store.SubscriptionFilter{Tag: c.String("tag")})
	switch {
	case err != nil:
		return err
	case len(tagged) == 0 && c.IsSet("tag"):
		p.untagged(c.String("tag"))
	case p.err.IsTerminal():
		p.say("no entries to show; gemsub entries --all shows read ones too")
	}
	return nil
}

func (p *program) untagged(tag string) {
	p.say("no feed is tagged %s", tag)
}

// filterFeed narrows f to the feed that --feed names.
func filterFeed(c *cli.Context, db *store.Store, f *store.EntryFilter) error {
	if !c.IsSet("feed") {
		return nil
	}
	chosen, err := selectFeeds(c.Context, db, []string{c.String("feed")})
	for _, s := range chosen {
		f.Subscriptions = append(f.Subscriptions, s.ID)
	}
	return err
}

// entryPrinter returns how the flags want entries printed.
func (p *program) entryPrinter(c *cli.Context) (print func(store.Entry) error, flush func() error, err error) {
	done := func() error { return nil }
	switch {
	case c.Bool("json") && c.IsSet("template"):
		return nil, nil, usagef("--json and --template exclude each other")
	case c.Bool("json"):
		return func(e store.Entry) error { return writeJSON(p.out, newJSONEntry(e)) }, done, nil
	case c.IsSet("template"):
		t, err := entryTemplate(c.String("template"))
		if err != nil {
			return nil, nil, err
		}
		return func(e store.Entry) error { return printTemplate(p.out, t, e) }, done, nil
	}
	t := p.entryTable()
	return func(e store.Entry) error { return t.Row(p.entryRow(e)...) }, t.Flush, nil
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

// A templateEntry is what a template sees of an entry.
type templateEntry struct {
	ID, FeedID                int64
	Feed, FeedURL, URL, Title string
	Updated, FirstSeen        time.Time
	Unread                    bool
}

func entryTemplate(text string) (*template.Template, error) {
	t, err := template.New("--template").Option("missingkey=error").Funcs(template.FuncMap{
		"date": func(layout string, t time.Time) string { return t.UTC().Format(layout) },
	}).Parse(text)
	if err != nil {
		return nil, templateError(err)
	}
	if err := t.Execute(io.Discard, templateEntry{}); err != nil {
		return nil, templateError(err)
	}
	return t, nil
}

// templateError words an error of text/template, which names places and types
// of this program, for somebody who wrote one line.
func templateError(err error) error {
	_, message, _ := strings.Cut(err.Error(), ":1:")
	if _, field, ok := strings.Cut(message, "can't evaluate field "); ok {
		name, _, _ := strings.Cut(field, " ")
		return usagef("--template: there is no field %s", name)
	}
	message = strings.TrimLeft(message, "0123456789: ")
	return usagef("--template: %s", strings.TrimPrefix(message, `executing "--template" at `))
}

func printTemplate(w io.Writer, t *template.Template, e store.Entry) error {
	var line strings.Builder
	err := t.Execute(&line, templateEntry{
		ID: e.ID, FeedID: e.SubscriptionID,
		Feed: term.Safe(e.FeedTitle), FeedURL: e.FeedURL, URL: term.Safe(e.URL), Title: term.Safe(e.Title),
		Updated: e.Updated, FirstSeen: e.FirstSeen, Unread: e.Unread,
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, line.String())
	return err
}

// parseSince reads a date, or a number of hours, days or weeks before now.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	units := map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	const most = 100_000 // far over a century in each unit, far under a Duration's end
	n, err := strconv.Atoi(s[:len(s)-1])
	unit, ok := units[s[len(s)-1]]
	if err == nil && (!ok || n < 0 || n > most) {
		err = errors.New("out of range")
	}
	if err != nil {
		return time.Time{}, usagef("%q is no date: use 2026-01-31, or 12h, 7d, 2w for the time up to now", s)
	}
	return now.Add(-time.Duration(n) * unit), nil
}
