package feed

import (
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// A stamp is a date that stands in a text.
type stamp struct {
	time     time.Time // in UTC; noon where no time of day is given
	clock    bool      // whether one is given
	from, to int       // where it stands, with its weekday, time of day, zone and brackets
}

// noonUTC stands for a day without a time of day.
const noonUTC = 12 * time.Hour

// maxDate is how many bytes are searched for a date where nothing else should stand.
const maxDate = 256

// statedDate returns the first date in some texts of a feed, in UTC, else zero. A date
// without a time of day is midnight. Some generators write the year 1 for an unknown date.
func statedDate(texts ...string) time.Time {
	for _, text := range texts {
		text = strings.TrimSpace(text)
		text = text[:min(len(text), maxDate)]
		st, ok := findDate(text)
		if ok && !st.clock {
			st.time = st.time.Add(-noonUTC)
		} else if !ok {
			st.time, _ = time.Parse("2006-01", text)
		}
		if st.time.Year() > 1 {
			return st.time
		}
	}
	return time.Time{}
}

// findDate returns the first date in a text. It reads the dates of RFC 822, RFC 3339, Go
// and the command date, and the forms of dateForms, with or without a weekday, a time of
// day, a zone and brackets.
func findDate(text string) (stamp, bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return stamp{}, false // most titles
	}
	before := ' ' // the character before c
	for at, c := range text {
		if isDigit(c) && !isDigit(before) || unicode.IsLetter(c) && !unicode.IsLetter(before) {
			if st, ok := dateAt(text, at); ok {
				return st, true
			}
		}
		before = c
	}
	return stamp{}, false
}

// leadingDate returns the date with which a text begins, perhaps after signs.
func leadingDate(text string) (stamp, bool) {
	at := strings.IndexFunc(text, isOfWord)
	if at < 0 {
		return stamp{}, false
	}
	return dateAt(text, at)
}

// cutFrom returns a text without its date, if that stands at either end or in brackets, and
// without the signs between date and text.
func (st stamp) cutFrom(text string) string {
	before := strings.TrimRight(text[:st.from], " ([{<-–—,:")
	after := strings.TrimLeft(strings.TrimLeft(text[st.to:], ")]}>.,_"), " ")
	switch {
	case !hasWord(before):
		return after
	case !hasWord(after):
		return before
	case strings.ContainsAny(text[st.from:][:1], "([{<"):
		return before + " " + after
	}
	return text
}

// dateForms are the forms of a day: a year Y of four digits or y of two, a month M and a
// day D as numbers, the name B of a month, a time of day T, a whole date C of eight digits,
// which stands behind no other word: there they may be any number.
// S is a separator, which is the same in both places, and a space stands for one to three of
// gaps, with commas where a comma stands. The month comes first only where the day cannot.
func dateForms() []string {
	return []string{"YSMSD", "DSMSY", "MSDSY", "C", "Y年M月D日", "D B,Y", "B D,Y", "D B T Y", "B D T Y", "D B y T"}
}

// Characters between the words of a date, and between a day and its time of day.
const (
	gaps    = " \t./-"
	between = gaps + ",;:|@·_–—()[]"
)

// A dateReader reads a date.
type dateReader struct {
	before           string // the text before the date
	rest             string // what is not read yet
	year, month, day int
	separator        rune
	date             time.Time     // midnight UTC of the day
	since            time.Duration // from then to the time of day
	clock            bool          // whether there is a time of day
}

// read reads a date, with its weekday and time of day, and reports whether rest begins
// with one.
func (d *dateReader) read() bool {
	if since, rest, ok := cutClock(d.rest); ok {
		d.since, d.clock, d.rest = since, true, strings.TrimPrefix(strings.TrimLeft(rest, between), "on ")
	}
	if word, rest := cutWord(d.rest); isWeekday(word) {
		signs := between
		if hasWord(d.before) {
			signs = " .," // else it may end a title
		}
		d.rest = strings.TrimLeft(rest, signs)
	}
	for _, form := range dateForms() {
		if try := *d; try.readForm(form) {
			*d = try
			if !d.clock {
				d.readTime()
			}
			return true
		}
	}
	return false
}

// readForm reads a day of that form, and reports whether it is in the calendar.
func (d *dateReader) readForm(form string) bool {
	for _, field := range form {
		if !d.readField(field) {
			return false
		}
	}
	next, _ := utf8.DecodeRuneInString(d.rest)
	d.date = time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC)
	return !isDigit(next) && d.date.Month() == time.Month(d.month) && d.date.Day() == d.day
}

