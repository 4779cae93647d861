package tui

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/app"
	"gemsub/internal/term"
)

// hold keeps changes from being stored, as an update does that commits, until release.
func (d *desk) hold() (release func()) {
	held := make(chan struct{})
	d.storeChange(func(context.Context) (func(), error) {
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
	d.has("1/18", "•  ↔  03-05", "•     03-04", "storing the change")
	d.tap("s", "j", "j", "s", "u", "s")
	release()
	for range 2 {
		d.settle()
		d.has("•  ↔  03-05", "      03-04", "•★    03-03", "Unread            17")
		d.renew()
	}
}

// A mark is stored even if the user quits before.
func TestMarksAtEnd(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	release := d.hold()
	d.tap("s", "j", "s", "Q")
	d.quits()
	d.end()
	release()
	d.working.Wait()
	starred := d.count(app.EntryFilter{StarredOnly: true})
	if starred != 2 {
		t.Errorf("%d entries are starred", starred)
	}
}

// Keys go on while a list is read. What they change is in the list that comes of it.
func TestSlowList(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	l, held, old := d.list(), make(chan struct{}), make(chan struct{}, 1)
	release := sync.OnceFunc(func() { close(held) })
	t.Cleanup(release)
	l.read = func(ctx context.Context, q app.EntryQuery) ([]entryLine, error) {
		rows, err := d.readEntries(ctx, q)
		select {
		case old <- struct{}{}: // the first time
			<-held
		default:
		}
		return rows, err
	}
	d.renew()
	for len(old) == 0 {
		time.Sleep(time.Millisecond)
	}
	d.tap("j", "s")
	for d.stored != nil {
		(<-d.results)()
	}
	d.draw()
	d.has("2/18", "•★    03-04")
	d.tap("j")
	d.has("3/18")
	here, _ := l.current()
	release()
	d.settle()
	d.has("•★    03-04")
	d.renew()
	d.tap("j", "j", "k", "k")
	d.settle()
	if now, _ := l.current(); now.ID != here.ID || d.reloadJob != nil {
		t.Errorf("the cursor went from %s to %s", here.Title, now.Title)
	}
}

// Of several jobs for which the user waits, only the newest counts.
func TestNewest(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	t.Cleanup(release)
	d.ask("the past", func(ctx context.Context) (func(), error) {
		<-held
		return func() { d.say("of the past") }, nil
	})
	d.draw()
	d.has("waiting for the past; esc gives up")
	d.ask("the present", func(context.Context) (func(), error) { return func() { d.say("it was read") }, nil })
	release()
	d.settle()
	d.has("it was read")
	if d.awaitedJob != nil {
		t.Error("still waiting")
	}
}

// Without colour, the number of a colour is no attribute.
func TestStyledWithoutColor(t *testing.T) {
	t.Parallel()
	r := reader{Options: Options{Palette: term.Palette{term.Quote: {Italic: true, Color: "7"}}}}
	if got, want := r.styled(tcell.StyleDefault, term.Quote), tcell.StyleDefault.Italic(true); got != want {
		t.Errorf("it is %v, not %v", got, want)
	}
	r.Color = true
	if r.styled(tcell.StyleDefault, term.Quote) == tcell.StyleDefault.Italic(true) {
		t.Error("it has no colour")
	}
}
