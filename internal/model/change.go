package model

import (
	"time"
)

// A Change is what one command of the user changed.
type Change struct {
	ID      int64
	At      time.Time
	Command string   // read, unread, star, unstar, mute, unmute, tag, untag, set, add, remove, undo of an add, or sync for what another machine removed
	Subject string   // the pattern of a mute, a tag, or the names of settings; "" for none
	Entries int      // how many changed
	Feeds   int      // how many feeds it concerns
	Names   []string // of the first few of these
}

// ByPerson reports whether a person made the change: neither undo nor another machine.
func (c Change) ByPerson() bool { return c.Command != "undo" && c.Command != "sync" }

// An Undone is a change that was undone.
type Undone struct {
	Change
	Restored int // how many values and rows are as they were before
	// Left is how many entries, feeds, settings, tags or mutes were left alone because
	// they have changed since the command.
	Left int
}

// A ReaderPlace is where the full-screen reader was left: a list, by the number of its
// feed or, for all feeds, by its title, and the entry under the cursor.
type ReaderPlace struct {
	Feed  int64
	Title string
	Entry int64
}
