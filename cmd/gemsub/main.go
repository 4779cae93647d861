// Gemsub is a feed reader for Gemini and Gopher.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/view"
)

func main() {
	host, _ := os.Hostname()
	machineID, _ := os.ReadFile("/etc/machine-id")
	_, noResolver := os.Stat("/etc/resolv.conf")
	os.Exit(start(environment{
		Environment: app.Environment{
			Now:          time.Now,
			Resolve:      app.LookUp(nil),
			Shuffle:      rand.Shuffle,
			Host:         host,
			MachineID:    strings.TrimSpace(string(machineID)),
			NoNameServer: errors.Is(noResolver, fs.ErrNotExist),
		},
		stdin:   os.Stdin,
		stdout:  os.Stdout,
		stderr:  os.Stderr,
		getenv:  os.Getenv,
		environ: os.Environ,
	}))
}

// start runs the program with signal handling and memory limits, and returns its exit code.
func start(env environment) int {
	debug.SetMemoryLimit(80 << 20) // a hostile document needs as much, and so do 20,000 feeds
	env.interrupts = new(interrupts)
	return untilSignal(env.interrupts, func(ctx context.Context) int { return run(ctx, os.Args, env) })
}

// Interrupts go to gemsub, except while it lends them to a program that it started and that has
// the terminal. The zero value works.
type interrupts struct{ lent atomic.Int32 }

// lend ignores interrupts until back is called, and a moment longer: the interrupt that ended
// the other program may still arrive.
func (i *interrupts) lend() (back func()) {
	i.lent.Add(1)
	return func() { time.AfterFunc(100*time.Millisecond, func() { i.lent.Add(-1) }) }
}

// untilSignal calls do, whose context ends with the first interrupt, request to
// terminate or loss of the terminal; a second one ends the program at once. It
// returns the exit code. Interrupts that are lent do not count.
//
// If a signal interrupted do, the program ends by this signal as if it had not been caught:
// shells report 128 and its number, and stop their loops.
func untilSignal(ints *interrupts, do func(context.Context) int) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals, caught := make(chan os.Signal, 1), make(chan os.Signal, 1)
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		ends = append(ends, syscall.SIGHUP)
	}
	signal.Notify(signals, ends...)
	go func() {
		s := <-signals
		for s == os.Interrupt && ints.lent.Load() > 0 {
			s = <-signals
		}
		caught <- s
		signal.Reset(ends...)
		cancel()
	}()
	code := do(ctx)
	if code == exitOK || ctx.Err() == nil {
		return code
	}
	s := (<-caught).(syscall.Signal)
	if err := syscall.Kill(syscall.Getpid(), s); err == nil {
		time.Sleep(time.Second)
	}
	return 128 + int(s) // the signal did not end it in time: the exit code says the same
}

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command could not do its work
	exitUsage  = 2 // wrong usage; nothing went to stdout
	exitPartly = 3 // the work was done, but not for every feed
)

// asUsage turns a parser's error into a usage error.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// placeError reports an invalid URL as a usage error.
func placeError(err error) error {
	if _, bad := errors.AsType[*address.Error](err); bad {
		return asUsage(err)
	}
	return err
}

// A usageError reports wrong usage of the command line.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// told tells what was done, unless err is an error, and returns err.
func (c *call) told(err error, done view.Messages) error {
	if err == nil {
		c.Tell(done)
	}
	return err
}

// Errors that only set the exit code: the messages are printed already.
var (
	errPartly      = errors.New("part of the work failed")
	errReported    = errors.New("reported already")
	errInterrupted = errors.New("interrupted")
)

// partly returns the error of a command, nil unless some work failed. It means exit 3 if other work
// was done, otherwise 1. The failures are reported already.
func partly(failed, done bool) error {
	switch {
	case !failed:
		return nil
	case done:
		return errPartly
	}
	return errReported
}

// tell writes err to stderr, unless this is done already, and returns its exit code.
func (p *program) tell(err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errPartly):
		return exitPartly
	case errors.Is(err, errReported):
		return exitFailed
	}
	if bad, ok := errors.AsType[app.BadURLsError](err); ok {
		for _, err := range bad {
			p.Error(err)
		}
		return exitUsage
	}
	p.Error(err)
	if _, isUsage := errors.AsType[*usageError](err); isUsage {
		return exitUsage
	}
	return exitFailed
}
