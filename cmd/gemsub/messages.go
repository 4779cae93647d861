package main

import (
	"errors"
	"fmt"

	"gemsub/internal/term"
)

// Rules for output: data goes to stdout and nothing else does. Everything else
// goes to stderr: messages begin with "gemsub: ", lower case, without a full
// stop; lines that say what to try begin with "hint: ". All of it is one line
// each and safe for a terminal, whatever a capsule sent.

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command could not do its work
	exitUsage  = 2 // wrong usage; nothing went to stdout
	exitPartly = 3 // the work was done, but not for every feed
)

// A usageError reports a command line that makes no sense.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// A hintedError is an error with a line that says what to try.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// Errors that carry nothing but an exit code: all was told before.
var (
	errPartly      = errors.New("part of the work failed")
	errTold        = errors.New("told already")
	errInterrupted = errors.New("interrupted")
)

// tell writes err to stderr and returns the exit code it stands for.
func (p *program) tell(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errPartly):
		return exitPartly
	case errors.Is(err, errTold):
		return exitFailed
	}
	p.say("%v", err)
	var hinted *hintedError
	if errors.As(err, &hinted) {
		p.hint("%s", hinted.hint)
	}
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailed
}

// say writes a message to stderr.
func (p *program) say(format string, args ...any) {
	p.line("gemsub: ", term.Plain, format, args...)
}

// hint writes a line that says what to try.
func (p *program) hint(format string, args ...any) {
	p.line("hint: ", term.Cyan, format, args...)
}

// line is never cut: a message may be the only trace of what went wrong.
func (p *program) line(prefix string, style term.Style, format string, args ...any) {
	text := prefix + p.err.Text(fmt.Sprintf(format, args...))
	_, _ = fmt.Fprintln(p.err, p.err.Styled(style, text)) // nowhere left to complain
}
