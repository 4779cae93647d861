package model

// An Imported says what became of a list of subscriptions.
type Imported struct {
	Lines   []ImportedLine // in the file's order
	LeftOut []LeftOut
	Tags    int // of the feeds that were added
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

// LeftOut is a number of entries of a list that ask for no subscription.
type LeftOut struct {
	Reason string // such as "not subscribed to"
	Count  int
}

// Restored is what an archive added and changed.
type Restored struct {
	Added      map[string]int // rows by table, "setting" for changed ones; none with 0
	Keys       []string       // authorities whose keys are trusted from now on
	Identities []string       // names
	Uses       []IdentityUse
	// IgnoreRobots holds the URLs of added feeds for which robots.txt is not asked.
	IgnoreRobots []string
	// Read and Starred are how many entries that were there became read, or got a
	// star.
	Read, Starred int
	LeftOut       int         // rows
	Reasons       []LineError // of the first 20 that were left out
}

// A LineError says what is wrong with a line of a file.
type LineError struct {
	Line int // counted from 1
	Err  error
}
