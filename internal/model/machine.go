package model

import "time"

// A SyncLine is a line of a file in the shared folder: the state of one mark or setting on the
// machine that wrote the file. Of the lines about the same mark or setting the highest counter wins;
// of equal counters, the machine whose name sorts last.
type SyncLine struct {
	What    string // subscribe, title, interval, format, posts, ignore-robots, tag, mute, mute-not, later, read or star
	Feed    string // the feed's URL, "" for mutes of all feeds
	Ref     string // an entry's ref; a tag; a mute's tag, a space and its pattern; otherwise ""
	Value   any    // int64 or string; nil removes the mark or setting; for subscribe the URL to which the feed moved, for later the date and title
	Counter int64
	Machine string
}

// A SyncFile is a file in the shared folder when it was last read or written.
type SyncFile struct {
	Name       string // in the folder
	Machine    string // the machine that writes it
	ModifiedAt int64  // in nanoseconds since 1970
	Size       int64  // in bytes
	SeenAt     time.Time
}

// A SyncFolder holds the contents of the shared folder that are new to this machine.
type SyncFolder struct {
	Files []SyncFile // new or changed since they were last read
	Lines []SyncLine // of these files
	Left  int        // how many further lines were not read because there are too many
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
	Notes          []string // about files that were not read, or only in part
	Left           int      // lines not read because there are too many
}
