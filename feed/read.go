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

// MaxEntries is how many entries of one document are kept, the newest. Twtxt has a limit of its own.
// The longest known gemlog index has 522 entries.
const MaxEntries = 5000

// maxCollected is how many entries of one document are read.
const maxCollected = 20_000

// ReaderVersion changes whenever [Read] reads documents differently. The digests of pages contain
// the version, so a new version reads every page again.
const ReaderVersion = "4"

// A Page is a document as it was fetched.
type Page struct {
	// URL is the absolute URL of the document, after all redirects.
	URL *url.URL
	// Meta is the media type of the response: "text/gemini; lang=de". Empty
	// means text/gemini in UTF-8.
	Meta string
	// Body is the unchanged document.
	Body []byte
	// Fetched is when the document was fetched. A feed without dated entries gets this date.
	Fetched time.Time
	// Format is how to read the document; empty means Auto.
	Format Format
	// Detected says that Format was detected in an earlier document at this URL, and not chosen by
	// the user. Read then detects the format again. Format counts only if that finds no entries,
	// or if Format is Headings.
	Detected bool
}

// Read reads a document as a feed, in the page's format. For [Auto] the first rule that applies
// decides:
//
//  1. A document that begins like Atom, RSS or JSON Feed is read as such. Its media type does not
//     matter.
//  2. A Gopher menu is read by its dated items.
//  3. A text/plain document is read as twtxt if two or more lines have its form, and these lines
//     outnumber all others. Blank lines and lines that begin with "#" do not count.
//  4. A text/gemini, text/plain or text/markdown page is read by its dated headings if two or more
//     headings of level 2, or of level 3, have a date, and these headings outnumber the page's
//     dated links.
//  5. Any other text/gemini page is read by its dated links.
//
// A page that was read by its headings before ([Page.Detected]) is read by them again while one of
// them has a date. The feed may be empty.
//
// The error is a *[MediaTypeError] if the document cannot be read in the format. It is a
// *[SyntaxError] for an Atom, RSS or JSON feed with a fault; if a part could be read, the
// feed is not nil and can be used.
func Read(p Page) (*Feed, error) {
	d := newDocument(p)
	if !p.Detected || cmp.Or(p.Format, Auto) == Auto {
		return d.read()
	}
	d.before, d.page.Format = p.Format, Auto
	if f, err := d.read(); f.hasEntries() {
		return f, err
	}
	d.page.Format = p.Format // the page has no entries now, so the former format decides
	return d.read()
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
		return d.newTextPage().readAuto(), nil
	case Gemtext:
		return d.newTextPage().readDatedLinks(), nil
	case Headings:
		return d.newTextPage().readHeadings(d.page.Detected || d.page.Format == Auto), nil
	case Twtxt:
		return d.readTwtxt(), nil
	case Links:
		if d.meta.isMenu() {
			return d.readAllItems(), nil
		}
		return d.newTextPage().readLinks(), nil
	case Menu:
		return d.readDatedItems(), nil
	case WholePage:
		return d.readWholePage(), nil
	}
	return d.readSyndicated()
}

// A document is a page with its parsed media type.
type document struct {
	page   Page
	meta   meta
	before Format // the format of an earlier document at this URL; empty if unknown
}

func newDocument(p Page) document {
	return document{page: p, meta: parseMeta(p.Meta)}
}

// decodeText returns the body in UTF-8, or a menu as gemtext. wrong reports an unknown charset or
// invalid bytes.
func (d document) decodeText() (text string, wrong bool) {
	if d.meta.isMenu() {
		return d.menuText(), false
	}
	return decode(d.page.Body, d.meta.charset)
}

// newFeed returns a feed with the elements common to all formats. It sorts entries, keeps the
// newest MaxEntries (maxCollected of twtxt), and replaces a title without a letter or digit by
// the URL.
func (d document) newFeed(format Format, title string, entries []Entry) *Feed {
	link := d.page.URL.String()
	f := &Feed{
		ID:      link,
		Link:    link,
		Title:   safeTitle(title),
		Lang:    d.meta.lang,
		Format:  format,
		Updated: d.page.Fetched.UTC().Truncate(time.Second),
		Entries: newestFirst(entries),
	}
	if most := format.MaxEntries(); len(f.Entries) > most {
		f.Entries = f.Entries[:most:most]
	}
	if !hasWord(f.Title) {
		f.Title = cmp.Or(safeTitle(d.page.URL.Host+d.page.URL.Path), safeTitle(link))
	}
	if len(entries) > 0 && !entries[0].Updated.IsZero() {
		f.Updated = entries[0].Updated
	}
	return f
}

// hasWord reports whether a title has a letter or digit. Signs alone are no title.
func hasWord(title string) bool { return strings.ContainsFunc(title, isOfWord) }

func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// newestFirst sorts entries in place and returns them. Undated entries come last. Entries of the
// same time stay in the document's order, reversed if the document runs oldest first.
func newestFirst(entries []Entry) []Entry {
	if oldestFirst(entries) {
		slices.Reverse(entries)
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return b.Updated.Compare(a.Updated) })
	return entries
}

// oldestFirst reports whether the dates down the page rise more often than they fall. Real pages
// have pinned posts and sections, so not all dates are in order.
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

// format returns the format in which to read the document. Auto means that the page's lines decide.
// Atom stands for Atom, RSS and JSON Feed, whose content decides. format fails if the document's
// media type cannot have the page's format, or if that format is unknown.
func (d document) format() (Format, error) {
	f := cmp.Or(d.page.Format, Auto)
	switch f {
	case Auto:
		return d.detect()
	case WholePage:
		return WholePage, nil
	case Gemtext, Headings, Links, Menu, Twtxt:
		if !d.meta.isText() || d.page.Detected && d.meta.mediaType == "text/html" {
			return "", &MediaTypeError{MediaType: d.meta.mediaType}
		}
		if f == Gemtext && d.meta.isMenu() {
			return Menu, nil // a menu's dated items stand for dated links
		}
		return f, nil // the others are read line by line
	case Atom, RSS, JSON:
		return Atom, nil
	}
	return "", fmt.Errorf("unknown format %q", string(f))
}

// An entryCollector collects the entries of a feed in the document's order, no two with the same ID.
// The zero value is empty.
type entryCollector struct {
	entries []Entry
	index   map[string]int // the index in entries, by ID
	shared  map[string]int // how many entries were added with an ID, if more than one
}

// add adds an entry, unless the collector is full. If several entries have the same ID, the newest
// stays, in the place of the first.
func (c *entryCollector) add(e Entry) {
	i, known := c.index[e.ID]
	switch {
	case !known && len(c.entries) == maxCollected:
	case !known:
		if c.index == nil {
			c.index = map[string]int{}
		}
		c.index[e.ID] = len(c.entries)
		c.entries = append(c.entries, e)
	default:
		if c.shared == nil {
			c.shared = map[string]int{}
		}
		c.shared[e.ID] = max(1, c.shared[e.ID]) + 1
		if e.Updated.After(c.entries[i].Updated) {
			c.entries[i] = e
		}
	}
}
