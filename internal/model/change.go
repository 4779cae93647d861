package model

import (
	"time"
)

// Reading is the Command of a [Change] that collects the posts that a person opens. Its Subject is
// the session of a reader, "" outside the readers.
const Reading = "show"

// A Change is what one command of the user changed.
type Change struct {
	ID      int64
	At      time.Time
	Command string   // [Reading], read, unread, star, unstar, mute, unmute, tag, untag, set, later, add, remove, undo of an add, or sync if another machine removed feeds
	Subject string   // the pattern of a mute, a tag, or the names of settings; "" for none
	Entries int      // how many entries changed
	Feeds   int      // how many feeds the change concerns
	Names   []string // names of the first few of these feeds
	Posts   int      // how many posts were marked; only in a list of changes
	Titles  []string // titles of the first few of these posts
}

// ByPerson reports whether a person made the change: neither undo nor another machine.
func (c Change) ByPerson() bool { return c.Command != "undo" && c.Command != "sync" }

// An UndoResult is a change that undo took back.
type UndoResult struct {
	Change
	Restored int // how many values and rows have their former values again
	// Left is how many entries, feeds, settings, tags or mutes undo did not restore, because they
	// have changed again since the command.
	Left int
}

// An ImportLine is the result for one line of an imported file.
type ImportLine struct {
	Line   int    // counted from 1
	Result string // such as [ImportAdded]
	URL    string // or the text of the line, if it is no URL
	Detail string // the title, or why the line was refused
}

// The results of the lines of an import.
const (
	ImportAdded   = "added"
	ImportKnown   = "known"
	ImportRefused = "refused"
)

// A RestoreResult is the result of putting back a backup.
type RestoreResult struct {
	Feeds, Entries int
	Before         string // the file with the state before; "" if there was none
	Synced         bool   // the old or the restored database synchronises with other machines
}

// PausedFeeds are feeds that a file added or changed, and that are not checked until the user names
// them. The map holds for each feed's number the reasons, such as "with a query".
type PausedFeeds map[int64][]string
