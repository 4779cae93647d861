package term

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Safe makes text from the network harmless for a terminal and for one field
// of a line: tabs and line ends become spaces, other control characters,
// escape sequences' beginnings and bidirectional overrides U+FFFD, and
// characters without width that join nothing are dropped.
func Safe(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), overrides(r):
			return unicode.ReplacementChar
		case r == '\u200B', r == '\u2060', r == '\uFEFF', r == '\u00AD':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}

// overrides reports the characters that move others about: embeddings,
// overrides and isolates (Unicode Standard Annex 9).
func overrides(r rune) bool {
	return '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069'
}

// Width is how many columns s takes on a terminal.
func Width(s string) int {
	return uniseg.StringWidth(s)
}

// Cut shortens s to at most width columns, the last of them an ellipsis where
// something was cut.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	var b strings.Builder
	used := 0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if used += g.Width(); used > width-1 {
			break
		}
		b.WriteString(g.Str())
	}
	if width > 0 {
		b.WriteString("…")
	}
	return b.String()
}

// pad fills s with spaces to width columns, on its left if right is set.
func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-Width(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// wrap breaks s between words into lines of at most width columns; a longer
// word has a line of its own.
func wrap(s string, width int) []string {
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
