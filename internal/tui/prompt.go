package tui

import (
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/term"
)

// maxTyped is how long a typed line is at most, in bytes.
const maxTyped = 4000

// A prompt is a line that is being typed.
type prompt struct {
	label, typed string
	do           func(typed string)
}

// typed takes a key of a line that is being typed.
func (r *reader) typed(e *tcell.EventKey) {
	p := r.typing
	switch key := keyName(e); {
	case key == "enter":
		r.typing = nil
		p.do(strings.TrimSpace(p.typed))
	case key == "esc", key == "ctrl-c", key == "ctrl-g":
		r.typing = nil
	case key == "backspace" && p.typed == "":
		r.typing = nil
	case key == "backspace":
		runes := []rune(p.typed)
		p.typed = string(runes[:len(runes)-1])
	case key == "ctrl-u":
		p.typed = ""
	case key == "ctrl-w":
		trimmed := strings.TrimRight(p.typed, " ")
		p.typed = trimmed[:strings.LastIndex(trimmed, " ")+1]
	case e.Key() == tcell.KeyRune && e.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) == 0 && len(p.typed) < maxTyped:
		p.typed += term.Safe(e.Str())
	}
}

// drawPrompt shows the end of the line that is being typed.
func (r *reader) drawPrompt(p pane) {
	text := r.typing.label + term.Safe(r.typing.typed)
	skip := max(0, term.Width(text)+1-p.width)
	used := r.canvas.put(p, skip, text, tcell.StyleDefault)
	r.canvas.fill(p.from(used), tcell.StyleDefault)
	r.canvas.cursor = [2]int{p.x + used, p.y}
}
