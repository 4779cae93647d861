package feed

import (
	"strings"
	"time"
	"unicode"
)

// The years of dates that are written without dashes: other numbers of eight digits are
// no dates.
const (
	firstYear = 1980
	lastYear  = 2099
)

// dateBefore reads YYYY-MM-DD or YYYYMMDD at the beginning of a text, if no digit
// follows.
func dateBefore(s string) (date time.Time, length int, ok bool) {
	const compact = len("20060102")
	if date, ok = parseDate(s); ok {
		length = len(time.DateOnly)
	} else if length = compact; len(s) >= compact {
		if year := digits(s[:4]); firstYear <= year && year <= lastYear {
			date, ok = parseDate(s[:4] + "-" + s[4:6] + "-" + s[6:compact])
		}
	}
	if !ok || len(s) > length && isDigit(s[length]) {
		return time.Time{}, 0, false
	}
	return date, length, true
}

// dateAtEnd reads such a date at the end of a text, if no digit comes before it.
func dateAtEnd(s string) (time.Time, bool) {
	for _, length := range []int{len(time.DateOnly), len("20060102")} {
		at := len(s) - length
		if at < 0 || at > 0 && isDigit(s[at-1]) {
			continue
		}
		if date, n, ok := dateBefore(s[at:]); ok && n == length {
			return date, true
		}
	}
	return time.Time{}, false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// A word is a run of letters or of digits in a text.
type word struct{ from, to int }

// maxWords is how many words of a line are looked at.
const maxWords = 32

// hasYear reports whether a text has four digits in a row, as every whole date has.
func hasYear(s string) bool {
	run := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			run = 0
		} else if run++; run == 4 {
			return true
		}
	}
	return false
}

// wordsOf returns the first words of a text.
func wordsOf(s string) (words []word) {
	class := func(r rune) int {
		switch {
		case unicode.IsLetter(r):
			return 1
		case '0' <= r && r <= '9':
			return 2
		}
		return 0
	}
	last := 0
	for i, r := range s {
		c := class(r)
		if c != last && last != 0 {
			words[len(words)-1].to = i
		}
		if c != last && c != 0 {
			if len(words) == maxWords {
				return words
			}
			words = append(words, word{i, len(s)})
		}
		last = c
	}
	return words
}

// findDate returns the first whole date in a text and where it stands: 2021-03-04,
// 2021/03/04, 2021.03.04, 20210304, 4 March 2021, Mar 4th, 2021.
func findDate(s string) (date time.Time, from, to int, ok bool) {
	if !hasYear(s) {
		return time.Time{}, 0, 0, false
	}
	words := wordsOf(s)
	for i := range words {
		if date, n, ok := dateAt(s, words[i:]); ok {
			return date, words[i].from, words[i+n-1].to, true
		}
	}
	return time.Time{}, 0, 0, false
}

// dateOfLine returns the date with which a line begins, perhaps after the name of a
// day.
func dateOfLine(s string) (time.Time, bool) {
	if !hasYear(s) {
		return time.Time{}, false
	}
	words := wordsOf(s)
	if len(words) > 0 && isWeekday(s[words[0].from:words[0].to]) {
		words = words[1:]
	}
	date, _, ok := dateAt(s, words)
	return date, ok
}

// dateAt reads a date that begins with the first of some words of s. It returns how
// many of them it has.
func dateAt(s string, words []word) (date time.Time, n int, ok bool) {
	if len(words) == 0 {
		return time.Time{}, 0, false
	}
	text := func(i int) string { return s[words[i].from:words[i].to] }
	if len(text(0)) == len("20060102") {
		date, _, ok := dateBefore(text(0))
		return date, 1, ok
	}
	if len(words) >= 3 && len(text(0)) == 4 && digits(text(0)) > 0 {
		date, ok := numericDate(s, words)
		return date, 3, ok
	}
	return writtenDate(s, words)
}

// numericDate reads year, month and day with the same sign between them.
func numericDate(s string, words []word) (time.Time, bool) {
	sign, other := s[words[0].to:words[1].from], s[words[1].to:words[2].from]
	if sign != other || len(sign) != 1 || !strings.Contains("-/.", sign) {
		return time.Time{}, false
	}
	month, day := s[words[1].from:words[1].to], s[words[2].from:words[2].to]
	if len(month) != 2 || len(day) != 2 {
		return time.Time{}, false
	}
	return parseDate(s[words[0].from:words[0].to] + "-" + month + "-" + day)
}

// writtenDate reads a date with the English name of its month: day, month and year, or
// month, day and year. The day may be an ordinal, "4th".
func writtenDate(s string, words []word) (date time.Time, n int, ok bool) {
	var parts [3]string
	at := 0
	for i := range words {
		if i > 0 && len(strings.Trim(s[words[i-1].to:words[i].from], " ,.-/")) > 0 || at == len(parts) {
			break
		}
		part := s[words[i].from:words[i].to]
		if i > 0 && isOrdinal(part) && words[i-1].to == words[i].from {
			n++
			continue
		}
		parts[at] = part
		at, n = at+1, n+1
	}
	day, month := parts[0], monthNamed(parts[1])
	if month == 0 {
		day, month = parts[1], monthNamed(parts[0])
	}
	if at < len(parts) || month == 0 || len(parts[2]) != 4 || len(day) > 2 {
		return time.Time{}, 0, false
	}
	text := []byte(parts[2] + "-00-00")
	text[5], text[6] = byte('0'+int(month)/10), byte('0'+int(month)%10)
	copy(text[len(text)-len(day):], day)
	date, ok = parseDate(string(text))
	return date, n, ok
}

func isOrdinal(s string) bool { return s == "st" || s == "nd" || s == "rd" || s == "th" }

// monthNamed returns the month with an English name or its first three or four letters,
// 0 for none.
func monthNamed(name string) time.Month {
	if len(name) < 3 {
		return 0
	}
	for m := time.January; m <= time.December; m++ {
		whole := m.String()
		short := len(name) <= 4 && len(name) <= len(whole)
		if strings.EqualFold(name, whole) || short && strings.EqualFold(name, whole[:len(name)]) {
			return m
		}
	}
	return 0
}
