package tui

import (
	"fmt"
	"slices"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/term"
)

// sideways is how far one key scrolls text sideways, in columns.
const sideways = 8

// scrollable returns the list or text that keys and the wheel move in a pane.
func (r *reader) scrollable(on focus) interface {
	move(by, height int)
	scroll(by, height int)
	point(line int) bool
} {
	switch {
	case r.view != nil:
		return r.view
	case on == onPost && r.shown() != nil:
		return &r.shown().text
	case on == onFeeds:
		return &r.feeds
	}
	return r.list()
}

// text returns the text on which keys act, nil for none.
func (r *reader) text() *text {
	t, _ := r.scrollable(r.focus).(*text)
	return t
}

// height returns how many lines the pane with the focus shows.
func (r *reader) height() int { return max(1, r.whole().height-1) }

// step returns how many lines a page step moves: one line of the last page stays.
func (r *reader) step() int { return max(1, r.height()-1) }

// scrollToEnd is longer than any text or list.
const scrollToEnd = 1 << 30

// move moves by some lines.
func (r *reader) move(by int) { r.scrollable(r.focus).move(by, r.height()) }

// open opens what is under the cursor, or follows the link whose number was typed.
func (r *reader) open() {
	switch p := r.reading(); {
	case p != nil:
		r.followSelected(p)
	case r.focus == onFeeds:
		r.openPlace()
	case r.focus == onEntries:
		switch e, ok := r.list().current(); {
		case ok && app.IsForBrowser(e.Entry):
			r.browse()
		case ok:
			r.openEntry(e.Entry)
		}
	}
}

func (r *reader) right() {
	t := r.text()
	if t == nil {
		r.open()
		return
	}
	cut := func(line render.Line) bool { return term.Width(line.String()) > t.left+t.width }
	if slices.ContainsFunc(t.visible(r.height()), cut) {
		t.left += sideways
	}
}

func (r *reader) left() {
	if t := r.text(); t != nil && t.left > 0 {
		t.left = max(0, t.left-sideways)
		return
	}
	r.closeTop()
}

// readOn continues reading: it shows the next page, or the next unread post; in the left pane it
// opens the list under the cursor.
func (r *reader) readOn() {
	t := r.text()
	switch {
	case t == nil && r.focus == onFeeds:
		r.open()
	case t != nil && (r.view != nil || t.top+r.height() < len(t.rows)):
		t.move(r.step(), r.height())
	default:
		r.readNextUnread(0)
	}
}

// toEntry moves to the next entry, or if by is -1 to the previous one, perhaps only unread ones. It
// shows the entry's post if a post is shown. In the left pane it moves between places.
func (r *reader) toEntry(by int, unread bool) {
	if r.focus == onFeeds {
		r.feeds.next(by, func(p place) bool { return p.unread > 0 || !unread })
		return
	}
	found := r.list().next(by, func(e entryLine) bool { return e.Unread || !unread })
	switch {
	case !found && unread:
		r.sayNoUnread(by)
	case !found:
		r.say("no entry that way")
	case r.focus == onPost:
		e, _ := r.list().current()
		r.openEntry(e.Entry)
	}
}

// sayNoUnread says that there is no unread entry one way, how many there are the other way, and
// which key goes there.
func (r *reader) sayNoUnread(by int) {
	others, back := 0, r.keyOf(map[int]string{1: "previous", -1: "next"}[by])
	for i, row := range r.list().rows {
		if row.Unread && i != r.list().at {
			others++
		}
	}
	if others == 0 {
		r.say("no other unread entry here; " + r.keyOf("next-feed") + " goes to the next feed with some")
		return
	}
	r.say(fmt.Sprintf("no unread entry that way; %d the other way (%s)", others, back))
}

// toFeed moves to the next or previous feed with unread entries, and lists it unless the
// subscriptions have the focus.
func (r *reader) toFeed(by int) {
	found := r.feeds.next(by, func(p place) bool { return p.feed != 0 && p.unread > 0 })
	switch {
	case !found:
		r.say("no feed that way has unread entries")
	case r.focus != onFeeds:
		r.openPlace()
	}
}

// toggleUnreadOnly lists only unread entries, or all; in the left pane only feeds with unread
// entries, or all.
func (r *reader) toggleUnreadOnly() {
	l, f := r.list(), &r.feeds
	switch {
	case r.focus == onFeeds:
		f.unreadOnly = !f.unreadOnly
		f.replace(f.every, place{})
		r.say(r.keyOf("read-all") + " marks the entries of a feed as read")
	case l.whole:
		r.say("a search always lists all that it found")
	default:
		l.query.UnreadOnly = !l.query.UnreadOnly
		r.reload(nil)
		r.say(r.keyOf("read-all") + " marks all these entries as read")
	}
}

// wheel is how many lines a step of the wheel scrolls.
const wheel = 3

// mouse handles the wheel in the pane under the pointer, and clicks, which open a row or follow the
// link there.
func (r *reader) mouse(e *tcell.EventMouse) {
	x, y := e.Position()
	panes := r.panes(r.focus)
	on := focus(slices.IndexFunc(panes[:], func(p pane) bool { return x >= p.x && x < p.x+p.width && y < p.height }))
	switch buttons := e.Buttons(); {
	case on < 0:
	case buttons&tcell.WheelUp != 0:
		r.scrollable(on).scroll(-wheel, r.height())
	case buttons&tcell.WheelDown != 0:
		r.scrollable(on).scroll(wheel, r.height())
	case buttons&tcell.Button1 == 0, r.typing != nil, r.pasting, r.view != nil, y == 0, on == onPost && r.shown() == nil:
	default:
		r.say("")
		if r.focus = on; on == onPost {
			r.toPost()
		}
		if r.scrollable(on).point(y - 1) {
			r.open()
		}
	}
}
