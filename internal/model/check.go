package model

import (
	"fmt"
	"time"

	"gemsub/feed"
)

// A CheckResult is the result of one check of a subscription. The engine makes it, the store
// keeps it whole or not at all and notes in it what that changed, and then the user is told.
type CheckResult struct {
	// Subscription is as it was before, without a number where the user subscribes now. It is
	// not to be changed.
	Subscription *Subscription
	CheckedAt    time.Time // also when its new entries are first seen
	// RequestedAt is when its URL was last requested, zero if it was not.
	RequestedAt time.Time
	// NextCheckAt is when the subscription is due again; zero for at the next run, or, in
	// some states, for never. It is not stored if the user has meanwhile changed what it is
	// computed from.
	NextCheckAt time.Time
	State       State
	Failures    int // checks that failed since one went well
	// Err says why there is no feed; nil when the document was read, or is unchanged. Its
	// Hint, if it has one, says what the user can do.
	Err error
	// ErrKind names the kind of Err, "" for nil.
	ErrKind string
	IsNews  bool // Err is new, or of another kind than the last
	Failed  bool // the run is incomplete because of it
	// RefusedKey is the key that Err is about, without an Authority for none.
	RefusedKey PinnedKey
	// WaitUntil and WaitReason are set with an Err that means the capsule wants to be asked
	// later: the subscription stays as it was, and due.
	WaitUntil  time.Time
	WaitReason string
	// Feed is nil unless a changed document was read, which is Page.
	Feed *feed.Feed
	Page feed.Page
	// Format is what Page was found to be, "" where that says nothing of the next one.
	Format string
	Reach  Reach  // of the capsule; stored with the first page that is read, and after a move
	Digest string // of the document that was read; see [SameBody]
	// Cut is set when the document ended without a sign of its end, or could be read only
	// up to a fault.
	Cut bool
	// MovedTo is the URL where the document lives from now on, "" for the same.
	MovedTo string
	// ReadAt is set instead where the document there was cut off, so that no
	// move is taken from it: the page moves there once it is read whole.
	ReadAt string
	// Posts says which posts of Feed are kept where the user did not choose for the
	// subscription; [PostsNone] for none.
	Posts   PostsKept
	Notices []string // lines for the user though nothing failed
	Changes Changes  // in the database
}

// IsNew reports whether the user subscribes to the page.
func (r *CheckResult) IsNew() bool { return r.Subscription.ID == 0 }

// Waits reports whether the subscription was not checked, since its capsule wants to be asked
// later.
func (r *CheckResult) Waits() bool { return !r.WaitUntil.IsZero() }

// Recovered reports whether a failure of several checks has ended. The end of a failure
// of one check is not worth a line.
func (r *CheckResult) Recovered() bool {
	return r.Err == nil && r.Subscription.LastErrorKind != "" && r.Subscription.Failures > 1
}

// Changes are what one check changed in the database.
type Changes struct {
	SubscriptionID int64
	// NotStored says why nothing was stored: a [*TakenURLError], or an error of the database.
	NotStored error
	// Known is set when a new one has a URL that is already subscribed to: then
	// SubscriptionID is that subscription, and nothing was stored.
	Known bool
	// Gone is set when the subscription was removed during the check, or got another
	// URL or format; nothing was stored.
	Gone  bool
	Moved bool // the subscription has the URL of MovedTo now
	// New are the entries that became unread, newest first: first seen now,
	// or with a later date than before.
	New []Entry
	// Suppressed is how many more would have become unread if not so many were new.
	Suppressed int
	Added      int // entries first seen
	Updated    int // entries whose title, link, author or date changed
}

// A TakenURLError reports a page that moved to the URL of another subscription, or of a removed
// one that can come back: the two are never merged.
type TakenURLError struct{ URL string }

// Error says where to.
func (e *TakenURLError) Error() string {
	return fmt.Sprintf("moved to %s, which is subscribed to, or was removed in the last 30 days", e.URL)
}

// A Batch is what is stored at once.
type Batch struct {
	Checks      []*CheckResult
	Posts       []*PostResult
	Authorities []Authority // DeferFor is cut to whole seconds
	// OweHooks says that the user's command is to run for each entry that becomes new.
	OweHooks bool
}
