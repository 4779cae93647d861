package main

import (
	"errors"
	"fmt"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/view"
)

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
	var usage *usageError
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
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailed
}
