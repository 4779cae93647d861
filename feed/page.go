package feed

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/gemtext"
)

// MaxEntries is how many entries are read from one page. The longest gemlog
// index seen in the wild has 522; what lies beyond the bound is not read.
const MaxEntries = 100_000

// A Page is a document as it was fetched.
type Page struct {
	// URL is where the document came from after all redirects; it must be
	// absolute.
	URL *url.URL
	// Meta is the media type of the response: "text/gemini; lang=de". Empty
	// means text/gemini in UTF-8.
	Meta string
	// Body is the document as it was sent.
	Body []byte
	// Fetched is when it was sent; it dates a feed without entries.
	Fetched time.Time
}

// Read reads a text/gemini page as the feed it stands for ("Subscribing to
// Gemini pages", Feed elements and Entry elements). Every page of that type is
// a feed, if perhaps an empty one; the error is a *[MediaTypeError] for any
// other type.
func Read(p Page) (*Feed, error) {
	m, err := parseMeta(p.Meta)
	if err != nil {
		return nil, err
	}
	doc, _ := decode(p.Body, m.charset)
	r := reader{links: newResolver(p.URL), seen: map[string]int{}}
	for line := range gemtext.Lines(doc) {
		r.line(line)
	}
	f := &Feed{
		ID:       p.URL.String(),
		Link:     p.URL.String(),
		Title:    cmp.Or(cleanTitle(r.title), pageName(p.URL)),
		Subtitle: cleanTitle(r.subtitle),
		Lang:     m.lang,
		Format:   Gemtext,
		Updated:  p.Fetched.UTC().Truncate(time.Second),
		Entries:  newestFirst(r.entries),
	}
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	return f, nil
}

// A reader collects the parts of a feed line by line.
type reader struct {
	links           resolver
	title, subtitle string
	titled          bool // the first level-1 heading was met
	closed          bool // a line was met after which no subtitle counts
	entries         []Entry
	seen            map[string]int // entry ID -> its index in entries
}

func (r *reader) line(l gemtext.Line) {
	switch {
	case l.Kind == gemtext.Heading:
		r.heading(l)
		return
	case l.Kind == gemtext.Text && strings.Trim(l.Text, " \t") == "":
		return
	case l.Kind == gemtext.Link && len(r.entries) < MaxEntries:
		r.link(l)
	}
	// The specification counts "non-empty, non-header lines" only from the
	// title on.
	r.closed = r.titled
}

func (r *reader) heading(l gemtext.Line) {
	switch {
	case l.Level == 1 && !r.titled:
		r.title, r.titled = l.Text, true
	case l.Level == 2 && r.titled && !r.closed && r.subtitle == "":
		r.subtitle = l.Text
	}
}

func (r *reader) link(l gemtext.Line) {
	date, rest, ok := cutDate(l.Text)
	if !ok {
		return
	}
	link, err := r.links.resolve(l.URL)
	if err != nil {
		return
	}
	e := Entry{ID: link, Link: link, Title: entryTitle(rest, link, date), Updated: date}
	if i, dup := r.seen[link]; dup {
		if date.After(r.entries[i].Updated) {
			r.entries[i] = e
		}
		return
	}
	r.seen[link] = len(r.entries)
	r.entries = append(r.entries, e)
}

// newestFirst sorts entries that stand in the page's order. Those of one day
// keep that order, turned round where the page runs oldest first.
func newestFirst(entries []Entry) []Entry {
	if oldestFirst(entries) {
		slices.Reverse(entries)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return b.Updated.Compare(a.Updated) })
	return entries
}

// oldestFirst reports whether dates rise more often than they fall down the
// page: real pages mix in pinned posts and sections.
func oldestFirst(entries []Entry) bool {
	rises := 0
	for i := 1; i < len(entries); i++ {
		rises += entries[i].Updated.Compare(entries[i-1].Updated)
	}
	return rises > 0
}

// pageName is what stands in for a missing title: authority and path.
func pageName(u *url.URL) string {
	return cleanTitle(u.Host + u.Path)
}
