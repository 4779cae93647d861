package tui

import (
	"strings"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// find goes to the next line of a text that has some words, from the top again after the
// end. Without words it looks for what was sought before.
func (r *reader) find(t *text, words string) {
	if words != "" {
		t.sought = []string{strings.ToLower(words)}
	}
	if len(t.sought) == 0 {
		return
	}
	for i := range t.lines {
		line := (t.top + 1 + i) % len(t.lines)
		if len(found(t.lines[line], t.sought)) > 0 {
			t.scroll(line-t.top, r.height())
			return
		}
	}
	r.say("no line here has " + strings.Join(t.sought, " or "))
}

// A span is columns of a line.
type span struct{ from, width int }

// found returns where in a line sought texts are.
func found(line render.Line, sought []string) (all []span) {
	text := strings.ToLower(line.String())
	for _, word := range sought {
		for at := 0; ; {
			i := strings.Index(text[at:], word)
			if i < 0 || word == "" {
				break
			}
			all = append(all, span{term.Width(text[:at+i]), term.Width(word)})
			at += i + len(word)
		}
	}
	return all
}

// markSought shows reversed what is sought in a line.
func (r *reader) markSought(p pane, t *text, line render.Line) {
	for _, s := range found(line, t.sought) {
		if from := s.from - t.left; from >= 0 {
			r.canvas.invert(p.from(from).left(s.width))
		}
	}
}
