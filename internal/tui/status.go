package tui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// drawStatus writes the last line: what was said, else what goes on.
func (r *reader) drawStatus(p pane) {
	text, style := r.messages.last, tcell.StyleDefault.Bold(true)
	var going string
	switch {
	case r.number > 0:
		going = "link " + strconv.Itoa(r.number) + "… (enter follows it, or another digit)"
	case r.asked != nil:
		going = "waiting for " + r.asked.whom + "; esc gives up"
	case r.changing > 0:
		going = "storing the change"
	case r.updating != nil:
		going = r.updating.progress(r.Waits)
	}
	if text == "" {
		text, style = going, tcell.StyleDefault
	}
	const help = "? help"
	if text == "" || term.Width(text)+len(help)+2 <= p.width {
		r.put(p.from(p.width-len(help)), help, tcell.StyleDefault.Dim(true))
		p = p.left(p.width - len(help))
	}
	lines := slices.Collect(term.Fold(readable(text), max(1, p.width)))
	if most := max(1, min(4, p.y/2)); len(lines) > most { // over the panes, until the next key
		lines = append(lines[:most-1], term.Cut(strings.Join(lines[most-1:], " "), p.width))
	}
	for i, line := range lines {
		above := pane{p.x, p.y + 1 + i - len(lines), p.width, 1}
		r.write(above, 0, render.Line{{Text: line}}, style)
	}
}
