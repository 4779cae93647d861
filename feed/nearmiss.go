package feed

import (
	"fmt"
	"regexp"
	"sync"
	"time"

	"gemsub/gemtext"
)

// checkNearMiss warns about a line that is not an entry, if it seems to have a date.
func (l *linter) checkNearMiss(line gemtext.Line) {
	_, isURL := parseDate(line.URL)
	_, isReal := parseDate(line.Text)
	match, isDated := findDate(line.Text)
	switch {
	case isURL && len(line.URL) == len(time.DateOnly):
		l.warn(line.Number, CodeDateURL, quote(line.URL)+" is in place of the URL; an entry is a line such as => post.gmi "+line.URL+" Title")
	case !isReal && dateShape().MatchString(line.Text):
		l.warn(line.Number, CodeDateUnreal, quote(line.Text[:len(time.DateOnly)])+" is not a date in the calendar")
	case isDated:
		l.warn(line.Number, CodeDateFormat, "found "+quote(line.Text[match.from:match.to])+"; an entry begins with YYYY-MM-DD")
	}
}

// dateShape matches text in the form YYYY-MM-DD, even if it is in no calendar.
var dateShape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d\d-\d\d`) })

// firstZoneLead is how long before noon UTC a day begins in the easternmost time zone, UTC+14.
const firstZoneLead = 26 * time.Hour

// isFuture reports whether a day has not begun in any time zone; false if l.now is unknown.
func (l *linter) isFuture(date time.Time) bool {
	return !l.now.IsZero() && date.After(l.now.Add(firstZoneLead))
}

// checkFuture warns about the entries of a feed that are dated in the future.
func (l *linter) checkFuture(f *Feed) {
	count := 0
	for _, e := range f.Entries {
		if l.isFuture(e.Updated) {
			count++
		}
	}
	if count > 0 {
		newest := f.Entries[0].Updated.Format(time.DateOnly)
		l.warn(0, CodeDateFuture, fmt.Sprintf("%d of %d entries are dated in the future, up to %s", count, len(f.Entries), newest))
	}
}
