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

// planet is read when it is needed: most runs write no page.
func planet() *template.Template {
	return template.Must(template.New("planet").Funcs(template.FuncMap{"href": href}).Parse(planetSource))
}

// HTML writes entries, newest first, as a page of their own, which needs nothing beside it: no script, no
// image, no other file. Entries are grouped by day, with the title of the feed they
// come from. Times of day are in UTC; where the date is all that is known, as of pages
// (see [feed.Entry.Updated]), there is none.
//
// Links are followed to gemini, gopher, spartan, http, https and mailto; any other
// stays text. What f says beside its entries heads the page. Self, where the page
// will be, is stated if known; so is Link.
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

// A page is what the template shows.
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

// href is a link that may be followed, empty for others. The template's own filter
// knows the schemes of the web alone; what it does against markup in URLs is still
// done.
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
