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

// nearMiss warns about a line that is no entry but has a date.
func (l *linter) nearMiss(line gemtext.Line) {
	inURL, isSpaced := dateInURL(line.URL)
	label := strings.TrimLeftFunc(line.Text, isSpecialSpace)
	_, isReal := parseDate(label)
	switch st, isDated := findDate(line.Text); {
	case isSpaced && inURL != "":
		l.warn(line.Number, CodeDateSpace, quote(inURL)+" comes after a no-break space or a character that cannot be seen, so it is part of the URL; use a plain space")
	case inURL != "":
		l.warn(line.Number, CodeDateURL, quote(inURL)+" stands where the URL belongs; an entry is a line such as => post.gmi "+inURL+" Title")
	case !isReal && inForm().MatchString(label):
		l.warn(line.Number, CodeDateUnreal, quote(label[:len(time.DateOnly)])+" is not a date in the calendar")
	case isReal && label != line.Text:
		l.warn(line.Number, CodeDateSpace, quote(label[:len(time.DateOnly)])+" comes after a no-break space or a character that cannot be seen; an entry begins with its date")
	case isDated:
		l.warn(line.Number, CodeDateFormat, "found "+quote(line.Text[st.from:st.to])+"; an entry begins with YYYY-MM-DD")
	}
}

// inForm finds what has the form of a date and may be in no calendar.
var inForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d\d-\d\d`) })

// dateInURL returns the date that is the URL of a link or that follows a special
// space there, which then did not end the URL.
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

// firstPlace is how long before a day's noon UTC the day begins in the first time zone.
const firstPlace = 26 * time.Hour

// isAhead reports a day not begun in any time zone.
func (l *linter) isAhead(date time.Time) bool {
	return !l.now.IsZero() && date.After(l.now.Add(firstPlace))
}

// ahead warns about the entries of a feed that are dated in the future.
func (l *linter) ahead(f *Feed) {
	count, furthest := 0, time.Time{}
	for _, e := range f.Entries {
		if l.isAhead(e.Updated) {
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
