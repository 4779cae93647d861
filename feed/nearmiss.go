package feed

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"gemsub/gemtext"
)

// checkNearMiss warns about a line that has a date but is not an entry.
func (l *linter) checkNearMiss(line gemtext.Line) {
	inURL, isSpaced := dateInURL(line.URL)
	label := strings.TrimLeftFunc(line.Text, isSpecialSpace)
	_, isReal := parseDate(label)
	switch match, isDated := findDate(line.Text); {
	case isSpaced && inURL != "":
		l.warn(line.Number, CodeDateSpace, quote(inURL)+" comes after a no-break space or an invisible character, so it is part of the URL; use a plain space")
	case inURL != "":
		l.warn(line.Number, CodeDateURL, quote(inURL)+" is in place of the URL; an entry is a line such as => post.gmi "+inURL+" Title")
	case !isReal && dateShape().MatchString(label):
		l.warn(line.Number, CodeDateUnreal, quote(label[:len(time.DateOnly)])+" is not a date in the calendar")
	case isReal && label != line.Text:
		l.warn(line.Number, CodeDateSpace, quote(label[:len(time.DateOnly)])+" comes after a no-break space or an invisible character; an entry begins with its date")
	case isDated:
		l.warn(line.Number, CodeDateFormat, "found "+quote(line.Text[match.from:match.to])+"; an entry begins with YYYY-MM-DD")
	}
}

// dateShape matches text in the form YYYY-MM-DD, even if it is in no calendar.
var dateShape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d\d-\d\d`) })

// dateInURL returns a date in place of a link's URL, or at its end after a special space
// (spaced), which did not end the URL as a plain space would.
func dateInURL(url string) (date string, spaced bool) {
	if at := strings.LastIndexFunc(url, isSpecialSpace); at >= 0 {
		_, size := utf8.DecodeRuneInString(url[at:])
		url, spaced = url[at+size:], true
	}
	if _, ok := parseDate(url); !ok || len(url) > len(time.DateOnly) {
		return "", false
	}
	return url, spaced
}

func isSpecialSpace(r rune) bool { return unicode.In(r, unicode.Zs, unicode.Cf) }

// firstZoneLead is how long before noon UTC a day begins in the easternmost time zone, UTC+14.
const firstZoneLead = 26 * time.Hour

// isFuture reports whether a day has not begun in any time zone.
func (l *linter) isFuture(date time.Time) bool {
	return !l.now.IsZero() && date.After(l.now.Add(firstZoneLead))
}

// checkFuture warns about the entries of a feed that are dated in the future.
func (l *linter) checkFuture(f *Feed) {
	count, furthest := 0, time.Time{}
	for _, e := range f.Entries {
		if l.isFuture(e.Updated) {
			count++
			if e.Updated.After(furthest) {
				furthest = e.Updated
			}
		}
	}
	if count > 0 {
		l.warn(0, CodeDateFuture, fmt.Sprintf("%d of %d entries are dated in the future, up to %s", count, len(f.Entries), furthest.Format(time.DateOnly)))
	}
}
