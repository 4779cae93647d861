package publish

import (
	"iter"
	"time"

	"gemsub/feed"
)

// A day is the entries of a day in UTC, or those without a date.
type day struct {
	Date    string // YYYY-MM-DD, or empty
	Entries []feed.Entry
}

// days yields the days of entries in their order.
func days(entries iter.Seq[feed.Entry]) iter.Seq[day] {
	return func(yield func(day) bool) {
		var current day
		for e := range entries {
			if date := dateOf(e); len(current.Entries) > 0 && date != current.Date {
				if !yield(current) {
					return
				}
				current = day{}
			}
			current.Date = dateOf(e)
			current.Entries = append(current.Entries, e)
		}
		if len(current.Entries) > 0 {
			yield(current)
		}
	}
}

// untilError yields entries until there is an error, which it leaves in failed.
func untilError(entries iter.Seq2[feed.Entry, error], failed *error) iter.Seq[feed.Entry] {
	return func(yield func(feed.Entry) bool) {
		for e, err := range entries {
			if err != nil {
				*failed = err
				return
			}
			if !yield(e) {
				return
			}
		}
	}
}

// dateOf is the day of an entry in UTC, empty if it has none.
func dateOf(e feed.Entry) string {
	if !isDated(e.Updated) {
		return ""
	}
	return e.Updated.UTC().Format(time.DateOnly)
}

// isDated tells times that all formats can state from those that stand for none.
func isDated(t time.Time) bool {
	year := t.UTC().Year()
	return year > 1 && year <= 9999
}
