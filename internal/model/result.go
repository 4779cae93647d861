package model

import (
	"time"

	"gemsub/robots"
)

// An EntryResult is the result of the user's command for a new entry, or of its delivery by
// mail.
type EntryResult struct {
	Entry Entry
	Err   error // why the command or delivery failed, nil if it succeeded
}

// An UpdateStep is what an update has just done: checked a feed, fetched a post, run a
// hook or, without any of these, found posts to fetch.
type UpdateStep struct {
	Check  *CheckResult
	Post   *PostResult
	Hook   *EntryResult
	Wanted int // how many posts will be fetched
	// Slashless are feeds whose URL may lack a slash at the end: all their posts answered 51.
	Slashless []Subscription
	// Mentions are posts of others that link to the user's own pages.
	Mentions []Mention
}

// An AddResult is the result of subscribing to a URL.
type AddResult struct {
	URL string
	Err error // why it failed, nil if it was added or is known
	// Known is the subscription that already had the URL, or the URL that the page
	// moved to; nil for none.
	Known *Subscription
	// NotApplied has the flags of set, quoted for a shell, that would give Known the settings
	// that the user asked for.
	NotApplied []string
	Notices    []string
	MovedTo    string // the page's new URL, "" if it did not move
	ID         int64
	Title      string
	Entries    int
	Newest     time.Time // zero without a dated entry
	// Common is the feed that has the most entries with the same links, nil for none, and
	// InCommon how many.
	Common   *Subscription
	InCommon int
	// Empty is set when the page has no entries.
	Empty *EmptyPage
}

// Refused reports whether a page was not added because it has no entries.
func (a AddResult) Refused() bool { return a.Empty != nil && a.ID == 0 }

// An EmptyPage describes a page without entries, and suggests what to subscribe to instead.
type EmptyPage struct {
	URL        string // after redirects
	Why        string
	IsFeed     bool     // Atom, RSS or JSON: there is nothing else to subscribe to
	Links      int      // how many entries it has if read as links
	DatedLinks int      // how many of them have a date
	Headings   int      // how many entries it has if read by headings
	NearMisses int      // how many lines are almost entries
	Index      string   // the folder, if the page may be a single post, else ""
	Candidates []string // URLs that may have entries
}

// A FoundPage is a page that can be subscribed to.
type FoundPage struct {
	URL     string
	Format  string
	Title   string
	Entries int
	Newest  time.Time // zero without a dated entry
}

// A RobotsAnswer says whether a URL may be requested, and when gemsub next makes a request to
// its capsule. Zero times mean never.
type RobotsAnswer struct {
	URL       string
	RobotsURL string
	Decision  robots.Decision
	Status    string // the last answer for robots.txt

	PolicyAt      time.Time // when robots.txt was last answered
	PolicyUntil   time.Time // when robots.txt will be requested again
	FailingSince  time.Time // since when requests for robots.txt fail
	DeferredUntil time.Time // the capsule answered 44 (slow down)
	Ignored       bool      // a subscription to this URL ignores robots.txt
	NextURL       string    // the next request to this capsule, "" for none
	NextAt        time.Time
}

// The levels of findings.
const (
	LevelError   = "error"   // gemsub cannot work
	LevelWarning = "warning" // part of the work is not done
	LevelNote    = "note"    // the user may want it so
)

// A Finding is one thing that the doctor found.
type Finding struct {
	Level   string
	About   string // a file, "clock", "schedule" or a feed
	Message string // what is wrong
	Command string // what fixes it, "" if no command does
}

// A Build describes how the program was built.
type Build struct {
	// Version is the release, such as 0.2.0; otherwise "devel-" and the first twelve digits of
	// the commit, with "-modified" if files differed from it; without a commit "devel".
	Version string
	// Commit is the whole hash, and CommitTime when it was made. Both are zero if Go found no
	// repository.
	Commit     string
	CommitTime time.Time
	Modified   bool // files differed from the commit

	Go, OS, Arch string
	SQLite       string // the version of the library
}

// A ReaderPlace is where the user left the full-screen reader: a list, named by its feed's
// number or, if it has entries of all feeds, by its title, and the entry under the cursor.
type ReaderPlace struct {
	Feed  int64
	Title string
	Entry int64
}
