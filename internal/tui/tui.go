// Package tui is the full-screen reader: subscriptions, entries and posts beside each
// other, with network requests in the background. Like the commands, it is a user
// interface of package app: it reads no database, sends no requests and lays out no text.
//
// One goroutine, that of [Run], owns the state and the screen. Work that may block runs in
// other goroutines and returns a function that the first one calls (see work.go).
package tui

import (
	"context"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/gdamore/tcell/v3"
	"golang.org/x/text/encoding"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Options configure the reader.
type Options struct {
	App    *app.App
	Config string // the path of config.toml
	Color  bool   // colours in addition to bold, dim and reversed
	// Palette has the looks of styles.
	Palette term.Palette
	Mouse   bool // the reader handles clicks and the wheel
	Keys    Keymap
	Waits   *term.Waits // hosts with open requests
	// Views returns the user's present views, by name.
	Views func() map[string]app.EntryQuery
	Width int // the greatest width at which the text of posts is wrapped
	// KeepOrder keeps the order of the feeds for the next start.
	KeepOrder bool
	// UpdateEvery is how often the reader updates by itself, 0 for never.
	UpdateEvery time.Duration
	// Update returns the options of an update with these arguments and flags of the command.
	Update func(ctx context.Context, line string) (app.UpdateOptions, error)
	// Browse starts the browser on a link, and returns a function that waits for its end
	// and returns its error, at once unless InTerminal is true for the link.
	Browse func(link string) (wait func() error, err error)
	// InTerminal reports whether the browser for a link is known to run in the terminal.
	InTerminal func(link string) bool
	// Pipe runs a command line of the user's shell on the text of an entry's post; with pause,
	// it waits for enter then.
	Pipe func(command string, e model.Entry, text string, pause bool) error
	// Save writes a text to a new file, and returns the file's path.
	Save func(name, text string) (path string, err error)
	// Command runs a command line of gemsub, and writes its output for a screen of this width.
	Command func(ctx context.Context, line string, width int, out io.Writer)
	// Complete returns the completions of a command line's last word, as whole lines.
	Complete func(ctx context.Context, line string) []string
}

// Run shows the reader on the terminal until the user quits or ctx ends. When Run returns or
// panics, the terminal is as it was before.
func Run(ctx context.Context, o Options) error {
	tcell.RegisterEncoding("US-ASCII", encoding.Nop) // gemsub writes UTF-8 in every locale
	device, err := tcell.NewDevTty()
	if err != nil {
		return fmt.Errorf("open terminal: %w", err)
	}
	screen, err := openScreen(device)
	if err != nil {
		return fmt.Errorf("open terminal: %w", err)
	}
	if o.Mouse {
		screen.EnableMouse(tcell.MouseButtonEvents)
	}
	screen.EnablePaste()
	return runOn(ctx, screen, o)
}

// openScreen returns the screen of a device. Some terminals with 256 colours say TERM=xterm, for
// which the library takes the nearest of eight; these may be unreadable on a light background.
func openScreen(device tcell.Tty) (tcell.Screen, error) {
	screen, err := tcell.NewTerminfoScreenFromTty(newTty(device), tcell.OptNegotiation(false), tcell.OptColors(256))
	if err == nil {
		err = screen.Init()
	}
	return screen, err
}

// runOn runs the reader on a screen. It closes the screen first, so that a panic is
// printed on the restored terminal.
func runOn(ctx context.Context, screen tcell.Screen, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	r := newReader(ctx, screen, o)
	defer r.working.Wait()
	defer cancel()
	defer screen.Fini()
	defer r.drain()
	r.begin()
	err := r.loop()
	r.keepPlace()
	return err
}

// drawDelay is how long the screen waits for background work: most of it ends by then, and
// is shown at once.
const drawDelay = 10 * time.Millisecond

// tickInterval is how often the reader looks for which hosts it waits.
const tickInterval = 500 * time.Millisecond

// await handles results until at most left background jobs are running, but only for drawDelay.
func (r *reader) await(left int) {
	over := time.After(drawDelay)
	for r.busy > left {
		select {
		case then := <-r.results:
			then()
		case <-over:
			return
		}
	}
}

// loop handles events and results, one after the other.
func (r *reader) loop() error {
	tick := time.NewTicker(tickInterval)
	defer tick.Stop()
	r.await(0)
	r.draw()
	due := time.Tick(r.UpdateEvery) // nil for 0
	if due != nil {
		r.beginUpdate(&updating{auto: true})
	}
	for !r.done && r.ctx.Err() == nil {
		select {
		case event := <-r.screen.EventQ():
			before := r.busy
			r.handle(event)
			if r.pasting {
				continue // draw later: more events may come
			}
			r.await(before)
		case <-r.resized:
			r.screen.Sync()
		case then := <-r.results:
			then()
		case <-tick.C:
			if r.busy == 0 && r.updating == nil && !r.pasting {
				continue // the screen has not changed
			}
		case <-due:
			r.beginUpdate(&updating{auto: true})
		case <-r.ctx.Done():
			continue
		}
		r.draw()
	}
	return r.ctx.Err()
}

// suspend restores the terminal and stops the program, as a shell expects, until the user brings
// it back. The signal has no effect if no shell could continue the process.
func (r *reader) suspend() {
	r.reportResult(r.handOver(func() error {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGTSTP)
		time.Sleep(time.Second / 2) // the signal arrives within a moment, later on a busy machine
		return nil
	}), "")
}
