package model

import "time"

// A SyncLine is one change that a machine wrote to the shared folder. Of the lines about
// the same thing the highest counter wins; if counters are equal, the last machine by
// name.
type SyncLine struct {
	What    string // subscribe, title, interval, format, posts, ignore-robots, tag, mute, read, star or move
	Feed    string // its URL, "" for mutes of all feeds
	Ref     string // of an entry; a tag; the tag, a space and the pattern of a mute; else ""
	Value   any    // int64 or string; nil removes it
	Counter int64
	Machine string
}

// A SyncFile is the state of one file in that folder.
type SyncFile struct {
	Name    string    // in the folder
	Machine string    // that writes it
	Since   int64     // when it was written anew, in nanoseconds since 1970
	Offset  int64     // up to which it was read, in bytes
	Counter int64     // the highest in it
	SeenAt  time.Time // when it last had new lines
}

// A SyncFolder is what was found in that folder and not read before.
type SyncFolder struct {
	Lines []SyncLine
	Files []SyncFile // the files of Lines, and how far they were read
	Notes []string   // on files not read, or only in part
	// Own is this machine's file. It is zero if the file has to be written anew: it is
	// missing, not as this machine left it, too large or too old.
	Own SyncFile
}

// Synced is the result of one sync.
type Synced struct {
	Machine        string     // this one
	Lines          []SyncLine // to be written
	Learned        int        // lines of others that changed something here
	Added, Removed int        // feeds
	Paused         PausedFeeds
	Notes          []string // on files that could not be read
	Left           int      // lines left out because there are too many
}