func (d *dateReader) readField(field rune) (ok bool) {
	switch field {
	case 'Y':
		d.year, d.rest, ok = cutNumber(d.rest, 4, 4)
	case 'y': // of RFC 822 and RFC 850
		d.year, d.rest, ok = cutNumber(d.rest, 2, 2)
		if d.year += 1900; d.year < 1969 { // as package time has it
			d.year += 100
		}
	case 'M':
		d.month, d.rest, ok = cutNumber(d.rest, 1, 2)
	case 'D':
		d.day, d.rest, ok = cutNumber(d.rest, 1, 2)
		switch word, rest := cutWord(d.rest); strings.ToLower(word) {
		case "st", "nd", "rd", "th":
			d.rest = strings.TrimPrefix(rest, " of")
		}
	case 'C':
		d.day, d.rest, ok = cutNumber(d.rest, 8, 8)
		d.year, d.month, d.day = d.day/1_00_00, d.day/1_00%100, d.day%100
		ok = ok && 1980 <= d.year && d.year < 2100 && !(strings.HasSuffix(d.before, " ") && hasWord(d.before))
	case 'B':
		var word string
		word, d.rest = cutWord(d.rest)
		for month := time.January; month <= time.December && !ok; month++ {
			d.month, ok = int(month), isShort(word, month.String())
		}
	case 'T':
		d.since, d.rest, d.clock = cutClock(d.rest)
		ok = d.clock
	case 'S':
		separator, size := utf8.DecodeRuneInString(d.rest)
		if unicode.Is(unicode.Pd, separator) || separator == '−' {
			separator = '-'
		}
		ok = strings.ContainsRune("-/._", separator) && (d.separator == 0 || d.separator == separator)
		d.separator, d.rest = separator, d.rest[size:]
	case ' ', ',':
		rest := strings.TrimLeft(d.rest, gaps+strings.TrimSpace(string(field)))
		n := len(d.rest) - len(rest)
		ok, d.rest = 1 <= n && n <= 3, rest
	default:
		d.rest, ok = strings.CutPrefix(d.rest, string(field))
	}
	return ok
}

// readTime reads the weekday and the time of day that follow a day.
func (d *dateReader) readTime() {
	next := strings.TrimLeft(d.rest, between)
	if word, rest := cutWord(next); isWeekday(word) {
		next = strings.TrimLeft(rest, between)
		if rest == "" || strings.ContainsAny(rest[:1], ")]}>") { // else it may begin a title
			d.rest = rest
		}
	}
	if len(d.rest) > 1 && d.rest[0]|' ' == 't' && isDigit(rune(d.rest[1])) {
		next = d.rest[1:]
	}
	if since, rest, ok := cutClock(strings.TrimPrefix(next, "at ")); ok {
		d.since, d.clock, d.rest = since, true, rest
	} else if _, rest := cutZone(d.rest); rest == "" || strings.HasSuffix(strings.TrimSuffix(d.rest, rest), ")") { // else it may be a word
		d.rest = rest
	}
}

// version is what stands before the number of a version, which may look like a date.
var version = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(version[: ]*|v\.?)$`) })

const maxVersion = 16 // bytes

// dateAt returns the date that begins at a place of a text.
func dateAt(text string, from int) (stamp, bool) {
	d := dateReader{before: text[:from], rest: text[from:]}
	if !d.read() || d.separator == '.' && version().MatchString(text[max(0, from-maxVersion):from]) {
		return stamp{}, false
	}
	st := stamp{time: d.date.Add(d.since), clock: d.clock, from: from, to: len(text) - len(d.rest)}
	if year := st.time.Year(); !d.clock || year < 0 || year > 9999 || st.time.IsZero() { // out of range in that zone
		st.time, st.clock = d.date.Add(noonUTC), false
	}
	for _, pair := range []string{"()", "[]", "{}", "<>"} {
		before, isOpened := strings.CutSuffix(strings.TrimRight(text[:st.from], " "), pair[:1])
		after, isClosed := strings.CutPrefix(strings.TrimLeft(text[st.to:], " "), pair[1:])
		if isOpened && isClosed {
			st.from = len(before)
		}
		if isClosed && strings.Contains(text[st.from:st.to], pair[:1]) {
			st.to = len(text) - len(after)
		}
	}
	return st, true
}

// isShort reports whether a word is a name or at least its first three letters.
func isShort(word, name string) bool {
	return 3 <= len(word) && len(word) <= len(name) && strings.EqualFold(word, name[:len(word)])
}

func isWeekday(word string) bool {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if isShort(word, day.String()) {
			return true
		}
	}
	return false
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// cutNumber cuts a number of so many digits off the beginning of a text.
func cutNumber(text string, least, most int) (n int, rest string, ok bool) {
	digits := 0
	for digits < len(text) && digits <= most && isDigit(rune(text[digits])) {
		n = 10*n + int(text[digits]-'0')
		digits++
	}
	return n, text[digits:], least <= digits && digits <= most
}

// cutWord cuts a word off the beginning of a text.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) })
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}
