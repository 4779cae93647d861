package model

import "time"

// A SyncLine is one change that a machine wrote to the folder that it shares with others.
// Of the lines about the same thing the one with the highest counter counts, of equal ones
// that of the last machine by name.
type SyncLine struct {
	What    string // subscribe, title, interval, format, posts, ignore-robots, tag, mute, read, star or move
	Feed    string // its URL, "" for mutes of all feeds
	Ref     string // of an entry; a tag; the tag, a space and the pattern of a mute; else ""
	Value   any    // int64 or string; nil takes it back
	Counter int64
	Machine string
}

// A SyncFile is what is known of a file in that folder.
type SyncFile struct {
	Name       string    // in the folder
	Machine    string    // that writes it
	Generation string    // another one when it was written anew
	Offset     int64     // up to which it was read, in bytes
	Counter    int64     // the highest in it
	SeenAt     time.Time // when something new stood in it
}

// Synced is what came of bringing a machine in step with others.
type Synced struct {
	Machine        string     // this one
	Lines          []SyncLine // that are to be written
	Learned        int        // lines of others that changed something here
	Added, Removed int        // feeds
	Paused         []string   // the URLs of those that wait for a person's word
	Notes          []string   // on files that could not be read
	Left           int        // lines that were left out, as there are too many
}
