package tui

import (
	"slices"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3"
	"github.com/rivo/uniseg"

	"gemsub/internal/term"
)

// A cell is a character of the screen. The cell behind a wide one has no text.
type cell struct {
	text  string
	style tcell.Style
	width int
}

// A canvas is the screen as it is to be. Only cells that differ from what is shown are
// handed to the terminal.
type canvas struct {
	width, height int
	cells, shown  []cell
	cursor, was   [2]int // where the terminal's cursor is to be, and is; below 0 it is hidden
}

// begin empties the canvas.
func (c *canvas) begin(width, height int) {
	if width != c.width || height != c.height {
		*c = canvas{width: width, height: height, cells: make([]cell, width*height)}
	}
	c.cursor = [2]int{-1, -1}
	for i := range c.cells {
		c.cells[i] = cell{" ", tcell.StyleDefault, 1}
	}
}

// show hands the cells that differ to the screen, and nothing where none does.
func (c *canvas) show(screen tcell.Screen) {
	if slices.Equal(c.shown, c.cells) && c.cursor == c.was {
		return
	}
	for i, now := range c.cells {
		if c.shown != nil && c.shown[i] == now || now.width == 0 {
			continue
		}
		x, y := i%c.width, i/c.width
		_, width := screen.Put(x, y, now.text, now.style)
		switch {
		case width > now.width: // the library does not agree
			screen.Put(x, y, "\uFFFD", now.style)
		case width < now.width:
			screen.Put(x+1, y, " ", now.style)
		}
	}
	c.shown, c.was = append(c.shown[:0], c.cells...), c.cursor
	screen.ShowCursor(c.cursor[0], c.cursor[1])
	screen.Show()
}

// set sets a cell, if it is on the canvas.
func (c *canvas) set(x, y int, to cell) {
	if x < 0 || y < 0 || x+max(1, to.width) > c.width || y >= c.height {
		return
	}
	c.cells[y*c.width+x] = to
	if to.width == 2 {
		c.cells[y*c.width+x+1] = cell{"", to.style, 0}
	}
}

// invert shows a pane reversed.
func (c *canvas) invert(p pane) {
	for x := max(0, p.x); x < min(p.x+p.width, c.width) && p.y < c.height; x++ {
		at := &c.cells[p.y*c.width+x]
		at.style = at.style.Reverse(true)
	}
}

// fill empties a pane.
func (c *canvas) fill(p pane, style tcell.Style) {
	for y := p.y; y < p.y+p.height; y++ {
		for x := p.x; x < p.x+p.width; x++ {
			c.set(x, y, cell{" ", style, 1})
		}
	}
}

// put writes a text at the beginning of a pane, made safe, without its first columns, and
// cut where the pane ends. It returns how many columns that took.
func (c *canvas) put(p pane, skip int, text string, style tcell.Style) int {
	used, state := -skip, -1
	for rest := separate(term.Safe(text)); rest != "" && used < p.width; {
		var next cell
		next.style = style
		if len(rest) == 1 || rest[0] < utf8.RuneSelf && rest[1] < utf8.RuneSelf {
			next.text, next.width, rest, state = rest[:1], 1, rest[1:], -1
		} else {
			next.text, rest, next.width, state = uniseg.FirstGraphemeClusterInString(rest, state)
		}
		if next.width == 0 {
			continue
		}
		for half := max(0, used); next.width > 1 && (used < 0 || used+next.width > p.width) && half < min(p.width, used+next.width); half++ {
			c.set(p.x+half, p.y, cell{" ", style, 1}) // only half of it is seen
		}
		if used >= 0 && used+next.width <= p.width {
			c.set(p.x+used, p.y, next)
		}
		used += next.width
	}
	return max(0, min(used, p.width))
}
