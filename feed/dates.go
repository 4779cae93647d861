package feed

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A dateMatch is a date found in a text.
type dateMatch struct {
	time     time.Time // in UTC, at noon if no time of day is given
	hasClock bool      // whether a time of day is given
	from, to int       // the place of the date in the text, with weekday, time of day, zone and brackets
}

// noonUTC stands for a day without a time of day.
const noonUTC = 12 * time.Hour

// maxDate is how many bytes of an element for a date are read.
const maxDate = 256

// statedDate returns the first date in texts, which are elements of a feed, in UTC; zero for none.
// A date without a time of day becomes midnight. The year 1 counts as no date, since some generators
// write it for an unknown date.
func statedDate(texts ...string) time.Time {
	for _, text := range texts {
		text = strings.TrimSpace(text)
		text = text[:min(len(text), maxDate)]
		match, ok := findDate(text)
		if ok && !match.hasClock {
			match.time = match.time.Add(-noonUTC)
		} else if !ok {
			match.time, _ = time.Parse("2006-01", text)
		}
		if match.time.Year() > 1 {
			return match.time
		}
	}
	return time.Time{}
}

// findDate returns the first date in text, and whether there is one. It reads the dates of RFC
// 822, RFC 3339, Go and the command date, and the forms of dateForms, with or without a weekday,
// a time of day, a zone and brackets.
func findDate(text string) (dateMatch, bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return dateMatch{}, false // most titles
	}
	before, afterWord := ' ', false // the character before c, and whether c follows a word
	for at, c := range text {
		if isDigit(c) && !isDigit(before) || unicode.IsLetter(c) && !unicode.IsLetter(before) {
			if match, ok := dateAt(text, at, afterWord); ok {
				return match, true
			}
		}
		before, afterWord = c, afterWord || isOfWord(c)
	}
	return dateMatch{}, false
}

// leadingDate returns the date with which text begins, perhaps after signs, if there is one.
func leadingDate(text string) (dateMatch, bool) {
	at := strings.IndexFunc(text, isOfWord)
	if at < 0 {
		return dateMatch{}, false
	}
	if word, _ := cutWord(text[at:]); word != "" && withoutLastWeekday(text[:at+len(word)]) == text[:at] {
		at += len(word) + max(0, strings.IndexFunc(text[at+len(word):], isOfWord))
	}
	return dateAt(text, at, false)
}

// cutFrom returns text, in which m was found, without the date, the signs beside the date, and a row
// of dots before it. A date between words stays in the text, unless the date is in brackets.
func (m dateMatch) cutFrom(text string) string {
	before := strings.TrimRight(text[:m.from], " ([{<-–—|·,:")
	if title := strings.TrimRight(before, " .·_…"); strings.Count(before[len(title):], " ") < len(before)-len(title)-3 { // not "Wait..."
		before = title
	}
	after := strings.TrimLeft(strings.TrimLeft(text[m.to:], ")]}>.,_"), " ")
	switch {
	case !hasWord(before):
		return after
	case !hasWord(after):
		return before
	case strings.ContainsAny(text[m.from:][:1], "([{<"):
		return before + " " + after
	}
	return text
}

// dateForms returns the forms of a day, in which
//
//	Y, y        is a year of four digits, of two digits
//	M, D        are month and day as numbers
//	B           is the name of a month
//	T           is a time of day
//	C           is a date of eight digits; after a word they may be any number, and do not count
//	S           is a separator, the same in both places
//	space       is one to three characters of gaps
//	comma       is the same, and may contain commas
//
// If both numbers of a date may be the day, the first is the day.
func dateForms() []string {
	return []string{"YSMSD", "DSMSY", "MSDSY", "C", "D B,Y", "B D,Y", "D B T Y", "B D T Y", "D B y T"}
}

// gaps are the characters allowed between the words of a date. between are those allowed between a
// day and its weekday or time of day.
const (
	gaps    = " \t./-"
	between = gaps + ",;:|@·_–—()[]"
)

// A dateReader reads one date.
type dateReader struct {
	afterWord        bool   // a word or number comes before the date
	afterSpace       bool   // a space comes right before the date
	inBrackets       bool   // an opening bracket comes right before the date
	rest             string // the text not yet read
	year, month, day int
	separator        rune
	date             time.Time     // midnight UTC of the day
	since            time.Duration // from that midnight to the time of day
	hasClock         bool          // whether a time of day was found
}

// read reads a date with its weekday and time of day, and reports whether rest begins with one.
func (d *dateReader) read() bool {
	if word, rest := cutWord(d.rest); isWeekday(word) {
		signs := between
		if d.afterWord {
			signs = " .," // with other signs the word may be the end of a title
		}
		d.rest = strings.TrimLeft(rest, signs)
	}
	for _, form := range dateForms() {
		if try := *d; try.readForm(form) {
			*d = try
			if !d.hasClock {
				d.readTime()
			}
			return true
		}
	}
	return false
}

// readForm reads a real day in the given form, and reports whether rest begins with one.
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

