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

// click opens the row under the pointer, or follows the link there.
func (r *reader) click(x, y int) {
	if r.view != nil && y > 0 && r.view.point(y-1) {
		r.open()
	}
	if r.view != nil || y == 0 {
		return
	}
	for on, p := range r.panes() {
		on := focus(on)
		if !p.holds(x, y) || on == onPost && r.shown() == nil {
			continue
		}
		if r.focus = on; on == onPost {
			r.toPost()
		}
		if r.moved(on).point(y - 1) {
			r.open()
		}
		return
	}
}
