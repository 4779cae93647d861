package feed

import (
	"strings"
	"time"
)

// Bounds of the dates of a document.
const (
	maxDate     = 64    // bytes of one
	maxOddDates = 4_000 // those that take the library long
)

// A datesRead counts the dates of a document that are not usual.
type datesRead int

// bounded returns a date for the library to read, or "" where too many would take
// it long.
func (n *datesRead) bounded(date string) string {
	date = date[:min(len(date), maxDate)]
	if isUsualDate(date) {
		return date
	}
	if *n++; *n > maxOddDates {
		return ""
	}
	return date
}

// isUsualDate reports a text in one of the forms that the library tries first, or
// without any. It tries 170 forms on others.
func isUsualDate(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return true
	}
	_, err := time.Parse(time.RFC3339, text)
	if err != nil {
		_, err = time.Parse(time.RFC1123Z, text)
	}
	return err == nil
}

// oddDates are forms of dates that the library does not read, without commas and the
// name of the day.
var oddDates = []string{
	time.RFC3339,
	time.DateOnly,
	"2006-01",
	"Jan 2 2006 3:04:05 PM",
	"Jan 2 2006 15:04:05 -0700",
	"Jan 2 2006 15:04:05",
	"Jan 2 2006",
}

// readDate returns a date in one of those forms, or zero.
func readDate(text string) time.Time {
	words := strings.Fields(strings.ReplaceAll(text[:min(len(text), maxDate)], ",", " "))
	if len(words) > 1 && isDayName(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return time.Time{}
	}
	text = strings.Join(words, " ")
	for _, form := range oddDates {
		if t, err := time.Parse(form, text); err == nil {
			return saneTime(&t)
		}
	}
	return time.Time{}
}

// isDayName reports the name of a day of the week, or its first three letters.
func isDayName(word string) bool {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if strings.EqualFold(word, day.String()) || strings.EqualFold(word, day.String()[:3]) {
			return true
		}
	}
	return false
}
