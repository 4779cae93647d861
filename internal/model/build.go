package model

import "time"

// A Build describes how the program was built.
type Build struct {
	// Version is the release, such as 0.2.0; else "devel-" and the first twelve
	// digits of the commit, with "-modified" where files differed from it; else
	// "devel".
	Version string
	// Commit is the whole hash, and CommitTime when it was made. Both are zero where
	// Go found no repository.
	Commit     string
	CommitTime time.Time
	Modified   bool // files differed from the commit

	Go, OS, Arch string
	SQLite       string // the version of the library
}
