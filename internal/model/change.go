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

// Changes are what one check changed in the database.
type Changes struct {
	SubscriptionID int64
	// Known is set when New has a URL that is already subscribed to: then
	// SubscriptionID is that subscription, and nothing was stored.
	Known bool
	// Gone is set when the subscription was removed during the check, or got another
	// URL or format; nothing was stored.
	Gone  bool
	Moved bool // the subscription has the URL of MovedTo now
	// Taken is set instead when another subscription has that URL: IfTaken was
	// stored.
	Taken bool
	// New are the entries that became unread, newest first: first seen now,
	// or with a later date than before.
	New []Entry
	// Suppressed is how many more would have become unread if not so many were new.
	Suppressed int
	Added      int // entries first seen
	Updated    int // entries whose title, link, author or date changed
}
