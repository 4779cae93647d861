package tui

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

// maxMessages is how many messages the log keeps.
const maxMessages = 1000

// messages are the reader's messages. Package show writes to them.
type messages struct {
	now  func() time.Time
	log  []string // with the time of each
	last string   // the one on the screen, "" once a key was pressed
}

// Write takes messages as commands print them, a line each.
func (m *messages) Write(p []byte) (int, error) {
	for line := range strings.Lines(inside(string(p))) {
		line = strings.TrimSuffix(line, "\n")
		if hint, ok := strings.CutPrefix(line, "hint: "); ok && m.last != "" {
			m.last += "; " + hint
		} else {
			m.last = strings.TrimPrefix(line, "gemsub: ")
		}
		m.log = append(m.log, m.now().Format("15:04:05 ")+line)
	}
	if over := len(m.log) - maxMessages; over > 0 {
		m.log = slices.Delete(m.log, 0, over)
	}
	return len(p), nil
}

// printer prints messages as commands do, to the reader.
func (r *reader) printer() *show.Printer {
	nowhere := &term.Output{Writer: new(strings.Builder)}
	return &show.Printer{Out: nowhere, Err: &term.Output{Writer: &r.messages}, Now: r.App.Now}
}

// fail shows an error and its hint.
func (r *reader) fail(err error) {
	r.printer().Error(err)
	if several, ok := errors.AsType[*app.AmbiguousError](err); ok {
		r.say(fmt.Sprintf("%v; L shows them", several))
	}
}

// say shows what was done. It does not go into the log.
func (r *reader) say(text string) { r.messages.last = text }

// showLog shows the messages so far, the last one first.
func (r *reader) showLog() {
	log := slices.Clone(r.messages.log)
	slices.Reverse(log)
	text := cmp.Or(strings.Join(log, "\n"), "no messages so far")
	r.showText("Messages", func(width int) []render.Line { return textLines(text, width) })
}
