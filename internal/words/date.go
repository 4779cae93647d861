package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseDate reads a date, a day by its name, or a time before now: 2026-01-31,
// today, yesterday, monday, 12h, 7d, 2w, 3mo, 1y; or the time as JSON has it,
// 2026-01-31T12:00:00Z. The empty string is the zero time.
func ParseDate(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	if ago, ok := dayNamed(s, now); ok {
		y, m, d := now.AddDate(0, 0, -ago).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), nil // as in 2026-01-31
	}
	d, ok := ParseSpan(s)
	if !ok {
		return time.Time{}, fmt.Errorf("%q is not a date: use 2026-01-31, yesterday, monday, or 12h, 7d, 2w, 3mo, 1y before now", s)
	}
	return now.Add(-d), nil
}

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

const year = 365 * Day

// ParseSpan reads a number of hours, days, weeks, months of 30 days or years of 365: 12h,
// 7d, 2w, 3mo, 1y.
func ParseSpan(s string) (d time.Duration, ok bool) {
	const longest = 290 * year // a Duration's end is near
	units := map[string]time.Duration{"h": time.Hour, "d": Day, "w": 7 * Day, "mo": 30 * Day, "y": year}
	number := strings.TrimRight(s, "hdwmoy")
	unit, ok := units[s[len(number):]]
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 || n > int(longest/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}
