package store

import "time"

// A pace says how much of what is large one transaction stores.
type pace struct {
	rows    int           // at most so many a transaction
	bytes   int           // of the rows that a change records
	removed int           // bytes of what is removed and not recorded
	marks   int           // that are set
	titles  int           // that are indexed
	texts   int           // bytes of posts that are indexed, one post more
	pause   time.Duration // between two transactions, in which others get the lock
}

// defaultPace holds the lock for a fifth of a second. Others try to get it every 100
// ms, so each of them tries once in a pause.
func defaultPace() pace {
	return pace{
		rows: 4000, bytes: 4 << 20, removed: 1 << 20, marks: 25_000, titles: 25_000, texts: 2 << 20,
		pause: 110 * time.Millisecond,
	}
}
