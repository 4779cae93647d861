package feed

import "time"

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

// A Feed is what a page says: the parts of an Atom feed (RFC 4287) that the
// convention of "Subscribing to Gemini pages", Feed elements, gives it.
type Feed struct {
	// ID identifies the feed for ever; for a page it is the URL it came from.
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
	// Lang is the page's language as a BCP 47 tag, empty when unknown.
	Lang string
	// Format is how the document was read, empty where it was not.
	Format Format
	// Updated is the newest entry's time, or when the page was fetched if it
	// has no entry.
	Updated time.Time
	// Entries are newest first; within a day in the page's own order, turned
	// round where the page runs oldest first. No two have the same ID.
	Entries []Entry
}

// An Entry is one dated post ("Subscribing to Gemini pages", Entry elements).
type Entry struct {
	// ID identifies the entry within its feed; for a page it equals Link.
	ID string
	// Link is the absolute URL of the post.
	Link string
	// Title is never empty and safe to print: no control characters, no
	// bidirectional overrides, at most [MaxTitle] bytes.
	Title string
	// Author is empty when unknown.
	Author string
	// Updated is noon UTC of the date on the page. It is zero where a document
	// dates nothing: then the time the entry was first seen stands in.
	Updated time.Time
	// Published is when the entry first appeared, zero when unknown.
	Published time.Time
	// Source is the feed an entry of a merged feed was copied from, nil
	// elsewhere; its Entries are not used.
	Source *Feed
}
