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
	FeedUpdated    time.Time // the date that the feed states, else when it last changed
	AtomID         string    // names the entry within its feed
	URL            string
	Title          string
	Author         string    // empty when unknown
	Lang           string    // the feed's, empty when unknown
	Updated        time.Time // the date that the feed states
	Published      time.Time // the author's; zero if not stated
	FirstSeen      time.Time // ours; never rewritten
	SortTime       time.Time // orders lists: Updated, unless it is far ahead of FirstSeen
	Rank           int       // its place on the page, counted from the oldest
	ByArrival      bool      // lists are ordered by when entries came, not by SortTime
	Unread         bool
	Starred        bool
	ByFile         bool     // it came by a file, from another machine
	IsSection      bool     // it is a part of its feed's page, which has its text
	Kept           bool     // its post's text is stored, for reading offline
	Conversing     bool     // its post answers another kept post, or is answered
	Tags           []string // of the subscription, sorted
	Snippet        Snippet  // of the post, if a search found words in it
	// KeepsID says that AtomID is its id beside entries of other feeds too.
	KeepsID bool
}

// MaxAhead is how far an entry's date may be ahead of the time when it was first seen, or became
// unread again by a later date. An entry dated later is sorted by this time in place of its date
// (column sort_time), so that no date far ahead keeps it on top.
const MaxAhead = 24 * time.Hour

// SortTime returns the time by which lists order an entry: its date or, if the date is more than
// MaxAhead later, the time when it was first seen.
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

// A Snippet is a part of a post around the words of a search: in turns a text, which may be
// empty, and a hit.
type Snippet []string

// String returns the snippet as text.
func (s Snippet) String() string { return strings.Join(s, "") }

// A ReaderPlace is where the user left the full-screen reader: a list, named by its feed's
// number or, if it has entries of all feeds, by its title, and the entry under the cursor.
type ReaderPlace struct {
	Feed   int64
	Title  string
	Entry  int64
	Post   int64   // the entry whose post was shown, 0 for none
	Offset float64 // the first visible line of that post, as a fraction of all
	Order  string  // of the feeds, "" for the usual one
}
