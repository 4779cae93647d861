package model

import "slices"

// An Imported is the result of importing a list of subscriptions.
type Imported struct {
	Lines   []ImportedLine // in the file's order
	LeftOut []LeftOut
	Tags    int // of the feeds that were added
	Paused  PausedFeeds
}

// An ImportedLine is the result of one line.
type ImportedLine struct {
	Line   int // counted from 1
	Result ImportResult
	URL    string // or the text in its place
	Detail string // the title, or why it was refused
}

// An ImportResult is the outcome for a line.
type ImportResult string

// The results of an import.
const (
	ImportAdded   ImportResult = "added"
	ImportKnown   ImportResult = "known"
	ImportRefused ImportResult = "refused"
)

// Count returns how many lines have a result.
func (im Imported) Count(result ImportResult) int {
	n := 0
	for _, l := range im.Lines {
		if l.Result == result {
			n++
		}
	}
	return n
}

// LeftOut counts what an import left out for one reason.
type LeftOut struct {
	Reason string // such as "not subscribed to"
	Count  int
}

// Merged is what another database added and changed.
type Merged struct {
	Feeds, Entries, Posts, Tags int      // added
	Mutes                       []string // the patterns of added mutes
	// Read and Starred are how many existing entries became read, or got a star.
	Read, Starred int
	Paused        PausedFeeds
	LeftOut       []LeftOut
}

// PausedFeeds are the feeds that a file brings or changes, and that wait for a person to name them.
type PausedFeeds struct {
	Feeds []int64  // their numbers; one that waits for two things may be there twice
	Why   []string // the reasons of all, such as "with a query"
}

// Add adds a feed with the reasons why it waits.
func (p *PausedFeeds) Add(feed int64, why []string) {
	p.Feeds = append(p.Feeds, feed)
	for _, reason := range why {
		if !slices.Contains(p.Why, reason) {
			p.Why = append(p.Why, reason)
		}
	}
}
