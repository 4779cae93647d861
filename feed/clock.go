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

// maxClock is how many bytes of a text may contain a time of day, and as many a zone.
const maxClock = 64

var (
	// clockForm matches the part after the hour in 9:30, 21:30:15.5, 19.56, 9:30 pm and 9pm.
	clockForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^(?:([:.])([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?)?(?: ?([ap])\.?m\b\.?)?`)
	})
	// zoneForm matches +0200, UTC+2, GMT-02:30 or CEST, in brackets or not, perhaps followed by
	// the suffix of Go's Time.String.
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

// cutClock cuts a time of day with its zone off the beginning of text, and returns the time since
// midnight UTC of the text's date. A missing or unknown zone counts as UTC. If text does not begin
// with a time of day, ok is false and rest is text.
//
// With beforeTitle a title may follow. Then ok is also false if the time may be part of the title:
// "4:33 by John Cage", "8am club", "20.04 is out".
func cutClock(text string, beforeTitle bool) (since time.Duration, rest string, ok bool) {
	hour, behind, ok := cutNumber(text, 1, 2)
	if next := strings.TrimPrefix(behind, " "); !ok || next == "" || !strings.Contains(":.aApP", next[:1]) {
		return 0, text, false // most titles
	}
	m := clockForm().FindStringSubmatch(behind[:min(len(behind), maxClock)])
	if m[0] == "" {
		return 0, text, false
	}
	half := strings.ToLower(m[4])
	switch {
	case half == "a" && hour == 12:
		hour = 0
	case half == "p" && hour < 12:
		hour += 12
	}
	since = duration("", strconv.Itoa(hour), m[2], m[3])
	offset, afterZone := cutZone(behind[len(m[0]):])
	_, rest = cutZone(afterZone) // +0200 (CEST)
	next, size := utf8.DecodeRuneInString(rest)
	after, _ := utf8.DecodeRuneInString(rest[size:])
	if since > 24*time.Hour || isOfWord(next) || isDigit(after) && !strings.ContainsRune(" )]}>", next) { // the digits belong to a longer word
		return 0, text, false
	}
	title, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	isLast := strings.TrimLeft(rest, " ") == "" || strings.ContainsRune(")]}>", title)
	isApart := afterZone != behind[len(m[0]):] || strings.ContainsRune(separators, title)
	hasTwoDigits := len(text)-len(behind) == 2 && m[2] != ""
	switch {
	case !beforeTitle, isLast:
	case m[1] == ".":
		ok = hasTwoDigits && isApart
	case half != "":
		ok = isApart || hasTwoDigits && strings.HasPrefix(rest, " ")
	default:
		ok = hasTwoDigits || isApart && !strings.ContainsRune(separators, title)
	}
	if !ok {
		return 0, text, false
	}
	return since - offset, rest, true
}

// cutZone cuts a known zone off the beginning of text, and returns its offset east of UTC. If text
// does not begin with a known zone, offset is 0 and rest is text.
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
	if m[2] == "" { // without an opening bracket, a closing one belongs to the text around
		return offset, text[len(m[0])-len(m[8]):]
	}
	return offset, text[len(m[0]):]
}

// duration returns the sum of hours, minutes and seconds; the last two may be missing.
func duration(sign, hours, minutes, seconds string) time.Duration {
	d, _ := time.ParseDuration(sign + hours + "h" + cmp.Or(minutes, "0") + "m" + cmp.Or(seconds, "0") + "s")
	return d
}
