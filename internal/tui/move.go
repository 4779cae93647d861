package tui

import (
	"context"
	"syscall"

	"gemsub/internal/app"
)

// stopSelf asks for the signal with which a shell stops a program; see [reader.suspend].
func stopSelf() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGTSTP) }

// sideways is how far one key scrolls text sideways, in columns.
const sideways = 8

// scrolled is the text that keys scroll, nil where they move a cursor.
func (r *reader) scrolled() *text {
	switch {
	case r.view != nil:
		return &r.view.text
	case r.focus == onPost && r.shown() != nil:
		return &r.shown().text
	}
	return nil
}

// height is how many lines the pane of the focus shows.
func (r *reader) height() int {
	_, h := r.screen.Size()
	if r.view != nil {
		return max(1, r.whole().height-1)
	}
	return max(1, h-2)
}

// step is how far a page goes: a line of the last one stays.
func (r *reader) step() int { return max(1, r.height()-1) }

// move moves by some lines.
func (r *reader) move(by int) {
	if t := r.scrolled(); t != nil {
		t.scroll(by, r.height())
		return
	}
	if r.focus == onFeeds {
		r.feeds.move(by, len(r.feeds.places), r.height())
		return
	}
	l := r.list()
	l.move(by, len(l.rows), r.height())
	r.say(l.end())
}

// toEdge moves to the beginning, or the end.
func (r *reader) toEdge(end bool) {
	t, l := r.scrolled(), r.list()
	switch {
	case t != nil && end:
		t.scroll(len(t.lines), r.height())
	case t != nil:
		t.scroll(-len(t.lines), r.height())
	case r.focus == onFeeds && end:
		r.feeds.move(len(r.feeds.places), len(r.feeds.places), r.height())
	case r.focus == onFeeds:
		r.feeds.at = 0
	case end:
		l.at = len(l.rows) - 1
		r.say(l.end())
	default:
		l.at = 0
	}
}

// open opens what is under the cursor, or follows the link whose number was typed.
func (r *reader) open() {
	switch {
	case r.number != "":
		r.followNumber()
	case r.focus == onPost:
		r.say("type the number of a link to follow it")
	case r.focus == onFeeds:
		r.openPlace()
	case r.focus == onEntries:
		if e, ok := r.list().current(); ok {
			r.openEntry(e)
		}
	}
}

func (r *reader) right() {
	if t := r.scrolled(); t != nil {
		if t.widest(r.height()) > t.left+r.textWidth() {
			t.left += sideways
		}
		return
	}
	r.open()
}

func (r *reader) left() {
	if t := r.scrolled(); t != nil && t.left > 0 {
		t.left = max(0, t.left-sideways)
		return
	}
	if r.view != nil || r.focus != onFeeds {
		r.back()
	}
}

// on reads on: a page further, or the next unread post.
func (r *reader) on() {
	t := r.scrolled()
	switch {
	case t == nil:
		r.open()
	case r.view != nil || t.top+r.height() < len(t.lines):
		t.scroll(r.step(), r.height())
	default:
		r.toUnread(false)
	}
}

// toUnread moves to the next unread entry, or the one before, and shows its post where a
// post is shown.
func (r *reader) toUnread(backwards bool) {
	if r.view != nil {
		return
	}
	if r.focus == onFeeds {
		r.feeds.toUnread(backwards, r.height())
		return
	}
	found := r.list().nextUnread(backwards)
	switch {
	case !found && backwards:
		r.say("no unread entry before this one")
	case !found:
		r.say("no unread entry after this one")
	case r.focus == onPost:
		if e, ok := r.list().current(); ok {
			r.openEntry(e)
		}
	}
}

// openList shows a list over the one before.
func (r *reader) openList(l *entryList) {
	r.lists = append(r.lists, l)
	r.focus, r.view = onEntries, nil
}

// onlyList shows a list in place of all others, once it was read.
func (r *reader) onlyList(title string, q app.EntryQuery) {
	l := newList(title, q)
	r.ask("the list", func(ctx context.Context) (then func(), err error) {
		l.rows, l.more, err = allRows(ctx, r.App, l.query)
		return func() {
			r.lists = nil
			r.openList(l)
		}, err
	})
}
