package feed

import (
	"iter"
	"slices"
	"time"
)

// A Format is a way to read a document as a feed.
type Format string

// The formats.
const (
	Auto      Format = "auto"     // by media type and content
	Gemtext   Format = "gemtext"  // a page's dated links
	Atom      Format = "atom"     // RFC 4287
	RSS       Format = "rss"      // 0.9 to 2.0
	JSON      Format = "json"     // JSON Feed 1
	Headings  Format = "headings" // a page's headings, as in tinylogs
	Links     Format = "links"    // all links of a page, with or without a date
	WholePage Format = "page"     // each change of a page is an entry
	Menu      Format = "menu"     // a Gopher menu's dated items
	Twtxt     Format = "twtxt"    // lines of a time and a text
)

// NoEntriesText says that a document in format f has no entries, and describes an entry.
func (f Format) NoEntriesText() string {
	switch f {
	case Atom:
		return "an Atom feed without entries"
	case RSS:
		return "an RSS feed without entries"
	case JSON:
		return "a JSON feed without entries"
	case Headings:
		return "no headings found: an entry is a line such as ## 2026-01-31"
	case Menu:
		return "no dated items found: an entry is an item whose label or file name begins with a date such as 2026-01-31"
	case Links:
		return "no links found: an entry is a line such as => post.gmi Title"
	case Twtxt:
		return "no entries found: an entry is a line such as 2026-01-31T12:00:00Z, a tab and a text"
	}
	return "no dated links found: an entry is a line such as => post.gmi 2026-01-31 Title"
}

// IsSyndicated reports whether f is Atom, RSS or JSON Feed.
func (f Format) IsSyndicated() bool { return f == Atom || f == RSS || f == JSON }

// Formats lists all formats.
func Formats() []Format {
	return []Format{Auto, Gemtext, Atom, RSS, JSON, Twtxt, Headings, Links, WholePage, Menu}
}

// HasSections reports whether entries in format f are parts of their page, so that no request
// returns the text of one entry alone.
func (f Format) HasSections() bool { return f == Headings || f == Twtxt }

// MaxEntries returns how many entries of a document in format f are kept, the newest.
func (f Format) MaxEntries() int {
	if f == Twtxt {
		return maxCollected
	}
	return MaxEntries
}

// IsDetectable reports whether [Auto] may choose f. Only users can choose the other formats.
func (f Format) IsDetectable() bool { return f != Links && f != WholePage }

// A Feed is the content of a document, with the elements of an Atom feed (RFC 4287).
// "Subscribing to Gemini pages", Feed elements, defines them for a page.
type Feed struct {
	// ID identifies the feed permanently: the feed's own id (Atom's id, JSON Feed's feed_url),
	// else the URL from which it was fetched.
	ID string
	// Link is the URL where people read the feed; empty if unknown.
	Link string
	// Self is the URL from which this feed can be fetched again; empty means ID.
	Self string
	// Title is never empty: for a page without a level-1 heading it is the page's authority and
	// path.
	Title string
	// Subtitle is empty if the document has none.
	Subtitle string
	// Author is empty if unknown.
	Author string
	// Lang is the document's language as a BCP 47 tag, empty if unknown.
	Lang string
	// Format is how the document was read, empty for a feed that was not read.
	Format Format
	// DateSource says where the dates of a Gopher menu are. It is empty for other formats and
	// without entries.
	DateSource DateSource
	// Updated is the newest entry's time. Without a dated entry it is the document's own date,
	// else the time when it was fetched.
	Updated time.Time
	// SharedIDs counts the items for each ID that several items of an Atom, RSS or JSON feed have.
	// Only the newest item of an ID is in Entries.
	SharedIDs map[string]int
	// NewestHeading is the date of the newest dated heading of level 2 or 3 of a page, even if its
	// entries are links; zero for none.
	NewestHeading time.Time
	// Entries are newest first; undated entries come last. Entries of one day are in the
	// document's order, reversed if the document runs oldest first. No two entries have the same
	// ID.
	Entries []Entry
}

// An Entry is one post ("Subscribing to Gemini pages", Entry elements).
type Entry struct {
	// ID identifies the entry within its feed: the id in an Atom, RSS or JSON feed, else Link,
	// with a fragment if other entries have the same link. For an entry without a link of its own
	// it is the document's URL with a fragment: a heading, a digest, or the time of a change.
	ID string
	// WithoutID says that the entry has a link but no id in the document. Another version of the
	// entry may have the same link and another title.
	WithoutID bool
	// Link is the absolute URL of the post, or the document's URL if the post has no URL of its
	// own.
	Link string
	// Title is never empty and safe to print: no control characters, no
	// bidirectional overrides, at most [MaxTitle] bytes.
	Title string
	// Provisional says that the document has no title for the entry, so that Title was made from
	// the link or the date. The first heading of the post is a better title.
	Provisional bool
	// Author is empty if unknown.
	Author string
	// Updated is in UTC, at noon for a date without a time of day. It is zero if the document has
	// no date; callers then use the time when they first saw the entry.
	Updated time.Time
	// Published is when the entry first appeared, zero if unknown.
	Published time.Time
	// Content is the post itself, nil for none.
	Content *Content
	// Source is the feed from which an entry of a merged feed was copied, nil for other entries.
	// Source.Entries is not used.
	Source *Feed
}

// A Content is the post of an entry. It is a separate struct to save memory: most entries
// have none.
type Content struct {
	// Text is the post in an Atom, RSS or JSON feed, cut a little over 1 MiB, or the text of a
	// section of a page. MediaType is the media type of Text.
	Text, MediaType string
	// Linked are the pages to which the text links. Read leaves this field empty.
	Linked LinkedPages
	// HTML is the post for package publish: HTML with absolute links and without scripts, empty
	// for none. Read leaves this field empty.
	HTML string
}

// LinkedPages are the pages of other authors to which a text links, see package render.
type LinkedPages struct {
	Pages   []LinkedPage
	Authors int // how many authors these pages have, without pages of the web
}

// A LinkedPage is a page to which a text links. Page is the key that all URLs of the page have in
// common, see [address.PageKey]. URL is the URL in the text.
type LinkedPage struct{ Page, URL string }

// ContentHTML returns the HTML of e's Content, empty for none.
func (e Entry) ContentHTML() string {
	if e.Content == nil {
		return ""
	}
	return e.Content.HTML
}

// DistinctEntries yields the entries of f in order. It skips an entry if an earlier one has the same
// ID. All errors are nil.
func (f *Feed) DistinctEntries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		seen := make(map[string]bool, len(f.Entries))
		for _, e := range f.Entries {
			if seen[e.ID] {
				continue
			}
			seen[e.ID] = true
			if !yield(e, nil) {
				return
			}
		}
	}
}

// rhythmTimes is the number of newest times from which a feed's rhythm is computed.
const rhythmTimes = 20

// Rhythm returns the median gap between the newest 20 distinct times of entries of f,
// zero if there are fewer than two.
func (f *Feed) Rhythm() time.Duration {
	var gaps []time.Duration
	var newer time.Time
	for _, e := range f.Entries {
		if e.Updated.IsZero() || len(gaps) == rhythmTimes-1 {
			break
		}
		if gap := newer.Sub(e.Updated); !newer.IsZero() && gap > 0 {
			gaps = append(gaps, gap)
		}
		newer = e.Updated
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
