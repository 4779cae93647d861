package publish

import (
	"cmp"
	"iter"
	"time"

	"gemsub/feed"
)

// Limit returns f with at most the newest perFeed entries of each feed that it is
// merged from, so that no feed drowns the others. Entries without a source count
// as of one feed. There is no limit below 1.
func Limit(f *feed.Feed, perFeed int) *feed.Feed {
	if perFeed < 1 {
		return f
	}
	limited := *f
	limited.Entries = nil
	counts := map[string]int{}
	for _, e := range f.Entries {
		source := cmp.Or(e.Source, f).ID
		if counts[source]++; counts[source] <= perFeed {
			limited.Entries = append(limited.Entries, e)
		}
	}
	return &limited
}

// A day is the entries of a day in UTC, or those without a date.
type day struct {
	Date    string // YYYY-MM-DD, or empty
	Entries []feed.Entry
}

// days yields the days of a feed in its order; of entries with the same ID the
// first counts.
func days(f *feed.Feed) iter.Seq[day] {
	return func(yield func(day) bool) {
		var current day
		for e := range f.Distinct() {
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
