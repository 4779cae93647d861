// Package words makes text from the network safe, reads and writes numbers, times and sizes for
// people, and corrects mistyped words.
package words

import (
	"errors"
	"fmt"
	"math"
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

// ParseCount reads a number of at least 1. It returns 0 for "all".
func ParseCount(s string) (int, error) {
	if s == "all" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return 0, errors.New(`must be a number or "all"`)
	case n < 1:
		return 0, errors.New("must be at least 1")
	}
	return n, nil
}

// Span returns a duration rounded to the minute, or in days if it has only whole days: 30d,
// 6h, 16h48m.
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

// SpanInWords returns a duration of whole seconds in the largest unit that divides it:
// "2 hours", "90 seconds".
func SpanInWords(d time.Duration) string {
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

// Size returns a number of bytes in KiB or MiB, less than 1 KiB in bytes.
func Size(bytes int64) string {
	switch {
	case bytes > 0 && bytes < 1<<10:
		return Count(int(bytes), "byte", "bytes")
	case bytes < 1<<20:
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}

// PartialSize says how many bytes of a document are kept: "1.0 MiB of 5.0 MiB". If the conversion to
// UTF-8 made the kept text longer than the document, PartialSize returns only "1.0 MiB".
func PartialSize(kept, size int) string {
	if size <= kept {
		return Size(int64(kept))
	}
	return Size(int64(kept)) + " of " + Size(int64(size))
}

// ParseSize parses a size that the user gives, of at least one byte: a number of bytes, or a number
// with a unit of 1024 such as 500K, 20MiB or 1 GB.
func ParseSize(s string) (bytes int64, ok bool) {
	number := strings.TrimRight(s, "KMGIBkmgib ")
	unit := strings.TrimSpace(strings.ToUpper(s[len(number):]))
	shift, known := map[string]int{"": 0, "B": 0, "K": 10, "KB": 10, "KIB": 10, "M": 20, "MB": 20, "MIB": 20, "G": 30, "GB": 30, "GIB": 30}[unit]
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || !known || n < 1 || n > math.MaxInt64>>shift {
		return 0, false
	}
	return n << shift, true
}
