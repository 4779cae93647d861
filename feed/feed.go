package feed

import (
	"iter"
	"time"
)

// A Format is a way to read a document as a feed.
type Format string

// The formats.
const (
	Auto     Format = "auto"     // by media type and content
	Gemtext  Format = "gemtext"  // a page's dated links
	Atom     Format = "atom"     // RFC 4287
	RSS      Format = "rss"      // 0.9 to 2.0
	JSON     Format = "json"     // JSON Feed 1
	Headings Format = "headings" // a page's headings, as in tinylogs
	Links    Format = "links"    // all links of a page, dated when first seen
	Whole    Format = "page"     // any change of a page
)

// IsFound reports whether reading as [Auto] may come to f. Other formats have to be
// chosen.
func (f Format) IsFound() bool { return f != Links && f != Whole }

// A Feed is what a document says, in the parts of an Atom feed (RFC 4287). For a
// page they are as "Subscribing to Gemini pages", Feed elements, gives them.
type Feed struct {
	// ID identifies the feed for ever: the one it states (an Atom id, the
	// feed_url of JSON Feed), else the URL it came from.
	ID string
	// Link is where a person reads the feed; empty when there is no such place.
	Link string
	// Self is where this feed can be fetched again; empty means ID.
	Self string
	// Title is never empty: a page without a level-1 heading has its
	// authority and path as title.
	Title string
	// Subtitle is empty when the page has none.
	Subtitle string
	// Author is empty when unknown; Atom then gets the title in its place.
	Author string
	// Lang is the document's language as a BCP 47 tag, empty when unknown.
	Lang string
	// Format is how the document was read, empty where it was not.
	Format Format
	// Updated is the newest entry's time. Without a dated entry it is what the
	// document says of itself, or when it was fetched.
	Updated time.Time
	// Entries are newest first, those without a date last; within a day in the
	// document's own order, turned round where it runs oldest first. No two have
	// the same ID.
	Entries []Entry
}

// An Entry is one post ("Subscribing to Gemini pages", Entry elements).
type Entry struct {
	// ID identifies the entry within its feed. It is what an Atom, RSS or JSON
	// feed states, and Link where that states none. For an entry that has no
	// link of its own it is the document's URL with a fragment: a heading, a
	// digest, the time a document changed.
	ID string
	// Link is the absolute URL of the post; that of the document where the post
	// has none of its own.
	Link string
	// Title is never empty and safe to print: no control characters, no
	// bidirectional overrides, at most [MaxTitle] bytes.
	Title string
	// Author is empty when unknown.
	Author string
	// Updated is in UTC; noon for the date of a link or heading without a time
	// of day. It is zero where a document dates nothing: then the time the entry
	// was first seen stands in.
	Updated time.Time
	// Published is when the entry first appeared, zero when unknown.
	Published time.Time
	// Source is the feed an entry of a merged feed was copied from, nil
	// elsewhere; its Entries are not used.
	Source *Feed
}

// Distinct yields the entries of f in their order as they are to be written, of
// those with the same ID the first. The errors are nil.
func (f *Feed) Distinct() iter.Seq2[Entry, error] {
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
