// Package words writes numbers, days, times and sizes as people read them, and reads
// dates and spans of time that people write.
package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Day is 24 hours.
const Day = 24 * time.Hour

// Count returns a number with its noun: "1 feed", "3 feeds".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Date returns the day of a time in UTC, "" for the zero time.
func Date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// Span returns a duration to the minute, in days if it is whole days: 30d, 6h, 16h48m.
func Span(d time.Duration) string {
	if d%Day == 0 {
		return strconv.FormatInt(int64(d/Day), 10) + "d"
	}
	s := strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	if hours, ok := strings.CutSuffix(s, "h0m"); ok {
		return hours + "h"
	}
	return s
}

// Long returns a duration to the second in the largest unit of which it is a whole
// number: "2 hours", "90 seconds".
func Long(d time.Duration) string {
	for _, unit := range []struct {
		length    time.Duration
		one, many string
	}{{time.Hour, "hour", "hours"}, {time.Minute, "minute", "minutes"}} {
		if d >= unit.length && d%unit.length == 0 {
			return Count(int(d/unit.length), unit.one, unit.many)
		}
	}
	return Count(int(d.Seconds()), "second", "seconds")
}

// Size returns a number of bytes in KiB or MiB, a small one as it is.
func Size(bytes int64) string {
	switch {
	case bytes > 0 && bytes < 1<<10:
		return Count(int(bytes), "byte", "bytes")
	case bytes < 1<<20:
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}
