package publish

import (
	"bufio"
	"cmp"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
)

//go:embed planet.html
var planetSource string

// planet parses the template when it is needed: most runs write no page.
func (o HTMLOptions) planet() *template.Template {
	return template.Must(template.New("planet").Funcs(template.FuncMap{"href": href}).Parse(planetSource))
}

// HTMLOptions configure a page. Their zero value works.
type HTMLOptions struct {
	// OPML makes the list of feeds that the page offers, nil for none.
	OPML func(feeds []Link) ([]byte, error)
	// Posts says that entries have their posts, for which the page then has styles.
	Posts bool
}

// Write writes entries, newest first, as a page in one file, without scripts or images.
// Entries are grouped by day, with the titles of their feeds. Times of day are in UTC,
// and omitted if only the date is known, as for entries of pages (see
// [feed.Entry.Updated]). Posts, where entries have their ContentHTML, are folded below
// the titles.
//
// Links for which [address.MayLink] holds can be followed; others are plain text. The
// page begins with f's title and subtitle, and names Self, the page's own URL, and Link
// if they are known. It ends with the names of the feeds that the entries come from.
//
// Errors are those of w and of entries.
func (o HTMLOptions) Write(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	var failed error
	out := bufio.NewWriter(w)
	if err := o.planet().Execute(out, newPage(f, entries, &failed, o)); err != nil {
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
	Posts                             bool
	Entries                           iter.Seq[pageEntry]
	Days                              int // of the entries that were written

	sources map[string]Link // of the entries that were written, by URL
	opml    func([]Link) ([]byte, error)
}

// Sources returns the feeds of the entries that were written, by title.
func (p *page) Sources() []Link {
	return slices.SortedFunc(maps.Values(p.sources), func(a, b Link) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text)), cmp.Compare(a.URL, b.URL))
	})
}

// OPML returns the list of the sources as a URL that holds all of it, "" for none.
func (p *page) OPML() (template.URL, error) {
	if p.opml == nil {
		return "", nil
	}
	list, err := p.opml(p.Sources())
	return template.URL("data:text/x-opml;base64," + base64.StdEncoding.EncodeToString(list)), err
}

type pageEntry struct {
	Date        string // "" for none
	NewDay      bool   // the entry before has another date
	Link, Feed  Link
	Lang        string
	Author      string
	Time, Clock string // empty where no time of day is known
	Content     template.HTML
}

// A Link is a URL and its label on a page.
type Link struct{ URL, Text string }

func newPage(f *feed.Feed, entries iter.Seq2[feed.Entry, error], failed *error, o HTMLOptions) *page {
	p := &page{
		sources: map[string]Link{}, opml: o.OPML, Posts: o.Posts,
		Lang:     cmp.Or(f.Lang, "en"), // the page's own words are English
		Title:    f.Title,
		Subtitle: f.Subtitle,
		Self:     f.Self,
		Link:     f.Link,
	}
	p.Entries = p.entries(entries, failed)
	return p
}

// entries yields entries up to an error, which it stores in failed, counts their days, and
// records their feeds.
func (p *page) entries(all iter.Seq2[feed.Entry, error], failed *error) iter.Seq[pageEntry] {
	return func(yield func(pageEntry) bool) {
		last := ""
		for e, err := range all {
			if err != nil {
				*failed = err
				return
			}
			if e.Source != nil {
				p.sources[e.Source.Link] = Link{e.Source.Link, cmp.Or(e.Source.Title, e.Source.Link)}
			}
			entry := newPageEntry(e)
			if entry.NewDay = p.Days == 0 || entry.Date != last; entry.NewDay {
				p.Days++
			}
			if last = entry.Date; !yield(entry) {
				return
			}
		}
	}
}

func newPageEntry(e feed.Entry) pageEntry {
	entry := pageEntry{Date: dateOf(e), Link: Link{e.Link, cmp.Or(e.Title, e.Link)}, Author: e.Author, Content: template.HTML(e.ContentHTML())}
	if s := e.Source; s != nil {
		entry.Lang = s.Lang
		entry.Feed = Link{s.Link, s.Title}
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
	if !address.MayLink(link) {
		return ""
	}
	return template.URL(link)
}

// IsURL reports whether raw is an absolute URL with a host, whatever the scheme, and
// without a user name or password, which would be published.
func IsURL(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && u.Scheme != "" && u.Host != "" && u.User == nil && !strings.ContainsAny(raw, " <>\"{}|\\^`")
}
