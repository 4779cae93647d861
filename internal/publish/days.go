package publish

import (
	"iter"
	"time"

	"gemsub/feed"
)

// A day holds the entries of a day in UTC, or those without a date.
type day struct {
	Date    string // YYYY-MM-DD, or "" for none
	Entries iter.Seq[feed.Entry]
}

// days yields the days of entries in order, without keeping entries in memory. Each day's
// entries can be read once, before the next day.
func days(entries iter.Seq[feed.Entry]) iter.Seq[day] {
	return func(yield func(day) bool) {
		next, stop := iter.Pull(entries)
		defer stop()
		e, more := next()
		for more {
			date := dateOf(e)
			ofDay := func(yield func(feed.Entry) bool) {
				for ; more && dateOf(e) == date; e, more = next() {
					if !yield(e) {
						return
					}
				}
			}
			if !yield(day{date, ofDay}) {
				return
			}
			for range ofDay { // skip the rest
				continue
			}
		}
	}
}

// untilError yields entries up to an error, which it stores in failed.
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

// dateOf returns the day of an entry in UTC, "" if it is undated.
func dateOf(e feed.Entry) string {
	if !isDated(e.Updated) {
		return ""
	}
	return e.Updated.UTC().Format(time.DateOnly)
}

// isDated reports whether all formats can state a time; others mean no date.
func isDated(t time.Time) bool {
	year := t.UTC().Year()
	return year > 1 && year <= 9999
}
