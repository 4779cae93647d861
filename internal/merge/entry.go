package merge

import (
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An Entry is an entry as it is stored. Its times are Unix seconds; Published and RenewedAt are 0
// if unknown.
type Entry struct {
	ID        int64 // 0 until it is stored
	Ref       string
	URL       string
	Title     string
	Author    string
	Updated   int64 // without a date on the page, the same as FirstSeen
	Published int64
	Rank      int64 // place among the page's entries of the same time, 0 for the oldest
	FirstSeen int64
	RenewedAt int64 // when a later date last made the entry unread
	Nearness  int   // of the link to the feed: NeverNear, or from [address.Nearness]
	Unread    bool
	Starred   bool
	Marks     Marks
	// Repeated says that other entries of the feed have the same URL, since they are parts of one
	// page, or since the feed has one link for all. Such a URL is compared with no other feed:
	// otherwise an author could make every comparison as long as he wants.
	Repeated bool
	// Section says that the entry is a part of its feed's page.
	Section bool
	// Provisional says that Title was made from the link or the date, see [feed.Entry].
	Provisional bool
}

// NeverNear is the nearness of an entry whose link led to another author before. Title and text
// are the former author's, so they must not be shown as the post of the new one.
const NeverNear = -1

// sameAuthor is the nearness of a link of the feed's author outside the feed's folder.
const sameAuthor = 1

// Marks are flags for sync about a person's marks on an entry.
type Marks int64

// The marks of an entry are a sum of these.
const (
	MarkedByPerson Marks = 1 << iota // a person marked it read or unread
	UnsentRead                       // this mark was not written for other machines yet
	UnsentStar                       // the star was not written for other machines yet
)

// A Kept is a kept entry with facts about its text.
type Kept struct {
	Entry
	HasPost  bool   // a text, or another document, is kept
	Carried  bool   // the text came with the page
	PostURL  string // where the text was read
	PostType string // the media type
	Removed  bool   // the text was removed, for room or by a person
}

// A Feed is the stored state of a feed, without its entries.
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
	IsStar bool  // the mark is about the star, otherwise about being read
	IsSet  bool  // starred or read; otherwise the star was removed, or the entry marked unread
	Date   int64 // the date of the entry when it was read
}

// An Input is everything on which [Decide] depends.
type Input struct {
	Feed Feed
	Kept []*Kept // the feed's entries, in any order
	// Text returns the kept text of an entry. It is called only for entries whose text the page
	// carries.
	Text func(id int64) string

	Page   *feed.Feed // the page as it was read, newest entry first
	ReadAt string     // the URL at which the page was read, empty for the feed's URL
	Cut    bool       // the page may be incomplete
	// KeepsPosts says that texts that come with the page are stored.
	KeepsPosts bool

	IsMuted func(title string) bool
	Marks   []Mark
	Now     time.Time // when the page was read: FirstSeen of its new entries
}

// An Action says what the store does with an entry.
type Action string

// The actions.
const (
	// Insert stores a new entry of the page.
	Insert Action = "insert"
	// Edit updates a kept entry from the page, perhaps with another ref.
	Edit Action = "edit"
	// LeaveOut skips an entry of the page.
	LeaveOut Action = "leave out"
	// Drop deletes a kept entry that the page does not list, to make room.
	Drop Action = "drop"
)

// A Decision says what the store does with one entry. Kept entries without a decision do not
// change.
type Decision struct {
	Action   Action
	Listed   int         // the index of the entry on the page, -1 if the page does not list it
	Entry    Entry       // the values to store
	Post     *model.Post // the text to store, from the page; nil for none
	Reported bool        // the entry becomes unread, and is reported
	// Relinked says that the link leads to another author than before, on a page that did not
	// move: the kept text is the former author's.
	Relinked bool
}

// A Result holds all decisions about one page.
type Result struct {
	// Decisions are about the entries of the page first, the oldest first, so that newer entries
	// get higher numbers; then about entries to drop.
	Decisions  []Decision
	Feed       Feed
	Added      int // entries first seen
	Updated    int // entries whose title, link, author, date or mark changes
	Suppressed int // entries that arrive read because there are too many
}
