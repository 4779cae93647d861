package main

import (
	"strings"

	"gemsub/internal/term"
)

const (
	helpWidth  = 80
	helpIndent = "   " // of flags, commands and columns
)

// wrapHelp wraps help at helpWidth columns, or at the width of a narrower terminal.
// Prose is filled; flags and commands keep their columns; examples stay whole.
func wrapHelp(text string, terminal int) string {
	width := helpWidth
	if terminal > 0 {
		width = min(width, terminal)
	}
	var lines, prose []string
	fill := func() {
		if len(prose) > 0 {
			lines = append(lines, term.Wrap(strings.Join(prose, " "), width)...)
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

func isProse(line string) bool {
	return line != "" && line[0] != ' ' && !strings.HasPrefix(line, "Usage: ") && !strings.HasPrefix(line, "Also: ")
}

// wrapColumns wraps what a line of flags or commands says of them.
func wrapColumns(line string, width int) []string {
	if !strings.HasPrefix(line, helpIndent) || term.Width(line) <= width {
		return []string{line}
	}
	name, usage, _ := strings.Cut(line[len(helpIndent):], "  ")
	if usage = strings.TrimLeft(usage, " "); usage == "" {
		name, usage = "", name
	}
	column := strings.TrimSuffix(line, usage)
	room := width - term.Width(column)
	if name != "" && room < width/3 {
		return []string{line}
	}
	lines := term.Wrap(usage, room)
	for i := range lines {
		lines[i] = column + lines[i]
		column = strings.Repeat(" ", width-room)
	}
	return lines
}
