package feed

import (
	"strings"
	"time"
)

// maxDate is how much of a text is read as a date, in bytes.
const maxDate = 64

// statedDate returns the first of some texts that is a date, in UTC and to the second,
// else zero. Dates are those of RFC 3339 and RFC 822 and what feeds have in their place;
// one without a time of day is midnight, one without a known zone in UTC. Some generators
// write the year 1 for an unknown date.
func statedDate(texts ...string) time.Time {
	for _, text := range texts {
		if t := readDate(text).Truncate(time.Second); t.Year() > 1 && t.Year() <= 9999 {
			return t
		}
	}
	return time.Time{}
}

// readDate returns the date that a text begins with, in UTC, or zero.
func readDate(text string) time.Time {
	words := strings.Fields(strings.ReplaceAll(text[:min(len(text), maxDate)], ",", " "))
	if len(words) > 1 && isWeekday(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return time.Time{}
	}
	if len(words) > 3 && strings.Contains(words[2], ":") { // Jan 2 15:04:05 MST 2006
		year := words[len(words)-1]
		words = append([]string{words[0], words[1], year}, words[2:len(words)-1]...)
	}
	if i := strings.IndexAny(words[0], "Tt"); i > 0 && isDigit(words[0][i-1]) { // 2006-01-02T15:04:05Z
		words = append([]string{words[0][:i], words[0][i+1:]}, words[1:]...)
	}
	day, n, ok := leadingDay(
		words, time.DateOnly, "2 Jan 2006", "2 January 2006", "2 Jan 06", "Jan 2 2006", "January 2 2006", "2006-1-2", "2006/1/2", "2006-01",
		"20060102", "2-Jan-2006", "2-Jan-06", "2.1.2006", "2/1/2006", "1/2/2006",
	)
	if !ok {
		return time.Time{}
	}
	since, _, _ := cutClock(strings.Join(words[n:], " "))
	return day.Add(since)
}

// leadingDay reads the day that a text begins with, in one of some forms, and returns how
// many of its words that has.
func leadingDay(words []string, forms ...string) (day time.Time, n int, ok bool) {
	for _, form := range forms {
		n := min(len(strings.Fields(form)), len(words))
		if day, err := time.Parse(form, strings.Join(words[:n], " ")); err == nil {
			return day, n, true
		}
	}
	return time.Time{}, 0, false
}
