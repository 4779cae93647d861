package tui

import (
	"context"
	"testing"

	"gemsub/internal/app"
)

// hold keeps changes from being stored, as an update does that commits, until release.
func (d *desk) hold() (release func()) {
	held := make(chan struct{})
	d.store(func(context.Context) (func(), error) {
		<-held
		return func() {}, nil
	})
	return func() { close(held) }
}

// tap handles keys, and waits a moment as the loop does.
func (d *desk) tap(keys ...string) {
	d.t.Helper()
	for _, key := range keys {
		before := d.busy
		d.handle(event(key))
		d.await(before)
	}
	d.draw()
}

// Keys go on while a mark cannot be stored yet. It is shown once it was, and the next
// one of that entry begins where it ends.
func TestMarksWait(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	release := d.hold()
	d.tap("s", "j", "r", "k")
	d.has("1/18", "•  2026-03-05", "•  2026-03-04", "storing the change")
	d.tap("s", "j", "j", "s", "u", "s")
	release()
	for range 2 {
		d.settle()
		d.has("•  2026-03-05", "   2026-03-04", "•★ 2026-03-03", "Unread                17")
		d.renew()
	}
}

// What was marked is stored, though the user quits before.
func TestMarksAtEnd(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	release := d.hold()
	d.tap("s", "j", "s", "Q")
	d.quits()
	d.end()
	release()
	d.working.Wait()
	starred, err := d.App.CountEntries(t.Context(), queryOf(app.EntryFilter{StarredOnly: true}))
	if starred != 2 || err != nil {
		t.Errorf("%d entries are starred, %v", starred, err)
	}
}

// Keys go on while a list is read. What they change is in the list that comes of it.
func TestSlowList(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	held, old := make(chan struct{}), make(chan struct{}, 9)
	slow := func(ctx context.Context, l *entryList) error {
		err := l.renew(ctx, d.App)
		old <- struct{}{}
		<-held
		return err
	}
	d.read(d.list(), true, slow, func() { d.say("it was read") })
	<-old
	d.tap("j", "s")
	d.has("2/18", "•★ 2026-03-04", "starred")
	d.tap("j")
	d.has("3/18", "reading the list")
	close(held)
	d.settle()
	d.has("•★ 2026-03-04", "it was read")

	held = make(chan struct{})
	d.read(d.list(), false, slow, func() {})
	d.look() // finds that the list is to be read again
	d.tap("j", "j")
	here, _ := d.list().current()
	close(held)
	d.settle()
	if now, _ := d.list().current(); now.ID != here.ID || d.list().reading != nil || d.list().stale {
		t.Errorf("the cursor went from %s to %s", here.Title, now.Title)
	}

	held = make(chan struct{})
	d.read(d.list(), true, slow, func() { d.say("of the past") })
	d.tap("A") // is what is wanted now, and does not wait
	close(held)
	d.settle()
	d.has("all entries")
}

// A change that others kept waiting for long is tried again, and not for ever.
func TestBusyMarks(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	for _, test := range []struct {
		busy int
		said string
	}{{patience, "it is stored"}, {patience + 1, app.ErrBusy.Error()}} {
		left := test.busy
		d.store(func(context.Context) (func(), error) {
			if left--; left >= 0 {
				return nil, app.ErrBusy
			}
			return func() { d.say("it is stored") }, nil
		})
		d.settle()
		d.has(test.said)
	}
}
