package feed

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// maxClock is how many bytes of a text are searched for a time of day, and for a zone.
const maxClock = 64

var (
	// clockForm is what follows the hour in 9:30, 21:30:15.5, 19.56, 9:30 pm and 9pm.
	clockForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(?:([:.])([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?)?(?: ?([ap])\.?m\b\.?)?`)
	})
	// zoneForm is +0200, UTC+2, GMT-02:30 or CEST, in brackets or not, perhaps followed by the
	// suffix of Go's Time.String.
	zoneForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^( ?)([[(]?)(?:(UTC|GMT)? ?([-+−])(\d\d?)(?::?([0-5]\d))?|([a-z]{1,5}))\b(?: [-+]\d\d\b)?(?: m=[-+][\d.]{1,20})?([])]?)`)
	})
	// zones are the usual abbreviations with their most common meaning, in hours east of UTC.
	// Any other word in capitals may be the beginning of a title.
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

// A clock is a time of day at the beginning of a text.
type clock struct {
	since     time.Duration // from midnight UTC of the text's date
	rest      string        // the text after the time and its zone
	twoDigits bool          // the hour has two digits, and minutes follow
	dotted    bool          // a dot stands between hour and minutes
	half      bool          // am or pm follows
	zoned     bool          // a known zone follows
}

// readClock reads a time of day with its zone at the beginning of text. A zone that is missing or
// unknown counts as UTC.
func readClock(text string) (c clock, ok bool) {
	hour, behind, ok := cutNumber(text, 1, 2)
	if next := strings.TrimPrefix(behind, " "); !ok || next == "" || !strings.Contains(":.aApP", next[:1]) {
		return c, false // most titles
	}
	m := clockForm().FindStringSubmatch(behind[:min(len(behind), maxClock)])
	if m[0] == "" {
		return c, false
	}
	switch half := strings.ToLower(m[4]); {
	case half == "a" && hour == 12:
		hour = 0
	case half == "p" && hour < 12:
		hour += 12
	}
	c = clock{dotted: m[1] == ".", half: m[4] != "", twoDigits: len(text)-len(behind) == 2 && m[2] != ""}
	c.since = duration("", strconv.Itoa(hour), m[2], m[3])
	rest := behind[len(m[0]):]
	offset, afterZone := cutZone(rest)
	c.zoned = afterZone != rest
	_, c.rest = cutZone(afterZone) // +0200 (CEST)
	next, size := utf8.DecodeRuneInString(c.rest)
	after, _ := utf8.DecodeRuneInString(c.rest[size:])
	if c.since > 24*time.Hour || isOfWord(next) || isDigit(after) && !strings.ContainsRune(" )]}>", next) { // the digits belong to a longer word
		return c, false
	}
	c.since -= offset
	return c, true
}

// cutClock cuts a time of day with its zone off the beginning of text, which follows a date, and
// returns the time since midnight UTC of that date. If text does not begin with a time of day, or
// the time may be part of a title ("4:33 by John Cage", "8am club", "20.04 is out"), ok is false
// and rest is text.
func cutClock(text string) (since time.Duration, rest string, ok bool) {
	c, ok := readClock(text)
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(c.rest, " "))
	isLast := strings.TrimLeft(c.rest, " ") == "" || strings.ContainsRune(")]}>", next)
	isApart := c.zoned || strings.ContainsRune(separators, next)
	switch {
	case !ok, isLast:
	case c.dotted:
		ok = c.twoDigits && isApart
	case c.half:
		ok = isApart || c.twoDigits && strings.HasPrefix(c.rest, " ")
	default:
		ok = c.twoDigits || c.zoned
	}
	if !ok {
		return 0, text, false
	}
	return c.since, c.rest, true
}

// cutZone cuts a known zone off the beginning of text, and returns its offset east of UTC. If
// text does not begin with one, offset is 0 and rest is text.
func cutZone(text string) (offset time.Duration, rest string) {
	if text == "" || isDigit(rune(text[0])) || strings.HasPrefix(text, " ") && len(text) > 1 && isDigit(rune(text[1])) {
		return 0, text
	}
	m := zoneForm().FindStringSubmatch(text[:min(len(text), maxClock)])
	if m == nil || m[2] != "" && m[8] == "" {
		return 0, text
	}
	hours, isKnown := zones()[m[7]]
	offset = time.Duration(hours * float64(time.Hour))
	if m[4] != "" {
		offset = duration(strings.ReplaceAll(m[4], "−", "-"), m[5], m[6], "")
		isKnown = offset.Abs() <= 14*time.Hour && (m[3] != "" || m[6] != "" || m[1] == "" && len(m[5]) == 2) // else it may be any number
	}
	if !isKnown {
		return 0, text
	}
	if m[2] == "" { // a closing bracket belongs to the text around
		return offset, text[len(m[0])-len(m[8]):]
	}
	return offset, text[len(m[0]):]
}

// duration returns the sum of hours, minutes and seconds; the last two may be missing.
func duration(sign, hours, minutes, seconds string) time.Duration {
	d, _ := time.ParseDuration(sign + hours + "h" + cmp.Or(minutes, "0") + "m" + cmp.Or(seconds, "0") + "s")
	return d
}
