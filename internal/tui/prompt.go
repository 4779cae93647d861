package tui

import (
	"context"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// maxTyped is how long a typed line is at most, in bytes.
const maxTyped = 4000

// A prompt is a line that is being typed.
type prompt struct {
	label    string
	typed    string
	at       int // how many bytes of it are before the cursor
	do       func(typed string)
	complete func(ctx context.Context, typed string) []string // nil if nothing completes it
	back     int                                              // how many lines back in the history, 0 for the typed one
	offers   []string                                         // completions of what is before the cursor
}

// maxPast is how many typed lines are remembered of each prompt.
const maxPast = 100

// showPast shows a line from the label's history, 1 for the newest, 0 for an empty line.
func (r *reader) showPast(back int) {
	p, lines := r.typing, r.typedLines[r.typing.label]
	p.back = max(0, min(back, len(lines)))
	p.replace(0, len(p.typed), "")
	if p.back > 0 {
		p.replace(0, 0, lines[len(lines)-p.back])
	}
}

// remember keeps a typed line.
func (r *reader) remember(label, line string) {
	lines := r.typedLines[label]
	if line == "" || len(lines) > 0 && lines[len(lines)-1] == line {
		return
	}
	lines = append(lines, line)
	r.typedLines[label] = lines[max(0, len(lines)-maxPast):]
}

// replace puts a text in place of some bytes of the line, and the cursor behind it.
func (p *prompt) replace(from, to int, text string) {
	p.typed = p.typed[:from] + text + p.typed[to:]
	p.at = from + len(text)
}

// before and after are where the characters beside the cursor begin and end.
func (p *prompt) before() (at int) {
	for character := range term.Characters(p.typed[:p.at]) {
		at = p.at - len(character)
	}
	return at
}

func (p *prompt) after() int {
	for character := range term.Characters(p.typed[p.at:]) {
		return p.at + len(character)
	}
	return p.at
}

// edit handles a key while a line is being typed.
func (r *reader) edit(e *tcell.EventKey) {
	p := r.typing
	switch key := keyName(e); key {
	case "enter":
		r.typing = nil
		r.remember(p.label, strings.TrimSpace(p.typed))
		p.do(strings.TrimSpace(p.typed))
	case "tab":
		r.complete(p)
	case "up":
		r.showPast(p.back + 1)
	case "down":
		r.showPast(p.back - 1)
	case "left":
		p.at = p.before()
	case "right":
		p.at = p.after()
	case "home", "ctrl-a":
		p.at = 0
	case "end", "ctrl-e":
		p.at = len(p.typed)
	case "backspace":
		if p.typed == "" {
			r.typing = nil
		}
		p.replace(p.before(), p.at, "")
	case "delete":
		p.replace(p.at, p.after(), "")
	case "ctrl-u":
		p.replace(0, p.at, "")
	case "ctrl-w":
		words := strings.TrimRight(p.typed[:p.at], " ")
		p.replace(strings.LastIndex(words, " ")+1, p.at, "")
	case "esc", "ctrl-c", "ctrl-g":
		r.typing = nil
	default:
		p.write(e)
	}
}

// write inserts the text of a key.
func (p *prompt) write(e *tcell.EventKey) {
	if e.Key() == tcell.KeyRune && e.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) == 0 && len(p.typed) < maxTyped {
		p.replace(p.at, p.at, words.Safe(e.Str()))
	}
}

// complete shows the completions of what is before the cursor in turn.
func (r *reader) complete(p *prompt) {
	typed := p.typed[:p.at]
	if i := slices.Index(p.offers, typed); i >= 0 {
		p.replace(0, p.at, p.offers[(i+1)%len(p.offers)])
		return
	}
	if p.complete == nil {
		return
	}
	r.ask("the names of feeds", func(ctx context.Context) (func(), error) {
		offers := p.complete(ctx, typed)
		return func() {
			if p.typed[:p.at] == typed && len(offers) > 0 {
				p.offers = offers
				p.replace(0, p.at, offers[0])
			}
		}, nil
	})
}

// drawPrompt shows the line that is being typed, as far as it fits before the cursor.
func (r *reader) drawPrompt(p pane) {
	before, after := r.typing.typed[:r.typing.at], r.typing.typed[r.typing.at:]
	before = r.typing.label + words.Safe(before)
	skip := max(0, term.Width(before)+1-p.width)
	r.write(p, skip, render.Line{{Text: before + after}}, tcell.StyleDefault)
	r.screen.ShowCursor(p.x+term.Width(before)-skip, p.y)
}
