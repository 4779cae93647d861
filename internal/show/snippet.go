package show

import (
	"gemsub/internal/model"
	"gemsub/internal/term"
)

// snippetCells returns a snippet as it stands below an entry on a terminal of a width:
// what was found comes early enough to be seen.
func snippetCells(s model.Snippet, width int) []term.Cell {
	cells := make([]term.Cell, len(s))
	for i, part := range s {
		cells[i] = term.Cell{Text: part.Text, Style: term.Dim}
		if part.Hit {
			cells[i].Style = term.Bold
		}
	}
	if len(s) > 0 && !s[0].Hit {
		cells[0].Text = lastOf(s[0].Text, width/3)
	}
	return cells
}

// lastOf returns the end of a text, of at most width columns, with an ellipsis where it
// is cut.
func lastOf(text string, width int) string {
	if term.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && term.Width(string(runes)) >= width {
		runes = runes[1:]
	}
	return "…" + string(runes)
}
