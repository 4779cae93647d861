package feed

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
)

// MaxEntries is how many entries of one document count, the newest. The longest known
// gemlog index has 522.
const MaxEntries = 5000

// maxCollected is how many entries of one document are looked at.
const maxCollected = 100_000

// ReaderVersion counts the versions of what Read makes of documents. A digest names it, so
// that a new version reads every page again.
const ReaderVersion = "3"

// A Page is a document as it was fetched.
type Page struct {
	// URL is where the document came from, after all redirects. It must be
	// absolute.
	URL *url.URL
	// Meta is the media type of the response: "text/gemini; lang=de". Empty
	// means text/gemini in UTF-8.
	Meta string
	// Body is the document as it was sent.
	Body []byte
	// Fetched is when it was sent; it dates a feed without dated entries.
	Fetched time.Time
	// Format is how to read the document; empty means Auto.
	Format Format
	// Found says that Format was detected in an earlier document at this URL, not chosen
	// by the user. If it yields no entries, or the media type is of another, the format is
	// detected again.
	Found bool
}

// Read reads a document as a feed, in the page's format. [Auto] recognises Atom, RSS
// and JSON Feed by their content, whatever their media type. It reads any other
// text/gemini page by its dated links, or by its headings if at least two of level 2, or two of
// level 3, begin with a date, and more than there are dated links. The feed may be empty.
//
// The error is a *[MediaTypeError] if the document cannot be read in the format. It
// is a *[SyntaxError] for an Atom, RSS or JSON feed with a fault; if part of that could
// be read, the feed is not nil and can be used.
func Read(p Page) (*Feed, error) {
	d := newDocument(p)
	f, err := d.read()
	pinned := p.Found && cmp.Or(p.Format, Auto) != Auto
	if !pinned || f.hasEntries() && !d.isOfOtherType() {
		return f, err
	}
	d.page.Format = Auto
	if again, err := d.read(); again.hasEntries() {
		return again, err
	}
	return f, err
}

// isOfOtherType reports whether a page of links or headings is now served as Atom, RSS
// or JSON Feed.
func (d document) isOfOtherType() bool {
	return (d.page.Format == Gemtext || d.page.Format == Headings) && d.meta.isSyndicated()
}

// hasEntries reports whether f is not nil and has entries.
func (f *Feed) hasEntries() bool { return f != nil && len(f.Entries) > 0 }

// read reads the document in the page's format.
func (d document) read() (*Feed, error) {
	format, err := d.format()
	if err != nil {
		return nil, err
	}
	switch format {
	case Auto:
		return d.textPage().auto(), nil
	case Gemtext:
		return d.textPage().gemtext(), nil
	case Headings:
		return d.textPage().headings(), nil
	case Links:
		return d.textPage().allLinks(), nil
	case Menu:
		return d.menu(), nil
	case Whole:
		return d.whole(), nil
	}
	return d.syndicated()
}

// A document is a page with its parsed media type.
type document struct {
	page Page
	meta meta
}

func newDocument(p Page) document {
	return document{page: p, meta: parseMeta(p.Meta)}
}

// text returns the body in UTF-8, and a menu as gemtext; wrong reports an unknown charset
// or bytes that are invalid in it.
func (d document) text() (text string, wrong bool) {
	if d.meta.isMenu() {
		return d.menuText(), false
	}
	return decode(d.page.Body, d.meta.charset)
}

// feed returns a feed with the parts that all formats have in common.
func (d document) feed(format Format, title string, entries []Entry) *Feed {
	link := d.page.URL.String()
	f := &Feed{
		ID:      link,
		Link:    link,
		Title:   cleanTitle(title),
		Lang:    d.meta.lang,
		Format:  format,
		Updated: d.page.Fetched.UTC().Truncate(time.Second),
		Entries: newestFirst(entries),
	}
	if len(f.Entries) > MaxEntries {
		f.Entries = f.Entries[:MaxEntries:MaxEntries]
	}
	if !hasWord(f.Title) {
		f.Title = cmp.Or(cleanTitle(d.page.URL.Host+d.page.URL.Path), cleanTitle(link))
	}
	if len(entries) > 0 && !entries[0].Updated.IsZero() {
		f.Updated = entries[0].Updated
	}
	return f
}

// hasWord reports whether a title has a letter or digit: one made of signs alone
// names nothing.
func hasWord(title string) bool { return strings.ContainsFunc(title, isOfWord) }

func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// newestFirst sorts the entries of a document, those without a date last. Entries of
// the same time stay in the document's order, reversed if it runs oldest first.
func newestFirst(entries []Entry) []Entry {
	if oldestFirst(entries) {
		slices.Reverse(entries)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return b.Updated.Compare(a.Updated) })
	return entries
}

// oldestFirst reports whether dates rise more often than they fall down the page.
// Real pages have pinned posts and sections, so not all dates are in order.
func oldestFirst(entries []Entry) bool {
	rises := 0
	var above time.Time
	for _, e := range entries {
		if e.Updated.IsZero() {
			continue
		}
		if !above.IsZero() {
			rises += e.Updated.Compare(above)
		}
		above = e.Updated
	}
	return rises > 0
}

// format returns the format to read the document in: Auto for a page whose lines
// decide, Atom for Atom, RSS and JSON Feed, whose content decides.
func (d document) format() (Format, error) {
	f := cmp.Or(d.page.Format, Auto)
	switch f {
	case Auto:
		return d.detect()
	case Whole:
		return Whole, nil
	case Gemtext, Headings, Links, Menu:
		if !d.meta.isText() || d.page.Found && d.meta.mediaType == "text/html" {
			return "", &MediaTypeError{MediaType: d.meta.mediaType}
		}
		if f == Gemtext && d.meta.isMenu() {
			return Menu, nil // its dated links
		}
		return f, nil
	case Atom, RSS, JSON:
		return Atom, nil
	}
	return "", fmt.Errorf("unknown format %q", string(f))
}

// A collection is the entries of a feed in the document's order, no two with the
// same ID. Its zero value is empty.
type collection struct {
	entries []Entry
	index   map[string]int // an ID's place in entries
	text    int            // bytes of their links and IDs
}

// maxText bounds the links and IDs of a document's entries, in bytes: a page at a
// long URL could have gigabytes of links to its neighbours.
const maxText = 64 << 20

// add adds an entry, unless the collection is full. Of entries with the same ID the
// newest stays, in the place of the first.
func (c *collection) add(e Entry) {
	i, known := c.index[e.ID]
	switch {
	case c.text > maxText, !known && len(c.entries) == maxCollected:
	case !known:
		if c.index == nil {
			c.index = map[string]int{}
		}
		c.index[e.ID] = len(c.entries)
		c.entries = append(c.entries, e)
		c.text += len(e.Link) + len(e.ID)
	case e.Updated.After(c.entries[i].Updated):
		c.text += len(e.Link) - len(c.entries[i].Link)
		c.entries[i] = e
	}
}
