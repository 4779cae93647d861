package term

import (
	"regexp"
	"strings"
)

const helpWidth = 80

// WrapHelp wraps help at helpWidth columns, or at the width of a narrower terminal.
// Paragraphs are filled; flags and commands, which are indented by three spaces, keep
// their columns; examples, which are indented by two, stay whole.
func WrapHelp(text string, terminal int) string {
	width := helpWidth
	if terminal > 0 {
		width = min(width, terminal)
	}
	name := regexp.MustCompile(`^(   (\S.*?  +)?)?`) // of a flag or command
	return regexp.MustCompile(`(?m)^(   .*|\S.*(\n\S.*)*)$`).ReplaceAllStringFunc(text, func(block string) string {
		column := name.FindString(block)
		room := width - Width(column)
		if strings.HasPrefix(block, "Usage: ") || len(column) > 3 && room < width/3 {
			return block
		}
		indent := "\n" + strings.Repeat(" ", width-room)
		return column + strings.Join(Fold(strings.ReplaceAll(block[len(column):], "\n", " "), room), indent)
	})
}
