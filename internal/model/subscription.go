// Package model defines the things that the whole program speaks of, once:
// subscriptions, entries, what is known of a capsule, and what the user keeps
// beside them. It has no behaviour but what follows from a value alone.
package model

import (
	"cmp"
	"net/url"
	"strings"
	"time"
)

// A State is what the last check of a subscription came to.
type State string

// The states of a subscription.
const (
	StateNew     State = "new"     // never checked
	StateOK      State = "ok"      // read, or unchanged
	StateFailing State = "failing" // the last check failed; checked again later
	StateRefused State = "refused" // robots.txt does not allow it
	StatePaused  State = "paused"  // the capsule wants input or a certificate (1x, 6x), or a person's word
	StateGone    State = "gone"    // removed for good (52)
	StateMoved   State = "moved"   // moved (31) to the URL of another subscription
)

// A Reach says where a subscription's capsule was when it was first read. Only a
// local one may lead to private addresses. It is empty when unknown.
type Reach string

// How far it is to a capsule.
const (
	ReachLocal  Reach = "local"
	ReachPublic Reach = "public"
)

// A Subscription is a feed that the user asked for and what is known of it.
// Zero times mean never.
type Subscription struct {
	ID  int64
	URL string // what is requested
	// OldURL is where the page was until it moved (31) at MovedAt, empty if it
	// never did.
	OldURL  string
	MovedAt time.Time
	// Title is the user's name for it, empty when none was given.
	Title string
	// FeedTitle, Subtitle, Author and Lang are the page's own words; they
	// are empty before the first page was read.
	FeedTitle, Subtitle, Author, Lang string
	// Format is how the page is to be read; empty or "auto" when that is found out.
	Format string
	// FormatChosen is set when the user chose it, and not when it was found out.
	FormatChosen bool
	// FeedUpdated is the date that the feed gives itself.
	FeedUpdated time.Time
	// Rhythm is that of the page that was read last ([feed.Feed.Rhythm]), zero
	// when unknown.
	Rhythm time.Duration
	// Interval is how long the user wants it to rest between two checks, zero
	// for as its rhythm says.
	Interval time.Duration
	Tags     []string // sorted
	State    State
	Reach    Reach
	// IgnoreRobots is the user's decision not to ask robots.txt.
	IgnoreRobots bool
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
	// AttemptedAt is when it was last requested, though it came to a wait.
	// WaitUntil and WaitReason are set where the last check did: the capsule wants
	// to be asked later.
	AttemptedAt, WaitUntil time.Time
	WaitReason             string
	// Digest is that of the last body that was read, empty when none was; see [SameBody].
	Digest string
}

// Name returns what to call s: Title, else FeedTitle, else URL.
func (s Subscription) Name() string {
	return cmp.Or(s.Title, s.FeedTitle, s.URL)
}

// Pointers returns pointers to subscriptions.
func Pointers(subs []Subscription) []*Subscription {
	all := make([]*Subscription, len(subs))
	for i := range subs {
		all[i] = &subs[i]
	}
	return all
}

// Settings are what the user may change about a subscription; nil leaves it as it is.
type Settings struct {
	Title        *string        // empty: the feed's own
	Interval     *time.Duration // zero: by the feed's rhythm
	URL          *url.URL       // canonical
	Format       *string        // how to read the page; "auto" to find out
	IgnoreRobots *bool
	Posts        *PostsKept
	// Backlog is how many of the newest entries arrive unread with the first entries
	// that are read: -1 for all. It says nothing of a subscription that has entries.
	Backlog    *int
	Tag, Untag []string // to add, and to remove
}

// SameBody reports whether two digests of documents, each "PLACE-BODY", are of one body,
// wherever it was read.
func SameBody(a, b string) bool {
	_, bodyA, known := strings.Cut(a, "-")
	_, bodyB, _ := strings.Cut(b, "-")
	return known && bodyA == bodyB
}
