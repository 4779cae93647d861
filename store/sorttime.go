package store

import "time"

// maxAhead is how far an entry's date may be ahead of the time when it was first seen, or
// became unread again by a later date. Beyond that it is ordered by the time of that,
// which is its column sort_time: no date far ahead keeps an entry on top.
const maxAhead = 24 * time.Hour

// SortTime is the time by which lists order an entry that was first seen at a time.
func SortTime(updated, seen time.Time) time.Time {
	if updated.Sub(seen) > maxAhead {
		return seen
	}
	return updated
}
