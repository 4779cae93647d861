package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// untilSignal calls do, whose context ends with the first interrupt, request to
// terminate or loss of the terminal; a second one ends the program at once. It
// returns the exit code.
//
// Where such a signal kept do from its work the program ends by that signal, as
// if it had not been caught: shells say 128 and its number, and stop their loops.
func untilSignal(do func(context.Context) int) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals, caught := make(chan os.Signal, 1), make(chan os.Signal, 1)
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	signal.Notify(signals, ends...)
	go func() {
		caught <- <-signals
		signal.Reset(ends...)
		cancel()
	}()
	code := do(ctx)
	if code == exitOK || ctx.Err() == nil {
		return code
	}
	return endBy((<-caught).(syscall.Signal))
}

// endBy ends the program by a signal. Should that take too long, it returns the
// exit code that says the same.
func endBy(s syscall.Signal) int {
	if err := syscall.Kill(syscall.Getpid(), s); err == nil {
		time.Sleep(time.Second)
	}
	return 128 + int(s)
}
