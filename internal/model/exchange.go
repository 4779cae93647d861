package model

// An Imported says what became of a list of subscriptions.
type Imported struct {
	Lines   []ImportedLine // in the file's order
	LeftOut []LeftOut
	Tags    int // of the feeds that were added
	Paused  int // feeds that were added, and are asked for once a person says so
}

// An ImportedLine says what became of one line.
type ImportedLine struct {
	Line   int // counted from 1
	Result ImportResult
	URL    string // or what stands in its place
	Detail string // the title, or why it was refused
}

// An ImportResult is what became of a line.
type ImportResult string

// The results of an import.
const (
	ImportAdded   ImportResult = "added"
	ImportKnown   ImportResult = "known"
	ImportRefused ImportResult = "refused"
)

// Count returns how many lines came to a result.
func (im Imported) Count(result ImportResult) int {
	n := 0
	for _, l := range im.Lines {
		if l.Result == result {
			n++
		}
	}
	return n
}

// LeftOut is how much of an imported file is left out for a reason.
type LeftOut struct {
	Reason string // such as "not subscribed to"
	Count  int
}

// Merged is what another database added and changed.
type Merged struct {
	Feeds, Entries, Posts, Tags int      // that were added, or of posts replaced
	Mutes                       []string // the patterns of those that were added
	Pruned                      int      // entries that were pruned there, and stay away here too
	// Read and Starred are how many entries that were there became read, or got a
	// star.
	Read, Starred int
	Paused        int // added feeds that are asked for once a person says so
	// IgnoreRobots holds the URLs of added feeds for which robots.txt was not asked
	// there; here it is.
	IgnoreRobots []string
	LeftOut      []LeftOut
}
