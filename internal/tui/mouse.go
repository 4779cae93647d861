package tui

import "github.com/gdamore/tcell/v3"

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
	case buttons&tcell.Button1 != 0 && r.typing == nil && !r.pasting:
		r.say("")
		r.click(x, y)
	}
}

// turn scrolls the pane under the pointer.
func (r *reader) turn(x, y, by int) {
	for on, p := range r.panes() {
		if p.holds(x, y) {
			r.moved(focus(on)).scroll(by, r.height())
		}
	}
}

// click opens the line under the pointer, or follows the link there.
func (r *reader) click(x, y int) {
	if r.view != nil && y > 0 {
		r.view.followAt(y - 1)
	}
	if r.view != nil || y == 0 {
		return
	}
	line, post := y-1, r.shown()
	for on, p := range r.panes() {
		if !p.holds(x, y) {
			continue
		}
		switch on := focus(on); {
		case on == onFeeds && r.feeds.point(line), on == onEntries && r.list().point(line):
			r.focus = on
			r.open()
		case on == onPost && post != nil:
			r.toPost()
			post.followAt(line)
		}
	}
}
