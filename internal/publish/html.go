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

// writeHTML writes a page in one file, without scripts or images. Entries are grouped by day,
// with the titles of their feeds. Times of day are in UTC, and omitted if only the date is
// known (see [feed.Entry.Updated]). The posts of entries that have ContentHTML are folded
// below the titles.
//
// Links that [address.MayLink] allows can be followed; others are plain text. The page begins
// with the feed's title and subtitle, and names Self, the page's own URL, and Link if they
// are known. It ends with the names of the feeds that the entries come from.
func (d Document) writeHTML(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	planet := template.New("planet").Funcs(template.FuncMap{"href": href})
	p := &htmlPage{Feed: d.Feed, Posts: d.Posts, sources: map[string]model.Subscription{}}
	p.Entries = p.groupByDay(entries)
	return template.Must(planet.Parse(planetSource)).Execute(out, p)
}

// A htmlPage is the data of the template.
type htmlPage struct {
	*feed.Feed
	Posts   bool
	Entries iter.Seq[htmlEntry]
	Days    int // so far

	sources map[string]model.Subscription // so far, by URL
}

type htmlEntry struct {
	feed.Entry
	Date        string // "" for none
	NewDay      bool   // the previous entry has another date
	Time, Clock string // empty if no time of day is known
	Content     template.HTML
}

// groupByDay yields entries, counts their days, and records their feeds.
func (p *htmlPage) groupByDay(all iter.Seq[feed.Entry]) iter.Seq[htmlEntry] {
	return func(yield func(htmlEntry) bool) {
		last := ""
		for e := range all {
			entry := htmlEntry{Entry: e, Date: formatTime(e.Updated, time.DateOnly), Content: template.HTML(e.ContentHTML())}
			if entry.Source = sourceOf(e); entry.Source.Link != "" { // the source of pages kept by later has no page
				p.sources[e.Source.Link] = model.Subscription{URL: e.Source.Link, FeedTitle: e.Source.Title}
			}
			if e.Author == entry.Source.Title {
				entry.Author = ""
			}
			if formatTime(e.Updated, time.TimeOnly) != "12:00:00" {
				entry.Time, entry.Clock = formatTime(e.Updated, time.RFC3339), formatTime(e.Updated, "15:04 UTC")
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
func (p *htmlPage) Sources() []model.Subscription {
	return slices.SortedFunc(maps.Values(p.sources), func(a, b model.Subscription) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name())), cmp.Compare(a.URL, b.URL))
	})
}

// OPML returns the list of the sources as a data URL.
func (p *htmlPage) OPML() (template.URL, error) {
	var list bytes.Buffer
	err := WriteOPML(&list, "gemsub", p.Sources())
	return template.URL("data:text/x-opml;base64," + base64.StdEncoding.EncodeToString(list.Bytes())), err
}

// href returns a link if it may be followed, else "". It replaces the template's own filter,
// which allows only schemes of the web; the template still escapes markup in the result.
func href(link string) template.URL {
	if !address.MayLink(link) {
		return ""
	}
	return template.URL(link)
}
