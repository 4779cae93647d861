package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseDate reads a date that a user types: a day (2026-01-31, today, yesterday, monday), a span
// before now (12h, 7d, 2w, 3mo, 1y), or a time in RFC 3339, as in gemsub's JSON. A day begins as in
// [Date], in the zone of now. The empty string is the zero time.
func ParseDate(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return dayBegin(t, now.Location()), nil
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	if ago, ok := parseDayName(s, now); ok {
		return dayBegin(now.AddDate(0, 0, -ago), now.Location()), nil
	}
	d, ok := ParseSpan(s)
	if !ok {
		return time.Time{}, fmt.Errorf("%q is not a date: use 2026-01-31, yesterday, monday, or 12h, 7d, 2w, 3mo, 1y before now", s)
	}
	return now.Add(-d), nil
}

// dayBegin returns the first second of a day in a zone. Usually that is midnight. But noon UTC
// belongs to its own day in every zone: if midnight is not after noon UTC of the day before, the day
// begins one second after that noon.
func dayBegin(day time.Time, zone *time.Location) time.Time {
	y, m, d := day.Date()
	midnight, noon := time.Date(y, m, d, 0, 0, 0, 0, zone), time.Date(y, m, d-1, 12, 0, 0, 0, time.UTC)
	if midnight.After(noon) {
		return midnight
	}
	return noon.Add(time.Second)
}

// parseDayName returns how many days ago the named day was. A weekday, or its first three
// letters, means the last such day before today.
func parseDayName(s string, now time.Time) (ago int, ok bool) {
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

// Date returns the day of a time in the user's zone, "" for the zero time. Noon UTC stands for a
// day without a time, and belongs to that day in all zones.
func Date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return InZone(t, time.Local).Format(time.DateOnly)
}

// InZone returns a time in a zone for people. Noon UTC stays in UTC, since it stands for a day
// without a time.
func InZone(t time.Time, zone *time.Location) time.Time {
	if utc := t.UTC(); utc.Equal(utc.Truncate(Day).Add(Day / 2)) {
		zone = time.UTC
	}
	return t.In(zone)
}

const year = 365 * Day

// ParseSpan reads a number of hours, days, weeks, months of 30 days or years of 365: 12h, 7d, 2w,
// 3mo, 1y. It reports false for anything else, and for more than 290 years.
func ParseSpan(s string) (d time.Duration, ok bool) {
	const longest = 290 * year // a Duration holds 292 years
	units := map[string]time.Duration{"h": time.Hour, "d": Day, "w": 7 * Day, "mo": 30 * Day, "y": year}
	number := strings.TrimRight(s, "hdwmoy")
	unit, ok := units[s[len(number):]]
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 || n > int(longest/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}