// readField cuts one field of [dateForms] off rest. It reports false if rest does not begin with
// such a field.
func (d *dateReader) readField(field rune) (ok bool) {
	switch field {
	case 'Y':
		d.year, d.rest, ok = cutNumber(d.rest, 4, 4)
	case 'y': // of RFC 822 and RFC 850
		d.year, d.rest, ok = cutNumber(d.rest, 2, 2)
		if d.year += 1900; d.year < 1969 { // package time does the same
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
		ok = ok && 1980 <= d.year && d.year < 2100 && !(d.afterSpace && d.afterWord)
	case 'B':
		var word string
		word, d.rest = cutWord(d.rest)
		for month := time.January; month <= time.December && !ok; month++ {
			d.month, ok = int(month), isShort(word, month.String())
		}
	case 'T':
		d.since, d.rest, ok = cutClock(d.rest, false)
		d.hasClock = ok
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
	}
	return ok
}

// readTime reads the weekday, the time of day and the zone that may follow a day.
func (d *dateReader) readTime() {
	next := strings.TrimLeft(d.rest, between)
	if word, rest := cutWord(next); isWeekday(word) {
		next = strings.TrimLeft(rest, between)
		if rest == "" || strings.ContainsAny(rest[:1], ")]}>") { // elsewhere the word may begin a title
			d.rest = rest
		}
	}
	if word, rest := cutWord(strings.TrimLeft(d.rest, " ,")); d.inBrackets && isForeignWeekday(word) {
		rest = strings.TrimPrefix(rest, ".")
		next = strings.TrimLeft(rest, " ,")
		if strings.ContainsAny(rest[:min(len(rest), 1)], ")]}>") {
			d.rest = rest
		}
	}
	if len(d.rest) > 1 && d.rest[0]|' ' == 't' && isDigit(rune(d.rest[1])) {
		next = d.rest[1:]
	}
	if since, rest, ok := cutClock(strings.TrimPrefix(next, "at "), true); ok {
		d.since, d.hasClock, d.rest = since, true, rest
	} else if _, rest := cutZone(d.rest); rest == "" || strings.HasSuffix(strings.TrimSuffix(d.rest, rest), ")") { // elsewhere the zone may be a word
		d.rest = rest
	}
}

// dateAt returns the date that begins at from in a text, and whether there is one. afterWord says
// that a word or number comes before the date.
func dateAt(text string, from int, afterWord bool) (dateMatch, bool) {
	d := dateReader{
		afterWord: afterWord, afterSpace: strings.HasSuffix(text[:from], " "), rest: text[from:],
		inBrackets: from > 0 && strings.ContainsAny(text[from-1:from], "([{<"),
	}
	if !d.read() {
		return dateMatch{}, false
	}
	match := dateMatch{time: d.date.Add(d.since), hasClock: d.hasClock, from: from, to: len(text) - len(d.rest)}
	if year := match.time.Year(); !d.hasClock || year < 0 || year > 9999 || match.time.IsZero() { // a zone can put the year out of range
		match.time, match.hasClock = d.date.Add(noonUTC), false
	}
	for _, pair := range []string{"()", "[]", "{}", "<>"} {
		before, isOpened := strings.CutSuffix(withoutLastWeekday(text[:match.from]), pair[:1])
		after, isClosed := strings.CutPrefix(strings.TrimLeft(text[match.to:], " "), pair[1:])
		if isOpened && isClosed {
			match.from = len(before)
		}
		if isClosed && strings.Contains(text[match.from:match.to], pair[:1]) {
			match.to = len(text) - len(after)
		}
	}
	return match, true
}

// isShort reports whether a word is a name, or its first three or more letters.
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

// isForeignWeekday reports whether a word in the brackets of a date is short enough to be a day of
// the week in some language.
func isForeignWeekday(word string) bool {
	n := utf8.RuneCountInString(word)
	return 0 < n && n <= 4 && !isOpenEnd(word)
}

// withoutLastWeekday returns text, which comes before a date, without spaces at its end. If a
// weekday after an opening bracket stands there, withoutLastWeekday removes the weekday too.
func withoutLastWeekday(text string) string {
	text = strings.TrimRight(text, " ")
	rest := strings.TrimRight(text, ".,")
	word := rest[1+strings.LastIndexFunc(rest, func(c rune) bool { return !unicode.IsLetter(c) }):]
	if rest = strings.TrimSuffix(rest, word); isForeignWeekday(word) && rest != "" && strings.ContainsAny(rest[len(rest)-1:], "([{<") {
		return rest
	}
	return text
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// cutNumber cuts a number off text; ok is false unless it has least to most digits.
func cutNumber(text string, least, most int) (n int, rest string, ok bool) {
	digits := 0
	for digits < len(text) && digits <= most && isDigit(rune(text[digits])) {
		n = 10*n + int(text[digits]-'0')
		digits++
	}
	return n, text[digits:], least <= digits && digits <= most
}

// cutWord cuts the letters off the beginning of text; word is "" if there are none.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) })
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}
