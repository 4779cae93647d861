// Package model defines the types that the whole program shares: subscriptions, entries, the state
// of a capsule, and the user's own data. Its methods use nothing except their receiver and arguments.
package model

import (
	"cmp"
	"time"
)

// A State is the result of a subscription's last check.
type State string

// The states of a subscription.
const (
	StateNew     State = "new"     // never checked
	StateOK      State = "ok"      // read, or unchanged
	StateFailing State = "failing" // the last check failed; checked again later
	StateRefused State = "refused" // robots.txt does not allow the request
	StatePaused  State = "paused"  // the capsule wants input or a certificate (1x, 6x), or the page moved to an unsafe URL: checked only when the user names it
	StateGone    State = "gone"    // removed for good (52)
	StateMoved   State = "moved"   // moved (31) to the URL of another subscription
)

// A Reach says in which network a subscription's capsule was when its page was first read. Only a
// local capsule may lead to private addresses. A Reach is empty if unknown.
type Reach string

// The values of a Reach.
const (
	ReachLocal  Reach = "local"
	ReachPublic Reach = "public"
)

// LaterURL is the URL of the feed "Read later", whose entries are the pages that the user keeps
// with gemsub later. gemsub never requests this URL.
const LaterURL = "gemsub:later"

// IsLater reports whether s is the feed "Read later".
func (s Subscription) IsLater() bool { return s.URL == LaterURL }

// A Subscription is a feed that the user asked for, with its stored state. Zero times mean never.
type Subscription struct {
	ID  int64
	URL string // the URL that updates request
	// OldURL is the URL that the user gave, if the page has moved (31) since then; otherwise empty.
	// MovedAt is the time of the last move.
	OldURL  string
	MovedAt time.Time
	// Title is the user's title for the feed, empty for none.
	Title string
	// FeedTitle, Subtitle, Author and Lang are from the page itself. All are empty until it was
	// first read.
	FeedTitle, Subtitle, Author, Lang string
	// Format is how to read the page; empty or "auto" to detect it.
	Format string
	// FormatChosen is set if the user chose Format; otherwise Format was detected.
	FormatChosen bool
	// FeedUpdated is the feed's own date.
	FeedUpdated time.Time
	// Rhythm is the rhythm of the page when it was last read ([feed.Feed.Rhythm]), zero if unknown.
	Rhythm time.Duration
	// Interval is the time between two checks that the user set, zero to follow the rhythm.
	Interval time.Duration
	Tags     []string // sorted
	State    State
	Paused   bool // not checked, except when the user names it
	Reach    Reach
	// IgnoreRobots is the user's decision to ignore robots.txt.
	IgnoreRobots bool
	// Backlog is how many of the newest entries of the first page arrive unread: -1 for all. Once a
	// page was read, Backlog is nil; before, nil means 0.
	Backlog *int
	// Posts says which posts an update fetches. If it is empty, the configuration decides.
	Posts           PostsKept
	Entries, Unread int       // numbers of entries
	KeptPosts       int       // number of posts that are kept
	PostBytes       int64     // size of their texts
	NewestEntry     time.Time // sort time of the newest kept entry
	AddedAt         time.Time
	CheckedAt       time.Time
	ChangedAt       time.Time // when a check last found a change
	NextCheckAt     time.Time // when the next check is due; zero: no time was set
	Failures        int       // checks that failed since the last success
	LastError       string
	LastErrorKind   string
	// AttemptedAt is when the page was last requested, even if the capsule only asked us to wait.
	// WaitUntil and WaitReason are set if it did so at the last check.
	AttemptedAt, WaitUntil time.Time
	WaitReason             string
	// Digest is VERSION.PLACE-BODY of the last page that was read, empty if there was none: the
	// version of the reader, a hash of the page's URL and type, and a hash of its text.
	Digest string
}

// NeverRead reports whether the page of s was never read.
func (s Subscription) NeverRead() bool { return s.Backlog != nil }

// Name returns the name of s for people: Title, else FeedTitle, else URL.
func (s Subscription) Name() string {
	return cmp.Or(s.Title, s.FeedTitle, s.URL)
}

// GivenURL returns the URL that the user gave, whether or not the page has moved since.
func (s Subscription) GivenURL() string { return cmp.Or(s.OldURL, s.URL) }
