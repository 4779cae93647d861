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

// A nearMiss is a way to write a date that the convention does not recognise.
type nearMiss struct {
	pattern *regexp.Regexp
	code    string
	message string // a format for the text that matched
}

// nearMisses are the patterns, compiled when the first page is looked at.
var nearMisses = sync.OnceValue(func() []nearMiss {
	const written = "%s: a date counts when written YYYY-MM-DD"
	const first = "%s: a date counts when the label begins with it, written YYYY-MM-DD"
	return []nearMiss{
		{regexp.MustCompile(`^\d{4}-\d{2}-\d{2}`), CodeDateUnreal, "%s is not a date in the calendar"},
		{
			regexp.MustCompile(`^[\[(<{]\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\s*[\])>}]?`), CodeDateBracket,
			"%s: a date counts when the label begins with it, without brackets, as YYYY-MM-DD",
		},
		{regexp.MustCompile(`^(\d{4}[-/._]\d{1,2}[-/._]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}年\d{1,2}月\d{1,2}日|(19|20)\d{6}\b)`), CodeDateFormat, written},
		{regexp.MustCompile(`^(\d{2}-\d{2}-\d{2}|\d{2}/\d{2}/\d{2})\b`), CodeDateFormat, written},
		// digits other than 0 to 9
		{regexp.MustCompile(`^[^\P{Nd}0-9]{2,4}[\p{Pd}\p{Po}−年][^\P{Nd}0-9]{1,2}[\p{Pd}\p{Po}−月][^\P{Nd}0-9]{1,2}日?`), CodeDateFormat, written},
		{
			regexp.MustCompile(`^\d{4}[\p{Pd}−]\d{1,2}[\p{Pd}−]\d{1,2}`), CodeDateDash,
			"%s has other dashes than a date, which is written with - (U+002D)",
		},
		{
			regexp.MustCompile(`^[\p{Zs}\p{Cf}]+\d{4}-\d{2}-\d{2}`), CodeDateSpace,
			"%s comes after a no-break space or a character that cannot be seen; a date counts when the label begins with it",
		},
		{
			regexp.MustCompile(`(?i)\b(\d{1,2}(st|nd|rd|th)?\.?\s+` + months + `\.?,?\s+\d{4}|` + months + `\.?\s+\d{1,2}(st|nd|rd|th)?,?\s+\d{4})\b`),
			CodeDateMonth, first,
		},
		{regexp.MustCompile(`\b\d{4}[-/.]\d{2}[-/.]\d{2}\b`), CodeDatePlace, first},
	}
})

const months = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`

// nearMiss warns about a line that is not an entry but looks like one.
func (l *linter) nearMiss(line gemtext.Line) {
	switch date, spaced := dateInURL(line.URL); {
	case spaced && date != "":
		l.warn(line.Number, CodeDateSpace, quote(date)+" comes after a no-break space or a character that cannot be seen, so it is part of the URL; use a plain space")
		return
	case date != "":
		l.warn(line.Number, CodeDateURL, quote(date)+" stands where the URL belongs; an entry is a line such as => post.gmi "+date+" Title")
		return
	}
	for _, miss := range nearMisses() {
		if found := miss.pattern.FindString(line.Text); found != "" {
			l.warn(line.Number, miss.code, fmt.Sprintf(miss.message, quote(found)))
			return
		}
	}
}

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
