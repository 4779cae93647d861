package model

import "time"

// A SyncLine is a line of a file in the shared folder: how a mark or setting was last changed
// by the machine that wrote it. Of the lines about the same thing the highest counter wins;
// if counters are equal, the last machine by name.
type SyncLine struct {
	What    string // subscribe, title, interval, format, posts, ignore-robots, tag, mute, later, read or star
	Feed    string // its URL, "" for mutes of all feeds
	Ref     string // of an entry; a tag; the tag, a space and the pattern of a mute; else ""
	Value   any    // int64 or string; nil removes it; of subscribe the URL to which the feed moved, of later the date and the title
	Counter int64
	Machine string
}

// A SyncFile is a file in that folder, as it was last read or written.
type SyncFile struct {
	Name       string // in the folder
	Machine    string // that writes it
	ModifiedAt int64  // in nanoseconds since 1970
	Size       int64  // in bytes
	SeenAt     time.Time
}

// A SyncFolder is what was found in that folder.
type SyncFolder struct {
	Files []SyncFile // that were not read before as they are now
	Lines []SyncLine // of these files
	Left  int        // further lines, left out because there are too many
	Notes []string   // on files not read, or only in part
	IsOwn bool       // this machine's file is there as it was written
}

// A SyncResult is the result of one sync.
type SyncResult struct {
	Machine        string // this one
	Changes        int    // made here since the last sync
	Stale          bool   // the machine's file is to be replaced, by Lines
	Lines          []SyncLine
	Learned        int // lines of others that changed something here
	Added, Removed int // feeds
	Paused         PausedFeeds
	Notes          []string // on files that could not be read
	Left           int      // lines left out because there are too many
}
