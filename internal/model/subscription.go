// Package model defines the types that the whole program shares: subscriptions,
// entries, the state of a capsule, and the user's own data. Its methods depend on
// nothing outside their value.
package model

import (
	"cmp"
	"strings"
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
	StatePaused  State = "paused"  // until the user resumes it, or gives input or a certificate (1x, 6x)
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
// a subscription. Nothing is requested there.
const LaterURL = "gemsub:later"

// A Subscription is a feed that the user asked for and what is known of it.
// Zero times mean never.
type Subscription struct {
	ID  int64
	URL string // what is requested
	// OldURL is the URL that the person gave, if the page moved (31) from there, the last
	// time at MovedAt; empty if it did not.
	OldURL  string
	MovedAt time.Time
	// Title is the user's name for it, empty when none was given.
	Title string
	// FeedTitle, Subtitle, Author and Lang are the page's own words; they
	// are empty before the first page was read.
	FeedTitle, Subtitle, Author, Lang string
	// Format is how the page is to be read; empty or "auto" to detect it.
	Format string
	// FormatChosen is set when the user chose it, not when it was detected.
	FormatChosen bool
	// FeedUpdated is the date that the feed states.
	FeedUpdated time.Time
	// Rhythm is that of the page that was read last ([feed.Feed.Rhythm]), zero
	// when unknown.
	Rhythm time.Duration
	// Interval is the user's time between two checks, zero to follow the
	// rhythm.
	Interval time.Duration
	Tags     []string // sorted
	State    State
	Reach    Reach
	// IgnoreRobots is the user's decision not to ask robots.txt.
	IgnoreRobots bool
	// Backlog is how many of the newest entries arrive unread with the first page that is
	// read: -1 for all. Nil stands for none, and once a page was read.
	Backlog *int
	// Posts are those that an update fetches; empty for what the configuration says.
	Posts           PostsKept
	Entries, Unread int       // numbers of entries
	KeptPosts       int       // number of posts that are kept
	PostBytes       int64     // of their texts
	NewestEntry     time.Time // sort time of the newest that is kept
	AddedAt         time.Time
	CheckedAt       time.Time
	ChangedAt       time.Time // when a check last found something changed
	NextCheckAt     time.Time // when it is due; zero: no time was set
	Failures        int       // checks that failed since one went well
	LastError       string
	LastErrorKind   string
	// AttemptedAt is when it was last requested, even if that ended in a wait.
	// WaitUntil and WaitReason are set if the last check did: the capsule asked us
	// to come back later.
	AttemptedAt, WaitUntil time.Time
	WaitReason             string
	// Digest is that of the last body read, empty if there was none; see [SameBody].
	Digest string
}

// Name returns what to call s: Title, else FeedTitle, else URL.
func (s Subscription) Name() string {
	return cmp.Or(s.Title, s.FeedTitle, s.URL)
}

// GivenURL returns the URL that the person gave, whether or not the page has moved since.
func (s Subscription) GivenURL() string { return cmp.Or(s.OldURL, s.URL) }

// ReadBy returns the version of the reader that a digest, "VERSION.PLACE-BODY", names; ""
// where it is that of an earlier release.
func ReadBy(digest string) string {
	version, _, known := strings.Cut(digest, ".")
	if !known {
		return ""
	}
	return version
}

// SameBody reports whether two digests have the same body, whatever the place.
func SameBody(a, b string) bool {
	_, bodyA, known := strings.Cut(a, "-")
	_, bodyB, _ := strings.Cut(b, "-")
	return known && bodyA == bodyB
}
