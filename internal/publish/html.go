package publish

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/base64"
	"html/template"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

//go:embed planet.html
var planetSource string

// html writes a page in one file, without scripts or images. Entries are grouped by day,
// with the titles of their feeds. Times of day are in UTC, and omitted if only the date is
// known, as for entries of pages (see [feed.Entry.Updated]). Posts, where entries have their
// ContentHTML, are folded below the titles.
//
// Links for which [address.MayLink] holds can be followed; others are plain text. The
// page begins with the feed's title and subtitle, and names Self, the page's own URL, and
// Link if they are known. It ends with the names of the feeds that the entries come from.
func (d Document) html(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	planet := template.New("planet").Funcs(template.FuncMap{"href": href, "link": newLink})
	p := &page{Feed: d.Feed, Posts: d.Posts, sources: map[string]model.Subscription{}}
	p.Entries = p.entries(entries)
	return template.Must(planet.Parse(planetSource)).Execute(out, p)
}

// A page is the data of the template.
type page struct {
	*feed.Feed
	Posts   bool
	Entries iter.Seq[pageEntry]
	Days    int // of the entries that were written

	sources map[string]model.Subscription // of the entries that were written, by URL
}

type pageEntry struct {
	feed.Entry
	Date        string // "" for none
	NewDay      bool   // the entry before has another date
	Time, Clock string // empty where no time of day is known
	Content     template.HTML
}

// entries yields entries, counts their days, and records their feeds.
func (p *page) entries(all iter.Seq[feed.Entry]) iter.Seq[pageEntry] {
	return func(yield func(pageEntry) bool) {
		last := ""
		for e := range all {
			entry := pageEntry{Entry: e, Date: format(e.Updated, time.DateOnly), Content: template.HTML(e.ContentHTML())}
			if entry.Source = sourceOf(e); e.Source != nil {
				p.sources[e.Source.Link] = model.Subscription{URL: e.Source.Link, FeedTitle: e.Source.Title}
			}
			if e.Author == entry.Source.Title {
				entry.Author = ""
			}
			if format(e.Updated, time.TimeOnly) != "12:00:00" {
				entry.Time, entry.Clock = format(e.Updated, time.RFC3339), format(e.Updated, "15:04 UTC")
			}
			if entry.NewDay = p.Days == 0 || entry.Date != last; entry.NewDay {
				p.Days++
			}
			if last = entry.Date; !yield(entry) {
				return
			}
		}
	}
}

// Sources returns the feeds of the entries that were written, by title.
func (p *page) Sources() []model.Subscription {
	return slices.SortedFunc(maps.Values(p.sources), func(a, b model.Subscription) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name())), cmp.Compare(a.URL, b.URL))
	})
}

// OPML returns the list of the sources as a URL that holds all of it.
func (p *page) OPML() (template.URL, error) {
	var list bytes.Buffer
	err := OPML(&list, "gemsub", p.Sources())
	return template.URL("data:text/x-opml;base64," + base64.StdEncoding.EncodeToString(list.Bytes())), err
}

// A link is a URL and its label on a page.
type link struct{ URL, Text string }

// newLink returns a link, labelled with its URL if it has no other label.
func newLink(url, text string) link { return link{url, cmp.Or(text, url)} }

// href returns a link if it may be followed, else "". The template's own filter knows
// only schemes of the web; it still escapes markup in the result.
func href(link string) template.URL {
	if !address.MayLink(link) {
		return ""
	}
	return template.URL(link)
}
