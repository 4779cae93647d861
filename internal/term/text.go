package term

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"gemsub/internal/words"
)

// Width returns how many columns s takes on a terminal.
func Width(s string) int {
	if words.IsSimple(s) {
		return utf8.RuneCountInString(s)
	}
	return uniseg.StringWidth(s)
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
