package model

import (
	"time"

	"gemsub/feed"
)

// A CheckResult is the result of one check of a subscription. The engine fills in all fields except
// Changes. The store commits the result whole or not at all, and fills in Changes. Then the faces
// show it.
type CheckResult struct {
	// Subscription is the state before the check; its number is 0 if the user subscribes now. It
	// must not be changed.
	Subscription *Subscription
	CheckedAt    time.Time // also FirstSeen of new entries
	// RequestedAt is when the subscription's URL was requested, zero if it was not.
	RequestedAt time.Time
	// NextCheckAt is when the subscription is due again; zero means at the next run or, in some
	// states, never. The store ignores it if the user has meanwhile changed the interval or
	// --ignore-robots.
	NextCheckAt time.Time
	State       State
	Failures    int // checks that failed since the last success
	// Err says why there is no feed; nil if the document was read, or is unchanged. An Err with a
	// Hint says there what the user can do.
	Err error
	// ErrKind names the kind of Err, "" for nil.
	ErrKind string
	IsNews  bool // Err is the first, or of another kind than the one before
	Failed  bool // the check counts as failed in the exit code of the run
	// WaitUntil and WaitReason are set if Err means that the capsule asks us to wait. The
	// subscription then does not change, and stays due.
	WaitUntil  time.Time
	WaitReason string
	// Feed is nil unless a changed document was read; Page is this document.
	Feed *feed.Feed
	Page feed.Page
	// Format is the detected format of Page, "" if the next document may have another.
	Format string
	Reach  Reach  // of the capsule; stored with the first page that is read, and after a move
	Digest string // see [Subscription]
	// Cut is set if the document may be incomplete: the connection ended without a sign of the
	// end, or only the part before a fault could be read.
	Cut bool
	// MovedTo is the document's new URL, "" if it did not move.
	MovedTo string
	// ReadAt is set instead of MovedTo if the document at the new URL was cut off: the
	// subscription gets the new URL only once the document there was read whole.
	ReadAt string
	// Posts says which posts of Feed are kept, unless the user chose for the subscription.
	Posts   PostsKept
	Notices []string     // lines for the user, even if nothing failed
	Changes CheckChanges // of the database
}

// IsNew reports whether the user subscribes to the page.
func (r *CheckResult) IsNew() bool { return r.Subscription.ID == 0 }

// Waits reports whether the subscription was not checked because its capsule asks us to wait.
func (r *CheckResult) Waits() bool { return !r.WaitUntil.IsZero() }

// Recovered reports whether the check succeeded after several failures. After a single failure a
// success is not reported.
func (r *CheckResult) Recovered() bool {
	return r.Err == nil && r.Subscription.LastErrorKind != "" && r.Subscription.Failures > 1
}

// CheckChanges are the changes of one check to the database.
type CheckChanges struct {
	SubscriptionID int64
	// NotStored says why nothing was stored: a [*TakenURLError], or an error of the database.
	NotStored error
	// Known is set if the URL of a new subscription was already subscribed: SubscriptionID is the
	// old subscription, and nothing was stored.
	Known bool
	// Gone is set if the subscription was removed during the check, or got another URL or format;
	// nothing was stored.
	Gone  bool
	Moved bool // the subscription has the URL of MovedTo now
	// New are the entries that became unread, newest first. They are new, or have a later date than
	// before.
	New []Entry
	// Suppressed is how many more new entries were stored as read, because there were too many.
	Suppressed int
	Added      int // entries first seen
	Updated    int // entries whose title, link, author or date changed
}

// A TakenURLError reports a page that moved to the URL of another subscription, or of a removed one
// that undo can bring back. gemsub never merges the two.
type TakenURLError struct{ URL string }

// Error names the URL.
func (e *TakenURLError) Error() string {
	return "moved to " + e.URL + ", which you already added, or removed in the last 30 days"
}

// A Batch is stored in one transaction.
type Batch struct {
	Checks      []*CheckResult
	Posts       []*PostResult
	Authorities []Authority // DeferFor is cut to whole seconds
	// Reached says that the run has reached a capsule.
	Reached bool
	// RefusedKeys are keys that the user may accept.
	RefusedKeys []PinnedKey
	// OweHooks says that the user's command must run for each entry that becomes unread.
	OweHooks bool
	// CountsOnly leaves [CheckChanges].New empty, to save a tenth of the time of a commit.
	CountsOnly bool
}

// An UpdateStep is one step of an update: a check of a feed, a fetched post, or a hook. A step with
// none of them reports how many posts will be fetched.
type UpdateStep struct {
	Check  *CheckResult
	Post   *PostResult
	Hook   *EntryResult
	Wanted int // how many posts will be fetched
	// Mentions are posts of others that link to the user's own pages.
	Mentions []Mention
}

// An EntryResult is the result of the user's command for a new entry, or of its delivery by
// mail.
type EntryResult struct {
	Entry Entry
	Err   error // why the command or delivery failed, nil if it succeeded
}
