package merge

import (
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An Entry is an entry as it is kept. Its times are Unix seconds; Published and RenewedAt are 0
// if there is none.
type Entry struct {
	ID        int64 // 0 until it is stored
	Ref       string
	URL       string
	Title     string
	Author    string
	Updated   int64 // without a date on the page, the same as FirstSeen
	Published int64
	Rank      int64 // its place among the page's entries of one time, 0 for the oldest
	FirstSeen int64
	RenewedAt int64 // when a later date last made it unread
	Nearness  int   // of the link to the feed: TakenAlong, or as from [address.Nearness]
	Unread    bool
	Starred   bool
	Marks     Marks
	// Repeated says that other entries of the feed have the URL: it is compared with no other feed. For
	// they are parts of one page, or a feed has one link for all, and its author could make every
	// comparison as long as he wants.
	Repeated bool
	// Section says that the entry is a part of its feed's page.
	Section bool
	// Provisional says that Title was made from the link or the date, see [feed.Entry].
	Provisional bool
}

// TakenAlong is the nearness of an entry that had a link of another author before: its words and
// text must not stand for the post of the author to whom the link leads now.
const TakenAlong = -1

// sameAuthor is the nearness of a link of the feed's author outside the feed's folder.
const sameAuthor = 1

// Marks say what sync must know of a person's marks on an entry.
type Marks int64

// The marks of an entry are a sum of these.
const (
	MarkedByPerson Marks = 1 << iota // a person marked it read or unread
	UnsentRead                       // other machines have not got this mark yet
	UnsentStar                       // other machines have not got the star yet
)

// A Kept is a kept entry with facts about its text.
type Kept struct {
	Entry
	HasPost  bool   // a text, or another document, is kept
	Carried  bool   // the page carried the text
	PostURL  string // where the text was read
	PostType string // its media type
	Removed  bool   // the text was removed, for room or by a person
}

// A Feed is what is kept of a feed itself.
type Feed struct {
	model.Subscription
	// ReadURL is the feed's URL when its page was last read whole, empty before the first time.
	ReadURL string
	// PrunedUntil is the newest date of a pruned entry, zero for none.
	PrunedUntil time.Time
	// NewestHeading is the date of the newest heading of the page when it was last read, zero for
	// none. See [feed.Feed].
	NewestHeading time.Time
}

// A Mark is the last mark that a person gave an entry on another machine.
type Mark struct {
	Ref    string
	IsStar bool  // the mark is the star, else that the entry was read
	IsSet  bool  // starred or read; otherwise the star was removed, or the entry marked unread
	Date   int64 // the date of the entry when it was read
}

// An Input is all that decides how a page changes what is kept of its feed.
type Input struct {
	Feed Feed
	Kept []*Kept // the feed's entries, in any order
	// Text returns the kept text of an entry. It is called only for entries whose text the page
	// carries.
	Text func(id int64) string

	Page   *feed.Feed // the page as it was read, newest entry first
	ReadAt string     // where it was read, empty for the feed's URL
	Cut    bool       // the page may be incomplete
	// KeepsPosts says that the texts which the page carries are kept.
	KeepsPosts bool

	IsMuted func(title string) bool
	Marks   []Mark
	Now     time.Time // when the page was read, and its new entries are first seen
}

// An Action is what is to be done with an entry.
type Action string

// The actions.
const (
	// Insert stores a new entry of the page.
	Insert Action = "insert"
	// Edit replaces a kept entry by the same one as the page states it now.
	Edit Action = "edit"
	// Replace is Edit for a kept entry that gets another ref.
	Replace Action = "replace"
	// SetPost stores only the text of a kept entry.
	SetPost Action = "set post"
	// LeaveOut does not store an entry of the page.
	LeaveOut Action = "leave out"
	// Drop deletes a kept entry that the page does not list, for lack of room.
	Drop Action = "drop"
)

// A Decision is what is to be done with one entry. Kept entries without a decision stay as they
// are.
type Decision struct {
	Action   Action
	Listed   int         // the index of the entry on the page, -1 for one that the page does not list
	Entry    Entry       // as it is to be stored
	Post     *model.Post // the text that the page carries, nil if none is to be stored
	Reported bool        // the entry becomes unread, and is reported
	// Relinked says that the link leads to another author than before, on a page that did not
	// move: the kept text is the former author's.
	Relinked bool
}

// A Result is what a page changes.
type Result struct {
	// Decisions are those about the page, the oldest entry first, so that newer entries get higher
	// numbers; then those about entries to drop.
	Decisions  []Decision
	Feed       Feed
	Added      int // entries first seen
	Updated    int // entries whose title, link, author, date or mark changes
	Suppressed int // entries that are not reported since there are too many
}
