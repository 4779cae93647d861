package main

import (
	"strconv"
	"strings"
	"time"
)

// parseDate reads a date, a day by its name, or a time before now: 2026-01-31,
// today, yesterday, monday, 12h, 7d, 2w, 3mo, 1y. The empty string is the zero time.
func parseDate(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	if ago, ok := dayNamed(s, now); ok {
		y, m, d := now.AddDate(0, 0, -ago).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), nil // as in 2026-01-31
	}
	if n, err := strconv.Atoi(strings.TrimSuffix(s, "mo")); err == nil && strings.HasSuffix(s, "mo") && n >= 0 && n <= maxMonths {
		return now.AddDate(0, -n, 0), nil
	}
	d, ok := parseSpan(s)
	if !ok {
		return time.Time{}, usagef("%q is no date: use 2026-01-31, yesterday, monday, or 12h, 7d, 2w, 3mo, 1y before now", s)
	}
	return now.Add(-d), nil
}

// maxMonths is as far back as parseSpan goes.
const maxMonths = 290 * 12

// dayNamed returns how many days ago a day was: a weekday, or the first three letters
// of one, is the last before today.
func dayNamed(s string, now time.Time) (ago int, ok bool) {
	s = strings.ToLower(s)
	switch s {
	case "today":
		return 0, true
	case "yesterday":
		return 1, true
	}
	for ago := 1; ago <= 7; ago++ {
		name := strings.ToLower(now.AddDate(0, 0, -ago).Weekday().String())
		if s == name || s == name[:3] {
			return ago, true
		}
	}
	return 0, false
}
