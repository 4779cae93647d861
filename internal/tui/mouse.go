package tui

import (
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// wheel is how many lines a turn of the wheel scrolls.
const wheel = 3

// mouse does what a click or the wheel does in the pane where it is.
func (r *reader) mouse(e *tcell.EventMouse) {
	x, y := e.Position()
	switch buttons := e.Buttons(); {
	case buttons&tcell.WheelUp != 0:
		r.turn(x, y, -wheel)
	case buttons&tcell.WheelDown != 0:
		r.turn(x, y, wheel)
	case buttons&tcell.Button1 != 0 && r.typing == nil:
		r.messages.seen()
		r.click(x, y)
	}
}

// turn scrolls what is under the pointer.
func (r *reader) turn(x, y, by int) {
	p := r.panes()
	switch shown := r.shown(); {
	case r.view != nil:
		r.view.scroll(by, r.height())
	case p.post.holds(x, y) && shown != nil:
		shown.scroll(by, p.post.height-1)
	case p.feeds.holds(x, y):
		r.feeds.scroll(by, len(r.feeds.places), p.feeds.height-1)
	case p.entries.holds(x, y):
		l := r.list()
		l.cursor.scroll(by, len(l.rows), p.entries.height-1)
	}
}

// click opens the line under the pointer, or follows the link there.
func (r *reader) click(x, y int) {
	p := r.panes()
	line := y - 1
	switch shown := r.shown(); {
	case r.view != nil || line < 0:
	case p.post.holds(x, y) && shown != nil:
		r.focus = onPost
		if n := shown.linkAt(shown.top + line); n > 0 && n <= len(shown.links) {
			r.follow(shown, shown.links[n-1].URL)
		}
	case p.feeds.holds(x, y) && r.feeds.top+line < len(r.feeds.places):
		r.focus, r.feeds.at = onFeeds, r.feeds.top+line
		r.openPlace()
	case p.entries.holds(x, y) && r.list().top+line < len(r.list().rows):
		l := r.list()
		r.focus, l.at = onEntries, l.top+line
		r.open()
	}
}

// linkAt is the number of the link whose first line that is, 0 for none. Package render
// begins such a line with the number, in a style that no text has.
func (p *post) linkAt(line int) int {
	if line >= len(p.lines) || len(p.lines[line]) == 0 {
		return 0
	}
	return numberOf(p.lines[line])
}

func numberOf(line render.Line) int {
	mark := strings.TrimSpace(line[0].Text)
	if line[0].Style != term.Cyan || !strings.HasPrefix(mark, "[") {
		return 0
	}
	n, err := strconv.Atoi(strings.Trim(mark, "[]"))
	if err != nil {
		return 0
	}
	return n
}
