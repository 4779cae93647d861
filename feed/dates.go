package feed

import (
	"strings"
	"time"
)

// Bounds of the dates of a document.
const (
	maxDate     = 64     // bytes of one
	maxOddDates = 10_000 // those that take the library long
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
