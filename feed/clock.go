package feed

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	// clockForm is what follows the hour in 9:30, 21:30:15.5, 9:30 pm and 9pm.
	clockForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(?::([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?)?(?: ?([ap])\.?m\b\.?)?`)
	})
	// zoneForm is +0200, UTC+2, GMT-02:30 and CEST, perhaps with what Go writes behind.
	zoneForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^( ?)(?:(UTC|GMT)? ?([-+−])(\d\d?)(?::?([0-5]\d))?|([a-z]{1,5}))\b(?: [-+]\d\d\b)?(?: m=[-+][\d.]{1,20})?`)
	})
	// longer is what follows a number that is no time of day.
	longer = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:\pL|[^\s\d)\]}>]?\d)`) })
	// zones are the usual abbreviations in their most common meaning, in hours east of UTC.
	// Any other word in capitals may begin a title.
	zones = sync.OnceValue(func() map[string]float64 {
		return map[string]float64{
			"Z": 0, "z": 0, "UTC": 0, "utc": 0, "UT": 0, "GMT": 0, "gmt": 0, "WET": 0, "CET": 1, "MEZ": 1, "BST": 1, "WEST": 1, "CEST": 2,
			"MESZ": 2, "EET": 2, "SAST": 2, "EEST": 3, "MSK": 3, "IST": 5.5, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9,
			"ACST": 9.5, "AEST": 10, "ACDT": 10.5, "AEDT": 11, "NZST": 12, "NZDT": 13, "NDT": -2.5, "BRT": -3, "ART": -3, "ADT": -3,
			"NST": -3.5, "AST": -4, "EDT": -4, "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8, "AKDT": -8,
			"AKST": -9, "HST": -10,
		}
	})
)

// cutClock cuts a time of day with its zone off the beginning of a text. It returns how long
// it is since midnight UTC of its date; a zone that is missing or unknown counts as UTC.
func cutClock(text string) (since time.Duration, rest string, ok bool) {
	hour, behind, ok := cutNumber(text, 1, 2)
	if next := strings.TrimPrefix(behind, " "); !ok || next == "" || !strings.Contains(":aApP", next[:1]) {
		return 0, text, false // most titles
	}
	m := clockForm().FindStringSubmatch(behind)
	if m[0] == "" {
		return 0, text, false
	}
	minute, _ := strconv.Atoi(m[1]) // may be missing, as the seconds
	second, _ := strconv.Atoi(m[2])
	switch strings.ToLower(m[3]) {
	case "a":
		hour %= 12
	case "p":
		hour = hour%12 + 12
	}
	since = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	offset, rest := cutZone(behind[len(m[0]):])
	_, rest = cutZone(rest) // +0200 (CEST)
	if since > 24*time.Hour || longer().MatchString(rest) {
		return 0, text, false
	}
	return since - offset, rest, true
}

// cutZone cuts a zone, in brackets or not, off the beginning of a text. It returns how far the
// zone is east of UTC, 0 where there is none.
func cutZone(text string) (offset time.Duration, rest string) {
	for _, pair := range []string{"()", "[]"} {
		inner, isOpened := strings.CutPrefix(strings.TrimPrefix(text, " "), pair[:1])
		if !isOpened {
			continue
		}
		if offset, rest := cutBareZone(inner); rest != inner && strings.HasPrefix(rest, pair[1:]) {
			return offset, rest[1:]
		}
	}
	return cutBareZone(text)
}

func cutBareZone(text string) (offset time.Duration, rest string) {
	m := zoneForm().FindStringSubmatch(text)
	if m == nil {
		return 0, text
	}
	hours, isKnown := zones()[m[6]]
	if m[3] != "" {
		minutes, _ := strconv.ParseFloat("0"+m[5], 64)
		hours, _ = strconv.ParseFloat(m[4], 64)
		hours += minutes / 60
		isKnown = hours <= 14 && (m[2] != "" || m[5] != "" || m[1] == "" && len(m[4]) == 2) // else it may be any number
		if m[3] != "+" {
			hours = -hours
		}
	}
	if !isKnown {
		return 0, text
	}
	return time.Duration(hours * float64(time.Hour)), text[len(m[0]):]
}
