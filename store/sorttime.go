package store

import "time"

// maxAhead is how far an entry's date may be ahead of the time when it was first seen.
const maxAhead = 24 * time.Hour

// sortTime is the time by which lists order an entry, given by the alias of its table:
// its date, unless that is more than a day after the entry was first seen, or became
// unread again by a later date. Then it is the time of that, so that no date far ahead
// keeps an entry on top. The indexes of table entry have the same expression.
func sortTime(entry string) string {
	first := `COALESCE(` + entry + `.renewed_at, ` + entry + `.first_seen)`
	updated := entry + `.updated`
	return `IIF(` + updated + ` > ` + first + ` + 86400, ` + first + `, ` + updated + `)`
}

// SortTime is the time by which lists order an entry that was first seen at a time.
func SortTime(updated, seen time.Time) time.Time {
	if updated.Sub(seen) > maxAhead {
		return seen
	}
	return updated
}
