package tui

import (
	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/color"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// A pane is a part of the screen.
type pane struct{ x, y, width, height int }

// holds reports whether a cell is in the pane.
func (p pane) holds(x, y int) bool {
	return x >= p.x && x < p.x+p.width && y >= p.y && y < p.y+p.height
}

// line is one line of the pane.
func (p pane) line(i int) pane { return pane{p.x, p.y + i, p.width, 1} }

// from is the pane without its first columns.
func (p pane) from(columns int) pane {
	columns = max(0, min(columns, p.width))
	return pane{p.x + columns, p.y, p.width - columns, p.height}
}

// left is the pane's first columns.
func (p pane) left(columns int) pane {
	return pane{p.x, p.y, max(0, min(columns, p.width)), p.height}
}

// below is the pane without its first line.
func (p pane) below() pane { return pane{p.x, p.y + 1, p.width, max(0, p.height-1)} }

// put writes a text at the beginning of a pane.
func (r *reader) put(p pane, text string, style tcell.Style) int {
	return r.canvas.put(p, 0, text, style)
}

// putLine writes a line in its pieces, without its first columns.
func (r *reader) putLine(p pane, skip int, line render.Line, style tcell.Style) {
	for _, piece := range line {
		if p.width <= 0 {
			break
		}
		used := r.canvas.put(p, skip, piece.Text, r.styled(style, piece.Style))
		if skip > 0 {
			skip = max(0, skip-term.Width(separate(term.Safe(piece.Text))))
		}
		p = p.from(used)
	}
	r.canvas.fill(p, style)
}

// styled adds a style of package term. Colours are the terminal's own.
func (r *reader) styled(to tcell.Style, style term.Style) tcell.Style {
	shade := tcell.ColorDefault
	switch style {
	case term.Bold:
		return to.Bold(true)
	case term.Dim:
		return to.Dim(true)
	case term.Red:
		shade = color.Maroon
	case term.Green:
		shade = color.Green
	case term.Yellow:
		shade = color.Olive
	case term.Cyan:
		shade = color.Teal
	}
	if shade == tcell.ColorDefault || !r.Color {
		return to
	}
	return to.Foreground(shade)
}
