package tui

import (
	"flag"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3"
)

var keys = flag.Int("keys", 2500, "how many random keys are pressed")

// Nothing panics and no cell is left behind, whatever the user presses, types and clicks, and
// however the terminal is resized meanwhile.
func TestRandomKeys(t *testing.T) {
	t.Parallel()
	for seed, size := range [][2]int{{40, 10}, {80, 24}, {200, 60}, {120, 30}} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, uint64(seed)))
			d := open(t, size[0], size[1])
			d.screen = steady{d.screen}
			var seconds atomic.Int64
			d.App.Now = func() time.Time { return morning.Add(time.Duration(seconds.Add(1)) * time.Second) }
			for i := range *keys / 4 {
				d.handle(randomEvent(d, random))
				if d.done { // it is opened again
					d.done, d.focus = false, onEntries
				}
				d.settle()
				if i%50 == 0 {
					d.resize(size[0]-random.IntN(40), max(1, size[1]-random.IntN(12)))
					d.shows()
				}
			}
			d.shows()
		})
	}
}

// A steady screen keeps the terminal while a browser runs. The library takes it away
// without its lock, which races with a change of the size just before.
type steady struct{ tcell.Screen }

func (steady) Suspend() error { return nil }
func (steady) Resume() error  { return nil }

// randomEvent is a key of the table, a letter, or a click.
func randomEvent(d *desk, random *rand.Rand) tcell.Event {
	all := Actions()
	a := all[random.IntN(len(all))]
	switch width, height := d.screen.Size(); {
	case random.IntN(20) == 0:
		buttons := []tcell.ButtonMask{tcell.Button1, tcell.WheelUp, tcell.WheelDown, tcell.ButtonNone}
		return tcell.NewEventMouse(random.IntN(width+1), random.IntN(height+1), buttons[random.IntN(len(buttons))], 0)
	case random.IntN(20) == 0:
		return tcell.NewEventPaste(random.IntN(2) == 0)
	case random.IntN(20) == 0:
		return event(string([]rune{'e', 'é', '日', 'o', '#'}[random.IntN(5)]))
	case a.Name == "suspend" || a.Name == "update":
		return event("j")
	}
	return event(a.Keys[random.IntN(len(a.Keys))])
}

// The screen can be resized at any place, to any size, and is what it would have been
// at that size from the beginning.
func TestResize(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"j", "q", "j j j j j enter space", "?", "H", ": a b"} {
		d := open(t, 80, 24)
		d.press(keys)
		before := d.shows()
		for _, size := range [][2]int{{200, 60}, {40, 10}, {1, 1}, {10, 2}, {130, 8}, {80, 24}} {
			d.resize(size[0], size[1])
			d.shows()
		}
		for d.busy > 0 {
			d.settle() // a post is laid out in the background
		}
		if d.shows() != before {
			t.Errorf("after %s and back at its size the screen is\n%s\nbefore\n%s", keys, d.shows(), before)
		}
	}
}
