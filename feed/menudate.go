package feed

import (
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Whole dates as menus have them. A number of eight digits is a date of the years 1980 to
// 2099 alone.
const (
	compactDate = `(?:19[89]\d|20\d\d)\d{4}`
	nameDate    = `(\d{4}-\d\d-\d\d|` + compactDate + `)`
	dayOfMonth  = `\d{1,2}(?:st|nd|rd|th)?[ ,./-]+`
	monthOfYear = months + `[ ,./-]+`
)

// maxLine is how much of a line is searched for a date, in bytes: regular expressions take
// long.
const maxLine = 100

var (
	// inName finds a date at the beginning of a file's name, else at its end.
	inName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^` + nameDate + `(?:\D|$)|(?:^|\D)` + nameDate + `(?:\.[^.]*)?$`)
	})
	inLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|\D)(\d{4}(?:-\d\d-|/\d\d/|\.\d\d\.)\d\d|` + compactDate +
			`|(?:` + dayOfMonth + monthOfYear + `|` + monthOfYear + dayOfMonth + `)\d{4})(?:\D|$)`)
	})
)

// dateOfName returns the date in a file's name, and the date as text if the name begins
// with it.
func dateOfName(name string) (date time.Time, begin string, ok bool) {
	m := inName().FindStringSubmatch(name)
	if m == nil {
		return time.Time{}, "", false
	}
	date, ok = dateOf(m[1] + m[2])
	return date, m[1], ok
}

// findDate returns the first whole date in a text and where it stands: 2021-03-04,
// 2021/03/04, 2021.03.04, 20210304, 4 March 2021, Mar 4th, 2021.
func findDate(s string) (date time.Time, from, to int, ok bool) {
	if !strings.ContainsAny(s, "0123456789") {
		return time.Time{}, 0, 0, false // most lines
	}
	for _, at := range inLine().FindAllStringSubmatchIndex(s[:min(len(s), maxLine)], -1) {
		if date, ok := dateOf(s[at[2]:at[3]]); ok {
			return date, at[2], at[3], true
		}
	}
	return time.Time{}, 0, 0, false
}

// dateOfLine returns the date with which a line begins, perhaps after the name of a
// day.
func dateOfLine(s string) (time.Time, bool) {
	date, from, _, ok := findDate(s)
	if !ok {
		return time.Time{}, false
	}
	before := strings.FieldsFunc(s[:from], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return date, len(before) == 0 || len(before) == 1 && isWeekday(before[0])
}

// dateOf reads a date that inName or inLine found.
func dateOf(text string) (time.Time, bool) {
	if len(text) == len("20060102") {
		return parseDate(text[:4] + "-" + text[4:6] + "-" + text[6:])
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,./-", r) })
	if len(words[0]) == len("2006") {
		return parseDate(strings.Join(words, "-"))
	}
	day, month := words[0], words[1]
	if !isDigit(day[0]) {
		day, month = month, day
	}
	date, err := time.Parse("2 Jan 2006", strings.TrimRight(day, "stndrhSTNDRH")+" "+month[:3]+" "+words[2])
	return date.Add(12 * time.Hour), err == nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
