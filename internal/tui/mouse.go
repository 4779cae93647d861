package tui

import (
	"slices"

	"github.com/gdamore/tcell/v3"
)

// wheel is how many lines a turn of the wheel scrolls.
const wheel = 3

// mouse does what a click or the wheel does in the pane where it is.
func (r *reader) mouse(e *tcell.EventMouse) {
	x, y := e.Position()
	switch buttons := e.Buttons(); {
	case buttons&tcell.WheelUp != 0:
		r.scroll(x, y, -wheel)
	case buttons&tcell.WheelDown != 0:
		r.scroll(x, y, wheel)
	case buttons&tcell.Button1 != 0 && r.typing == nil && !r.pasting:
		r.say("")
		r.click(x, y)
	}
}

// scroll scrolls the pane under the pointer.
func (r *reader) scroll(x, y, by int) {
	if on := r.paneAt(x, y); on >= 0 {
		r.moved(on).scroll(by, r.height())
	}
}

// paneAt returns the pane that has a cell, -1 for none.
func (r *reader) paneAt(x, y int) focus {
	panes := r.panes()
	return focus(slices.IndexFunc(panes[:], func(p pane) bool { return p.holds(x, y) }))
}

// click opens the row under the pointer, or follows the link there.
func (r *reader) click(x, y int) {
	if r.view != nil && y > 0 && r.view.point(y-1) {
		r.open()
	}
	if r.view != nil || y == 0 {
		return
	}
	on := r.paneAt(x, y)
	if on < 0 || on == onPost && r.shown() == nil {
		return
	}
	if r.focus = on; on == onPost {
		r.toPost()
	}
	if r.moved(on).point(y - 1) {
		r.open()
	}
}
