package model

import "time"

// A SyncLine is a line of a file in the shared folder: how a mark or setting was last changed
// by the machine that wrote it. Of the lines about the same thing the highest counter wins;
// if counters are equal, the last machine by name.
type SyncLine struct {
	What    string // subscribe, title, interval, format, posts, ignore-robots, tag, mute, mute-not, later, read or star
	Feed    string // its URL, "" for mutes of all feeds
	Ref     string // an entry's ref; a tag; a mute's tag, a space and its pattern; otherwise ""
	Value   any    // int64 or string; nil removes the mark or setting; subscribe has the URL to which the feed moved, later the date and title
	Counter int64
	Machine string
}

// A SyncFile is a file in the shared folder, as it was last read or written.
type SyncFile struct {
	Name       string // in the folder
	Machine    string // the machine that writes it
	ModifiedAt int64  // in nanoseconds since 1970
	Size       int64  // in bytes
	SeenAt     time.Time
}

// A SyncFolder has the contents of the shared folder that are new to this machine.
type SyncFolder struct {
	Files []SyncFile // new or changed since they were last read
	Lines []SyncLine // of these files
	Left  int        // how many further lines were left out because there are too many
	Notes []string   // about files that were not read, or only in part
	IsOwn bool       // this machine's file is unchanged since it was written
}

// A SyncResult is the result of one sync.
type SyncResult struct {
	Machine        string // this one
	Changes        int    // made here since the last sync
	Stale          bool   // the machine's file must be replaced by Lines
	Lines          []SyncLine
	Learned        int // lines of other machines that changed something here
	Added, Removed int // feeds
	Paused         PausedFeeds
	Notes          []string // on files that could not be read
	Left           int      // lines left out because there are too many
}
