package term

import (
	"strings"
)

const (
	helpWidth  = 80
	helpIndent = "   " // of flags, commands and columns
)

// WrapHelp wraps help at helpWidth columns, or at the width of a narrower terminal.
// Prose is filled; flags and commands keep their columns; examples stay whole.
func WrapHelp(text string, terminal int) string {
	width := helpWidth
	if terminal > 0 {
		width = min(width, terminal)
	}
	var lines, prose []string
	fill := func() {
		if len(prose) > 0 {
			lines = append(lines, Wrap(strings.Join(prose, " "), width)...)
			prose = nil
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if isProse(line) {
			prose = append(prose, line)
			continue
		}
		fill()
		lines = append(lines, wrapColumns(line, width)...)
	}
	fill()
	return strings.Join(lines, "\n")
}

// isProse reports whether a line is one of a paragraph.
func isProse(line string) bool {
	return line != "" && line[0] != ' ' && !strings.HasPrefix(line, "Usage: ") && !strings.HasPrefix(line, "Also: ")
}

// wrapColumns wraps the description in a line of flags or commands.
func wrapColumns(line string, width int) []string {
	if !strings.HasPrefix(line, helpIndent) || Width(line) <= width {
		return []string{line}
	}
	name, usage, _ := strings.Cut(line[len(helpIndent):], "  ")
	if usage = strings.TrimLeft(usage, " "); usage == "" {
		name, usage = "", name
	}
	column := strings.TrimSuffix(line, usage)
	room := width - Width(column)
	if name != "" && room < width/3 {
		return []string{line}
	}
	lines := Wrap(usage, room)
	for i := range lines {
		lines[i] = column + lines[i]
		column = strings.Repeat(" ", width-room)
	}
	return lines
}
