package term

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width returns how many columns s takes on a terminal.
func Width(s string) int {
	return uniseg.StringWidth(s)
}

// Cut shortens s to at most width columns, with an ellipsis at the end if it cuts
// something.
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

// pad pads s with spaces to width columns, on the left if right is set.
func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-Width(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// fold breaks s between words into lines of at most width columns, and a longer word
// inside.
func fold(s string, width int) (lines []string) {
	for _, line := range Wrap(s, width) {
		for Width(line) > width {
			piece := 0
			for g, used := uniseg.NewGraphemes(line), 0; g.Next(); {
				if used += g.Width(); used > width && piece > 0 {
					break
				}
				_, piece = g.Positions()
			}
			lines, line = append(lines, line[:piece]), line[piece:]
		}
		lines = append(lines, line)
	}
	return lines
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
