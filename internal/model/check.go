package model

import (
	"time"

	"gemsub/feed"
)

// A CheckResult is the result of one check of a subscription. The engine makes it, the store
// keeps it whole or not at all and notes in it what changed in the database, and then it is
// shown to the user.
type CheckResult struct {
	// Subscription is as it was before the check; its number is 0 if the user subscribes now. It
	// must not be changed.
	Subscription *Subscription
	CheckedAt    time.Time // also when its new entries are first seen
	// RequestedAt is when its URL was last requested, zero if it was not.
	RequestedAt time.Time
	// NextCheckAt is when the subscription is due again; zero means at the next run or, in some
	// states, never. It is not stored if the user has meanwhile changed the interval, or whether
	// robots.txt counts.
	NextCheckAt time.Time
	State       State
	Failures    int // checks that failed since the last success
	// Err says why there is no feed; nil when the document was read, or is unchanged. Its
	// Hint, if it has one, says what the user can do.
	Err error
	// ErrKind names the kind of Err, "" for nil.
	ErrKind string
	IsNews  bool // Err is new, or of another kind than the last
	Failed  bool // the check counts as failed in the exit code of the run
	// WaitUntil and WaitReason are set if Err means that the capsule wants to be asked later:
	// the subscription then stays as it was, and due.
	WaitUntil  time.Time
	WaitReason string
	// Feed is nil unless a changed document was read; Page is this document.
	Feed *feed.Feed
	Page feed.Page
	// Format is the detected format of Page, "" if the next document may have another.
	Format string
	Reach  Reach  // of the capsule; stored with the first page that is read, and after a move
	Digest string // as that of a Subscription
	// Cut is set if the document may be incomplete: it ended without a sign of its end, or could
	// be read only up to a fault.
	Cut bool
	// MovedTo is the URL where the document lives from now on, "" for the same.
	MovedTo string
	// ReadAt is set instead of MovedTo if the document at the new URL was cut off: the page
	// moves there only once it is read whole.
	ReadAt string
	// Posts says which posts of Feed are kept if the user did not choose for the subscription.
	Posts   PostsKept
	Notices []string     // lines for the user, even if nothing failed
	Changes CheckChanges // what the check changed in the database
}

// IsNew reports whether the user subscribes to the page.
func (r *CheckResult) IsNew() bool { return r.Subscription.ID == 0 }

// Waits reports whether the subscription was not checked because its capsule wants to be asked
// later.
func (r *CheckResult) Waits() bool { return !r.WaitUntil.IsZero() }

// Recovered reports whether a failure of several checks has ended. The end of a failure
// of one check is not worth a line.
func (r *CheckResult) Recovered() bool {
	return r.Err == nil && r.Subscription.LastErrorKind != "" && r.Subscription.Failures > 1
}

// CheckChanges are what one check changed in the database.
type CheckChanges struct {
	SubscriptionID int64
	// NotStored says why nothing was stored: a [*TakenURLError], or an error of the database.
	NotStored error
	// Known is set if a new subscription has a URL that another one has: SubscriptionID is that
	// one, and nothing was stored.
	Known bool
	// Gone is set when the subscription was removed during the check, or got another
	// URL or format; nothing was stored.
	Gone  bool
	Moved bool // the subscription has the URL of MovedTo now
	// New are the entries that became unread, newest first: first seen now,
	// or with a later date than before.
	New []Entry
	// Suppressed is how many more new entries were stored as read, since there were too many.
	Suppressed int
	Added      int // entries first seen
	Updated    int // entries whose title, link, author or date changed
}

// A TakenURLError reports a page that moved to the URL of another subscription, or of a removed
// one that undo can bring back: the two are never merged.
type TakenURLError struct{ URL string }

// Error names the URL.
func (e *TakenURLError) Error() string {
	return "moved to " + e.URL + ", which is subscribed to, or was removed in the last 30 days"
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
	// OweHooks says that the user's command must run for each entry that becomes new.
	OweHooks bool
	// CountsOnly leaves [CheckChanges].New empty, which takes a tenth of the time of a commit.
	CountsOnly bool
}

// An UpdateStep is what an update has just done: checked a feed, fetched a post, run a
// hook or, without any of these, found posts to fetch.
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
