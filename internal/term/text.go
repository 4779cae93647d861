package term

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Width returns how many columns s takes on a terminal.
func Width(s string) int {
	if isSimple(s) {
		return utf8.RuneCountInString(s)
	}
	return uniseg.StringWidth(s)
}

// isSimple reports whether each character of s stands for itself in a column of its
// own, as in most texts of most European languages.
func isSimple(s string) bool {
	for _, r := range s {
		if !simple(r) {
			return false
		}
	}
	return true
}

// simple reports whether r is a printable character of ASCII, Latin, IPA, Greek or
// Cyrillic, or a dash or quotation mark. No character of these ranges is wide,
// invisible or combines with another.
func simple(r rune) bool {
	switch {
	case ' ' <= r && r <= '~':
		return true
	case '\u00A1' <= r && r <= '\u02FF':
		return r != '©' && r != '\u00AD' && r != '®' // two may be emoji, one is invisible
	}
	return '\u0370' <= r && r <= '\u0482' || '\u048A' <= r && r <= '\u052F' ||
		'\u2010' <= r && r <= '\u2027'
}

// Cut shortens s to at most width columns, with an ellipsis at the end if it cuts
// something.
func Cut(s string, width int) string {
	if len(s) <= width { // a column takes a byte at least
		return s
	}
	if all := fitting(s, width); all == s && Width(s) <= width {
		return s
	}
	if width < 1 {
		return ""
	}
	begin := fitting(s, width-1)
	if Width(begin) > width-1 { // even one character is too wide
		begin = ""
	}
	return begin + "…"
}

// pad pads s with spaces to width columns, on the left if right is set.
func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-Width(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// Wrap breaks s between words into lines of at most width columns; a longer word gets
// a line of its own.
func Wrap(s string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case line == "":
			line = word
		case Width(line)+1+Width(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
