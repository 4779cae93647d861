package merge

import (
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An Input is all that decides how a page changes what is kept of its feed.
type Input struct {
	Feed Feed
	Kept []Kept // the feed's entries
	// Text returns the kept text of an entry. It is called only for entries whose text the page
	// carries.
	Text func(id int64) string

	Page   *feed.Feed // the page as it was read, newest entry first
	ReadAt string     // where it was read, empty for the feed's URL
	Cut    bool       // the page may be incomplete
	// KeepsPosts says that the texts which the page carries are kept.
	KeepsPosts bool

	IsMuted func(title string) bool // nil for no mutes
	Marks   []Mark
	Now     time.Time
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
	Listed   int         // the index of the entry on the page, -1 for one to drop
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
