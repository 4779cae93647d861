package tui

import (
	"io"
	"sync"

	"github.com/gdamore/tcell/v3"
)

// A tty is the terminal's device. It mends two faults of the library, which in its version 3.6.0
// leaves goroutines behind when the terminal is given to another program:
//
//   - One redraws the screen after its size changed, and may panic while the screen is being closed.
//     So the library hears of no changes; the loop gets them from resized, and redraws itself.
//   - One still reads, and takes the next key from the other program. So Stop waits for it.
type tty struct {
	tcell.Tty
	resized chan bool
	reading sync.Mutex // held by Read, Start and Stop
	stopped bool
}

// newTty returns the tty of a device.
func newTty(device tcell.Tty) *tty { return &tty{Tty: device, resized: make(chan bool, 1)} }

// NotifyResize implements [tcell.Tty].
func (t *tty) NotifyResize(to chan<- bool) {
	if to != nil {
		to = t.resized
	}
	t.Tty.NotifyResize(to)
}

// Read implements [tcell.Tty]. It fails once the device is stopped.
func (t *tty) Read(p []byte) (int, error) {
	t.reading.Lock()
	defer t.reading.Unlock()
	if t.stopped {
		return 0, io.ErrClosedPipe
	}
	return t.Tty.Read(p)
}

// Start implements [tcell.Tty].
func (t *tty) Start() error {
	t.reading.Lock()
	defer t.reading.Unlock()
	t.stopped = false
	return t.Tty.Start()
}

// Stop implements [tcell.Tty]. The library calls Drain before, which wakes the last Read.
func (t *tty) Stop() error {
	t.reading.Lock()
	defer t.reading.Unlock()
	t.stopped = true
	return t.Tty.Stop()
}
