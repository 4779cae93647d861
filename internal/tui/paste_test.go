package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"
)

// A counted screen counts how often it is drawn.
type counted struct {
	tcell.Screen
	shown   int
	draws   chan struct{}          // gets one for the first
	onEvent func(chan tcell.Event) // before each event, unless it is nil
}

func (c *counted) EventQ() chan tcell.Event {
	events := c.Screen.EventQ()
	if c.onEvent != nil {
		c.onEvent(events)
	}
	return events
}

func (c *counted) Show() {
	if c.shown++; c.shown == 1 {
		close(c.draws)
	}
	c.Screen.Show()
}

// raw is a screen that a test sends bytes to.
func raw(t *testing.T) (*counted, *terminal) {
	t.Helper()
	term := &terminal{MockTerm: vt.NewMockTerm()}
	screen, err := openScreen(term)
	if err != nil {
		t.Fatal(err)
	}
	return &counted{Screen: screen, draws: make(chan struct{})}, term
}

// However much is pasted, only its beginning counts, and the screen is hardly drawn.
func TestLongPaste(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	screen, term := raw(t)
	go func() {
		<-screen.draws
		term.SendRaw([]byte("\x1b[200~" + strings.Repeat("a", 1<<19) + "\x1b[201~\x1b[27uQ"))
	}()
	if err := runOn(t.Context(), screen, d.Options); err != nil {
		t.Fatal(err)
	}
	if screen.shown > 200 {
		t.Errorf("the screen was drawn %d times", screen.shown)
	}
}

// The reader ends with its context, however much is still to come.
func TestEndInPaste(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	screen, term := raw(t)
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	screen.onEvent = func(events chan tcell.Event) {
		if asked++; asked == 1000 {
			cancel()
			for len(events) < cap(events) { // the library reads on as far as it has room
				time.Sleep(time.Millisecond)
			}
		}
	}
	go func() {
		<-screen.draws
		term.SendRaw([]byte("\x1b[200~" + strings.Repeat("a", 1<<16)))
	}()
	ended := make(chan error)
	go func() { ended <- runOn(ctx, screen, d.Options) }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the reader ended by itself")
		}
	case <-time.After(time.Minute):
		t.Fatal("the reader does not end")
	}
}

// Keys that come while another program gets the terminal are dropped, however many.
func TestKeysInSuspend(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	screen, term := raw(t)
	ended := make(chan error)
	go func() { ended <- runOn(t.Context(), screen, d.Options) }()
	<-screen.draws
	go term.SendRaw([]byte("o" + strings.Repeat("j", 5000)))
	for begun := time.Now(); ; {
		select {
		case err := <-ended:
			if err != nil || len(d.opened) != 1 {
				t.Errorf("%v; opened %q", err, d.opened)
			}
			return
		case <-time.After(2 * tickInterval):
			go term.SendRaw([]byte("Q"))
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("the reader does not end")
		}
	}
}
