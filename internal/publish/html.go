package publish

import (
	"bufio"
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"

	"gemsub/feed"
)

//go:embed planet.html
var planetSource string

// planet parses the template when it is needed: most runs write no page.
func planet() *template.Template {
	return template.Must(template.New("planet").Funcs(template.FuncMap{"href": href}).Parse(planetSource))
}

// HTML writes entries, newest first, as a page in one file, without scripts or images.
// Entries are grouped by day, with the titles of their feeds. Times of day are in UTC,
// and omitted if only the date is known, as for entries of pages (see
// [feed.Entry.Updated]).
//
// Links to gemini, gopher, spartan, http, https and mailto can be followed; others are
// plain text. The page begins with f's title and subtitle, and names Self, the page's
// own URL, and Link if they are known.
//
// Errors are those of w and of entries.
func HTML(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	var failed error
	out := bufio.NewWriter(w)
	if err := planet().Execute(out, newPage(f, untilError(entries, &failed))); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return failed
}

// A page is the data of the template.
type page struct {
	Lang, Title, Subtitle, Self, Link string
	Days                              iter.Seq[pageDay]
}

type pageDay struct {
	Date    string
	Entries []pageEntry
}

type pageEntry struct {
	Link, Feed  link
	Lang        string
	Author      string
	Time, Clock string // empty where no time of day is known
}

type link struct{ URL, Text string }

func newPage(f *feed.Feed, entries iter.Seq[feed.Entry]) page {
	return page{
		Lang:     cmp.Or(f.Lang, "en"), // the page's own words are English
		Title:    f.Title,
		Subtitle: f.Subtitle,
		Self:     f.Self,
		Link:     f.Link,
		Days:     pageDays(entries),
	}
}

func pageDays(all iter.Seq[feed.Entry]) iter.Seq[pageDay] {
	return func(yield func(pageDay) bool) {
		for d := range days(all) {
			entries := make([]pageEntry, len(d.Entries))
			for i, e := range d.Entries {
				entries[i] = newPageEntry(e)
			}
			if !yield(pageDay{d.Date, entries}) {
				return
			}
		}
	}
}

func newPageEntry(e feed.Entry) pageEntry {
	entry := pageEntry{Link: link{e.Link, cmp.Or(e.Title, e.Link)}, Author: e.Author}
	if s := e.Source; s != nil {
		entry.Lang = s.Lang
		entry.Feed = link{s.Link, s.Title}
		if e.Author == s.Title {
			entry.Author = ""
		}
	}
	if t := e.Updated.UTC(); isDated(t) && t.Format(time.TimeOnly) != "12:00:00" {
		entry.Time, entry.Clock = t.Format(time.RFC3339), t.Format("15:04 UTC")
	}
	return entry
}

// href returns a link if it may be followed, else "". The template's own filter knows
// only schemes of the web; it still escapes markup in the result.
func href(link string) template.URL {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "gemini", "gopher", "spartan", "http", "https", "mailto":
		return template.URL(link)
	}
	return ""
}
