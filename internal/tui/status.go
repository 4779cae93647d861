package tui

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

// drawStatus writes the last line: the message, otherwise the work in progress.
func (r *reader) drawStatus(p pane) {
	var going string
	switch t := r.text(); {
	case t != nil && t.link > 0:
		going = term.Cut(fmt.Sprintf("link %d, enter follows it: %s", t.link, readable(t.links[t.link-1].URL)), p.width)
	case t != nil && t.left > 0:
		going = r.hint("left", "scrolls back").String()
	case r.awaitedJob != nil:
		going = "waiting for " + r.awaitedJob.whom + "; esc gives up"
	case r.stored != nil:
		going = "storing the change"
	case r.updating != nil:
		going = r.updating.report.Progress()
		if whom := r.Waits.Longest(); whom != "" {
			going += ", waiting for " + whom
		}
		going += "; " + r.hint("update", "stops that").String()
	case r.view == nil && r.focus == onEntries && r.list().of.fails != "":
		going = term.Cut("this feed fails: "+readable(r.list().of.fails), p.width)
	}
	text, style := cmp.Or(r.messages.last, going), tcell.StyleDefault.Bold(r.messages.last != "")
	if text == "" {
		r.write(p, 0, r.hints(p.width), tcell.StyleDefault)
		return
	}
	lines := term.Fold(readable(text), max(1, p.width))
	if most := max(1, min(4, p.y/2)); len(lines) > most { // over the panes, until the next key
		lines = append(lines[:most-1], term.Cut(strings.Join(lines[most-1:], " "), p.width))
	}
	for i, line := range lines {
		above := pane{p.x, p.y + 1 + i - len(lines), p.width, 1}
		r.write(above, 0, render.Line{{Text: line}}, style)
	}
}

// hints returns the most useful keys for what is shown, with what they do, as many as there is
// room for.
func (r *reader) hints(width int) (line render.Line) {
	all := [][2]string{{"read-on", "read on"}, {"next", "next"}, {"star", "star"}, {"search", "search"}}
	switch {
	case r.view != nil:
		all = [][2]string{{"read-on", "page down"}, {"search", "find"}, {"back", "close"}}
	case r.feeds.none():
		all = [][2]string{{"command", "command"}}
	case r.focus == onPost:
		all = [][2]string{{"read-on", "read on"}, {"next", "next"}, {"star", "star"}, {"back", "back"}, {"search", "find"}}
		if t := r.text(); t != nil && len(t.links) > 0 {
			all = slices.Insert(all, 1, [2]string{"next-link", "link"})
		}
	case r.focus == onFeeds:
		all = [][2]string{{"open", "open"}, {"next", "next unread"}, {"read-all", "all read"}, {"update", "update"}}
	}
	help := r.hint("help", "help")
	for _, of := range all {
		hint := r.hint(of[0], of[1])
		if hint != nil && term.Width(line.String()+hint.String()+"  "+help.String()) <= width {
			line = append(append(line, hint...), term.Cell{Text: "  "})
		}
	}
	return append(line, help...)
}

// hint returns the first key of an action, and what it does.
func (r *reader) hint(name, does string) render.Line {
	if key := r.keyOf(name); key != "" {
		return render.Line{{Text: key}, {Text: " " + does, Style: term.Dim}}
	}
	return nil
}

// keyOf returns the first key of an action, "" for none.
func (r *reader) keyOf(name string) string {
	for _, a := range r.bound {
		if a.Name == name && len(a.Keys) > 0 {
			return a.Keys[0]
		}
	}
	return ""
}

// maxMessages is how many messages the log keeps.
const maxMessages = 1000

// messages are the reader's messages. Package show writes to them.
type messages struct {
	now  func() time.Time
	log  []string // with the time of each
	last string   // the message on the screen, "" once a key was pressed
}

// Write takes messages as commands print them, one on each line.
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
	return show.NewPrinter(new(term.Output), &term.Output{Writer: &r.messages}, r.App.Now)
}

// fail shows an error and its hint.
func (r *reader) fail(err error) {
	r.printer().Error(err)
	if several, ok := errors.AsType[*app.AmbiguousError](err); ok {
		r.say(fmt.Sprintf("%v; L shows them", several))
	}
	if before, _, ok := strings.Cut(r.messages.last, "; :open "); ok {
		r.say(before + "; " + r.hint("browser", "opens it").String())
	}
}

// say shows what was done. It does not go into the log.
func (r *reader) say(text string) { r.messages.last = text }

// showLog shows all messages so far, the last one first.
func (r *reader) showLog() {
	log := slices.Clone(r.messages.log)
	slices.Reverse(log)
	r.showText("Messages", cmp.Or(strings.Join(log, "\n"), "no messages so far"))
}
