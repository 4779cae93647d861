package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/term"
)

// maxTyped is how long a typed line is at most, in bytes.
const maxTyped = 4000

// A prompt is a line that is being typed.
type prompt struct {
	label, typed string
	do           func(typed string)
	back         int      // how many lines back in the history, 0 for the typed one
	offers       []string // completions of the command
}

// maxPast is how many typed lines are remembered of each prompt.
const maxPast = 100

// past shows a line from the label's history, 1 for the newest, 0 for an empty line.
func (r *reader) past(back int) {
	p, lines := r.typing, r.typedLines[r.typing.label]
	p.back = max(0, min(back, len(lines)))
	p.typed = ""
	if p.back > 0 {
		p.typed = lines[len(lines)-p.back]
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

// typed handles a key while a line is being typed.
func (r *reader) typed(e *tcell.EventKey) {
	p := r.typing
	switch key := keyName(e); {
	case key == "enter":
		r.typing = nil
		r.remember(p.label, strings.TrimSpace(p.typed))
		p.do(strings.TrimSpace(p.typed))
	case key == "tab" && p.label == commandLabel:
		r.complete(p)
	case key == "up":
		r.past(p.back + 1)
	case key == "down":
		r.past(p.back - 1)
	case key == "esc", key == "ctrl-c", key == "ctrl-g", key == "backspace" && p.typed == "":
		r.typing = nil
	case key == "backspace":
		runes := []rune(p.typed)
		p.typed = string(runes[:len(runes)-1])
	case key == "ctrl-u":
		p.typed = ""
	case key == "ctrl-w":
		trimmed := strings.TrimRight(p.typed, " ")
		p.typed = trimmed[:strings.LastIndex(trimmed, " ")+1]
	default:
		p.write(e)
	}
}

// write adds the text of a key.
func (p *prompt) write(e *tcell.EventKey) {
	if e.Key() == tcell.KeyRune && e.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) == 0 && len(p.typed) < maxTyped {
		p.typed += term.Safe(e.Str())
	}
}

// complete shows the completions of the typed command in turn.
func (r *reader) complete(p *prompt) {
	if i := slices.Index(p.offers, p.typed); i >= 0 {
		p.typed = p.offers[(i+1)%len(p.offers)]
		return
	}
	typed := p.typed
	r.ask("the names of feeds", func(ctx context.Context) (func(), error) {
		offers := r.Complete(ctx, typed)
		return func() {
			if p.typed == typed && len(offers) > 0 {
				p.offers, p.typed = offers, offers[0]
			}
		}, nil
	})
}

// paste reads pasted text into the prompt, or a new command: it is not a series of keys.
func (r *reader) paste(begins bool) {
	r.pasting, r.pastedAt = begins, r.App.Now()
	if begins && r.typing == nil {
		r.promptCommand()
	}
}

const (
	// pasteRest is the longest time between two pasted keys, in case the end of the paste
	// is lost.
	pasteRest = 500 * time.Millisecond
	// pasteTail is how long after the end keys still count as pasted: the text may
	// contain the end mark.
	pasteTail = 50 * time.Millisecond
)

// maybePasted reports whether a key that comes now may be pasted.
func (r *reader) maybePasted() bool {
	return r.pasting || r.App.Now().Sub(r.pastedAt).Abs() < pasteTail
}

// pasted handles a pasted key: text is added, other keys such as line ends become spaces.
// After an escape, which may be part of the text, the rest is dropped.
func (r *reader) pasted(e *tcell.EventKey) {
	late := r.App.Now().Sub(r.pastedAt).Abs() > pasteRest
	r.pastedAt = r.App.Now()
	switch isEscape := keyName(e) == "esc"; {
	case late && (isEscape || r.typing == nil): // typed by the user
		r.pasting, r.pastedAt = false, time.Time{}
		r.press(e)
	case isEscape:
		r.typing, r.pasting = nil, true
	case r.typing != nil && e.Key() != tcell.KeyRune: // such as the end of a line
		r.typing.write(tcell.NewEventKey(tcell.KeyRune, " ", 0))
	case r.typing != nil:
		r.typing.write(e)
	}
	if r.pasting && r.typing == nil {
		r.say("pasted text is cut at its escape character")
	}
}

// drawPrompt shows the end of the line that is being typed.
func (r *reader) drawPrompt(p pane) {
	text := r.typing.label + term.Safe(r.typing.typed)
	skip := max(0, term.Width(text)+1-p.width)
	used := r.putFrom(p, skip, text, tcell.StyleDefault)
	r.fill(p.from(used), tcell.StyleDefault)
	r.screen.ShowCursor(p.x+used, p.y)
}
