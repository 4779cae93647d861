package model

import (
	"time"

	"gemsub/robots"
)

// A Checked is what one check of a subscription came to, once it is stored.
type Checked struct {
	Subscription *Subscription // as it was before; not to be changed
	// Err says why it could not be read, nil where it was. Its Hint, if it has
	// one, says what the user can do.
	Err     error
	IsNews  bool     // Err has just begun, or is of another kind than the last
	Failed  bool     // the run has not done all of its work
	Waits   bool     // it was not asked yet, and stays due
	Notices []string // lines the user should see though nothing failed
	MovedTo string   // where it is from now on, "" for the same place
	// Recovered is set when it reads again after several failed checks.
	Recovered bool
	New       []Entry // newest first
}

// A HookResult is what became of the user's command for a new entry.
type HookResult struct {
	Entry Entry
	Err   error // why the command failed or did not start, nil where it did its work
}

// An UpdateStep is what an update has just done: a feed checked, a post fetched, a hook
// run or, where it is none of these, posts found that it begins to fetch.
type UpdateStep struct {
	Checked *Checked
	Post    *PostResult
	Hook    *HookResult
	Wanted  int // how many posts
	// Mentions are posts of others that link to the user's own pages.
	Mentions []Mention
}

// An Added is what became of a URL that was to be subscribed to.
type Added struct {
	URL string
	Err error // why it was not, nil where it was or is known
	// Known is the subscription that had the URL, or the one that the page moved
	// to, before; nil for none.
	Known *Subscription
	// NotApplied are the flags of set, as a shell reads them, that give Known what was
	// asked for and it has not.
	NotApplied []string
	Notices    []string
	MovedTo    string // where the page lives, "" for URL
	ID         int64
	Title      string
	Entries    int
	Newest     time.Time // zero without a dated entry
	// Empty is set when the page has no entries.
	Empty *EmptyPage
}

// Refused reports that a page without entries was not subscribed to.
func (a Added) Refused() bool { return a.Empty != nil && a.ID == 0 }

// An EmptyPage is a page without entries, and what could be subscribed to in its
// place.
type EmptyPage struct {
	URL        string // after redirects
	Why        string
	IsFeed     bool     // Atom, RSS or JSON: there is nothing else to subscribe to
	Links      int      // how many entries it has when it is read as links
	Headings   int      // how many when it is read as headings
	NearMisses int      // how many lines nearly are entries
	Index      string   // the folder of a page that may be a single post, else ""
	Candidates []string // URLs that may have entries
}

// A Found is a page that can be subscribed to.
type Found struct {
	URL     string
	Format  string
	Title   string
	Entries int
	Newest  time.Time // zero without a dated entry
}

// A RobotsAnswer says whether a URL may be asked for, and when its capsule is.
// Zero times mean that there is none.
type RobotsAnswer struct {
	URL       string
	RobotsURL string
	Decision  robots.Decision
	Status    string // how robots.txt was answered last

	PolicyAt      time.Time // when robots.txt was last answered
	PolicyUntil   time.Time // when it is asked for again
	FailingSince  time.Time // since when it cannot be asked for
	DeferredUntil time.Time // by a 44
	Ignored       bool      // by a subscription of this URL
	NextURL       string    // the next request to this capsule, "" for none
	NextAt        time.Time
}

// The levels of findings.
const (
	LevelError   = "error"   // gemsub cannot do its work
	LevelWarning = "warning" // part of it is not done
	LevelNote    = "note"    // may be as it should
)

// A Finding is one thing that the doctor found.
type Finding struct {
	Level   string
	About   string // a file, "clock", "schedule" or a feed
	Message string // what is the matter
	Command string // what mends it, empty where no command does
}
