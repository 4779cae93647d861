// Package model defines the types that the whole program shares: subscriptions,
// entries, the state of a capsule, and the user's own data. Its methods depend on
// nothing outside their value.
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
	StateRefused State = "refused" // robots.txt does not allow it
	StatePaused  State = "paused"  // wants input or a certificate (1x, 6x), or moved to an unsafe URL: checked when the user names it
	StateGone    State = "gone"    // removed for good (52)
	StateMoved   State = "moved"   // moved (31) to the URL of another subscription
)

// A Reach says where a subscription's capsule was when it was first read. Only a
// local one may lead to private addresses. It is empty when unknown.
type Reach string

// The values of a Reach.
const (
	ReachLocal  Reach = "local"
	ReachPublic Reach = "public"
)

// LaterURL is the URL of the feed "Read later", which has the pages that the user keeps without
// a subscription. It is never requested.
const LaterURL = "gemsub:later"

// IsLater reports whether s is the feed "Read later".
func (s Subscription) IsLater() bool { return s.URL == LaterURL }

// A Subscription is a feed that the user asked for and what is known of it.
// Zero times mean never.
type Subscription struct {
	ID  int64
	URL string // what is requested
	// OldURL is the URL that the user gave, if the page has moved (31) since, the last time at
	// MovedAt; otherwise it is empty.
	OldURL  string
	MovedAt time.Time
	// Title is the user's name for it, empty when none was given.
	Title string
	// FeedTitle, Subtitle, Author and Lang are the page's own words; they
	// are empty before the first page was read.
	FeedTitle, Subtitle, Author, Lang string
	// Format is how the page is to be read; empty or "auto" to detect it.
	Format string
	// FormatChosen is set if the user chose Format; otherwise it was detected.
	FormatChosen bool
	// FeedUpdated is the date that the feed states.
	FeedUpdated time.Time
	// Rhythm is the rhythm of the page when it was last read ([feed.Feed.Rhythm]), zero when
	// unknown.
	Rhythm time.Duration
	// Interval is the time between two checks that the user set, zero to follow the rhythm.
	Interval time.Duration
	Tags     []string // sorted
	State    State
	Paused   bool // not checked, except when the user names it
	Reach    Reach
	// IgnoreRobots is the user's decision not to ask robots.txt.
	IgnoreRobots bool
	// Backlog is how many of the newest entries of the first page arrive unread: -1 for all. It
	// is nil once a page was read; before, nil means 0.
	Backlog *int
	// Posts says which posts an update fetches; empty means that the configuration says.
	Posts           PostsKept
	Entries, Unread int       // numbers of entries
	KeptPosts       int       // number of posts that are kept
	PostBytes       int64     // of their texts
	NewestEntry     time.Time // sort time of the newest kept entry
	AddedAt         time.Time
	CheckedAt       time.Time
	ChangedAt       time.Time // when a check last found something changed
	NextCheckAt     time.Time // when it is due; zero: no time was set
	Failures        int       // checks that failed since the last success
	LastError       string
	LastErrorKind   string
	// AttemptedAt is when the page was last requested, even if the capsule only asked to wait.
	// WaitUntil and WaitReason are set if it did so at the last check.
	AttemptedAt, WaitUntil time.Time
	WaitReason             string
	// Digest is the digest of the last page that was read, VERSION.PLACE-BODY, empty if there
	// was none: the version of its reader, a hash of its URL and type, and one of its text.
	Digest string
}

// NeverRead reports whether no page of s was read yet.
func (s Subscription) NeverRead() bool { return s.Backlog != nil }

// Name returns what to call s: Title, else FeedTitle, else URL.
func (s Subscription) Name() string {
	return cmp.Or(s.Title, s.FeedTitle, s.URL)
}

// GivenURL returns the URL that the user gave, whether or not the page has moved since.
func (s Subscription) GivenURL() string { return cmp.Or(s.OldURL, s.URL) }
