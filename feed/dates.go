package feed

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
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

// clockForm is 9:30, 21:30 and 21:30:15.
var clockForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?`)
})

// cutClock splits a text that begins with a time of day, and perhaps a time zone,
// into the time since midnight UTC of that date and the rest. A zone that is missing
// or unknown counts as UTC.
func cutClock(s string) (since time.Duration, rest string, ok bool) {
	if s == "" || !isDigit(s[0]) {
		return 0, s, false // most titles
	}
	m := clockForm().FindStringSubmatch(s)
	if m == nil {
		return 0, s, false
	}
	for i, unit := range []time.Duration{time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(m[1+i]) // seconds may be missing
		since += time.Duration(n) * unit
	}
	glued, rest, _ := strings.Cut(s[len(m[0]):], " ")
	if glued = strings.TrimRight(glued, separators); glued != "" {
		if since, ok = inZone(since, glued); !ok {
			return 0, s, false
		}
	}
	rest = strings.TrimLeft(rest, " \t")
	zone, after, _ := strings.Cut(rest, " ")
	if moved, ok := inZone(since, strings.Trim(strings.TrimRight(zone, separators), "()")); ok {
		return moved, after, true
	}
	return since, rest, true
}

// inZone returns the time of day in UTC of one in a time zone, or in a half of the day. It
// knows numbers and the abbreviations that authors use, in their most common meaning; any
// other word in capitals may be the first of a title.
func inZone(since time.Duration, zone string) (time.Duration, bool) {
	const half = 12 * time.Hour
	switch strings.ToLower(zone) {
	case "am":
		return since % half, true
	case "pm":
		return since%half + half, true
	}
	for _, layout := range []string{"-0700", "Z07:00"} {
		if t, err := time.Parse(layout, zone); err == nil {
			_, seconds := t.Zone()
			return since - time.Duration(seconds)*time.Second, true
		}
	}
	hours, ok := abbreviatedZone(zone)
	return since - time.Duration(hours*float64(time.Hour)), ok
}

func abbreviatedZone(zone string) (hours float64, ok bool) {
	zones := map[string]float64{
		"UTC": 0, "UT": 0, "GMT": 0, "WET": 0, "CET": 1, "BST": 1, "WEST": 1, "CEST": 2, "EET": 2, "SAST": 2, "EEST": 3, "MSK": 3,
		"IST": 5.5, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
		"BRT": -3, "ART": -3, "EDT": -4, "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8, "AKDT": -8,
		"AKST": -9, "HST": -10,
	}
	hours, ok = zones[zone]
	return hours, ok
}

// A stamp is the date at the beginning of a heading.
type stamp struct {
	time  time.Time // noon UTC where there is no time of day
	clock bool      // whether a time of day is given
	rest  string    // the text after it
}

// cutStamp reads the date at the beginning of a heading, as tinylogs write it:
// 2021-08-14, 2021-08-14 17:24 UTC, 2021-08-14T17:24:05Z, Sat 14 Aug 2021 17:24
// UTC, Sat, 14 Aug 2021 17:24:05 +0200.
func cutStamp(heading string) (stamp, bool) {
	day, rest, ok := cutDay(heading)
	if !ok {
		return stamp{}, false
	}
	since, after, ok := cutClock(strings.TrimLeft(rest, " \t"))
	if !ok {
		return stamp{day, false, rest}, true
	}
	if t := day.Add(since - 12*time.Hour); inCalendar(t) {
		return stamp{t, true, after}, true
	}
	return stamp{day, false, after}, true // in that zone the year is out of range
}

// inCalendar reports whether RFC 3339 can express t, and t is not the zero time.
func inCalendar(t time.Time) bool {
	year := t.UTC().Year()
	return 0 <= year && year <= 9999 && !t.IsZero()
}

// cutDay splits a heading into its date, as noon UTC, and the rest.
func cutDay(s string) (day time.Time, rest string, ok bool) {
	if day, ok := parseDate(s); ok {
		_, rest, _ := cutDate(s)
		if _, _, ok := cutClock(strings.TrimPrefix(s[10:], "T")); ok {
			rest = strings.TrimPrefix(s[10:], "T")
		}
		return day, rest, true
	}
	words := strings.Fields(s)
	if len(words) > 3 && isWeekday(words[0]) {
		words = words[1:]
	}
	if day, n, ok := leadingDay(words, "2 Jan 2006", "2 January 2006"); ok {
		return day.Add(12 * time.Hour), strings.Join(words[n:], " "), true
	}
	return time.Time{}, "", false
}

func isWeekday(word string) bool {
	word = strings.TrimSuffix(word, ",")
	for day := time.Sunday; day <= time.Saturday; day++ {
		if strings.EqualFold(word, day.String()) || strings.EqualFold(word, day.String()[:3]) {
			return true
		}
	}
	return false
}
