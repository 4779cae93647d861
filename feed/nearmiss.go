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

// checkNearMiss warns about a line that is not an entry, if it seems to have a date.
func (l *linter) checkNearMiss(line gemtext.Line) {
	_, isURL := parseDate(line.URL)
	_, isReal := parseDate(line.Text)
	match, isDated := findDate(line.Text)
	month, isMonth := findMonth(line.Text)
	switch {
	case isURL && len(line.URL) == len(time.DateOnly):
		l.warn(line.Number, CodeDateURL, quote(line.URL)+" is in place of the URL; an entry is a line such as => post.gmi "+line.URL+" Title")
	case !isReal && dateShape().MatchString(line.Text):
		l.warn(line.Number, CodeDateUnreal, quote(line.Text[:len(time.DateOnly)])+" is not a date in the calendar")
	case isDated && !match.isSpan(line.Text):
		l.checkFormat(line, match)
	case isMonth:
		l.warn(line.Number, CodeDateFormat, "found "+quote(line.Text[month.from:month.to])+", a month without a day"+inAnEntry)
	}
}

// inAnEntry is the end of a message about a date that makes no entry.
const inAnEntry = "; an entry begins with YYYY-MM-DD"

// checkFormat warns about a date in another form or place.
func (l *linter) checkFormat(line gemtext.Line, match dateMatch) {
	before, date := line.Text[:match.from], line.Text[match.from:match.to]
	inside, outside := oddCharacter(date), oddCharacter(before)
	_, isISO := parseDate(strings.Trim(date, "()[]{}<>"))
	switch {
	case inside != "":
		l.warn(line.Number, CodeDateCharacter, quote(date)+" has "+inside+" in it"+inAnEntry)
	case outside != "" && strings.TrimFunc(before, isBlank) == "":
		l.warn(line.Number, CodeDateCharacter, outside+" comes before "+quote(date)+inAnEntry)
	case isISO && strings.TrimFunc(before, isBlank) != "":
		l.warn(line.Number, CodeDatePlace, quote(date)+" comes after other text"+inAnEntry)
	default:
		l.warn(line.Number, CodeDateFormat, "found "+quote(date)+inAnEntry)
	}
}

// checkGlued warns about a dated line without a space after its date.
func (l *linter) checkGlued(line gemtext.Line) {
	component, _, _ := strings.Cut(line.Text, " ")
	date, next := component[:len(time.DateOnly)], component[len(time.DateOnly):]
	_, size := utf8.DecodeRuneInString(next)
	if odd := oddCharacter(next[:size]); odd != "" {
		l.warn(line.Number, CodeDateCharacter, odd+" comes after "+quote(date)+inAnEntry+" and a space")
	} else {
		l.warn(line.Number, CodeDateGlued, "found "+quote(component)+inAnEntry+" and a space")
	}
}

// isBlank reports whether a character shows nothing.
func isBlank(c rune) bool { return unicode.In(c, unicode.Zs, unicode.Cf) || c == '\t' }

// oddCharacter returns the name of the first character that looks like a space, a hyphen or nothing
// and is another one: a blank other than a space, or a dash other than "-". It returns "" for none.
func oddCharacter(text string) string {
	names := map[rune]string{
		'\u00a0': "a no-break space", '\u202f': "a narrow no-break space", '\u200b': "a zero-width space", '\ufeff': "a byte order mark",
		'‐': "a hyphen of Unicode", '‑': "a no-break hyphen", '‒': "a figure dash", '–': "an en dash", '—': "an em dash", '−': "a minus sign",
	}
	at := strings.IndexFunc(text, func(c rune) bool {
		return c >= utf8.RuneSelf && (isBlank(c) || unicode.Is(unicode.Pd, c) || c == '−')
	})
	if at < 0 {
		return ""
	}
	c, _ := utf8.DecodeRuneInString(text[at:])
	if name := names[c]; name != "" {
		return fmt.Sprintf("%s (%U)", name, c)
	}
	return fmt.Sprintf("%U", c)
}

// dateShape matches text in the form YYYY-MM-DD, even if it is in no calendar.
var dateShape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d\d-\d\d`) })

// firstZoneLead is how long before noon UTC a day begins in the easternmost time zone, UTC+14.
const firstZoneLead = 26 * time.Hour

// isFuture reports whether a day has not begun in any time zone. It returns false if l.now is
// unknown.
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
