package model

import (
	"cmp"
	"strings"
	"time"
)

// An Entry is one dated post of a subscription ("Subscribing to Gemini
// pages", Entry elements).
type Entry struct {
	ID             int64 // number in this database, never reused
	SubscriptionID int64
	FeedTitle      string    // as from [Subscription.Name]
	FeedURL        string    // URL of the subscription
	FeedAuthor     string    // empty when unknown
	FeedUpdated    time.Time // the feed's own date, else when the feed last changed
	AtomID         string    // unique within its feed
	URL            string
	Title          string
	Author         string    // empty when unknown
	Lang           string    // the feed's, empty when unknown
	Updated        time.Time // the feed's date for the entry
	Published      time.Time // the feed's date of publication; zero for none
	FirstSeen      time.Time // by our clock; never rewritten
	SortTime       time.Time // the order of lists: Updated, unless that is far ahead of FirstSeen
	Rank           int       // place on the page, counted from the oldest
	ByArrival      bool      // lists are ordered by when entries came, not by SortTime
	Unread         bool
	Starred        bool
	ByFile         bool     // came by a file, from another machine
	IsSection      bool     // a part of its feed's page, which has the text
	Kept           bool     // the text of the post is stored, for reading offline
	Conversing     bool     // the post answers another kept post, or is answered
	Tags           []string // of the subscription, sorted
	Snippet        Snippet  // of the post, if a search found words in it
	// KeepsID says that an export with entries of several feeds uses AtomID as the id.
	KeepsID bool
}

// MaxAhead is how far an entry's date may be ahead of the time when gemsub saw this date first. An
// entry dated later is sorted by that time (column sort_time), so that a date far ahead does not
// keep the entry on top of lists.
const MaxAhead = 24 * time.Hour

// SortTime returns the time by which lists order an entry: its date or, if the date is more than
// MaxAhead later than seen, seen.
func SortTime(updated, seen time.Time) time.Time {
	if updated.Sub(seen) > MaxAhead {
		return seen
	}
	return updated
}

// Precedes reports whether e is before o in lists of entries, newest first.
func (e Entry) Precedes(o Entry) bool {
	if e.ByArrival {
		return e.ID > o.ID
	}
	return cmp.Or(o.SortTime.Compare(e.SortTime), cmp.Compare(e.SubscriptionID, o.SubscriptionID),
		cmp.Compare(o.Rank, e.Rank), cmp.Compare(o.ID, e.ID)) < 0
}

// A Snippet is a part of a post around the words of a search. Its elements alternate between a text,
// which may be empty, and a hit.
type Snippet []string

// String returns the snippet as text.
func (s Snippet) String() string { return strings.Join(s, "") }

// A ReaderPlace is where the user left the full-screen reader.
type ReaderPlace struct {
	Feed   int64   // whose entries were listed, 0 for a list of entries of all feeds
	Title  string  // of a list of entries of all feeds
	Entry  int64   // under the cursor
	Post   int64   // the entry whose post was shown, 0 for none
	Offset float64 // the first visible line of that post, as a fraction of its lines
	Order  string  // of the feeds, "" for the default
}
