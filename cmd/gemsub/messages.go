package main

import (
	"errors"
	"fmt"

	"gemsub/internal/address"
	"gemsub/internal/app"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command could not do its work
	exitUsage  = 2 // wrong usage; nothing went to stdout
	exitPartly = 3 // the work was done, but not for every feed
)

// asUsage makes a usage error of a parser's error.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// placeError makes wrong usage of an invalid URL.
func placeError(err error) error {
	if _, bad := errors.AsType[*address.Error](err); bad {
		return asUsage(err)
	}
	return err
}

// A usageError reports a command line that makes no sense.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// done says what was done, unless err says why it was not.
func (c *call) done(err error, format string, args ...any) error {
	if err == nil {
		c.Say(format, args...)
	}
	return err
}

// Errors for an exit code alone: the messages are printed already.
var (
	errPartly      = errors.New("part of the work failed")
	errReported    = errors.New("reported already")
	errInterrupted = errors.New("interrupted")
)

// partly is the error of a command of which something failed, but not all where some of it
// was done. What failed was told.
func partly(failed, done bool) error {
	switch {
	case !failed:
		return nil
	case done:
		return errPartly
	}
	return errReported
}

// tell writes err to stderr and returns the exit code it stands for.
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
