// Package show puts results into words and columns: tables for a terminal,
// tab-separated lines for a pipe, JSON, templates, messages and hints. It knows
// neither the database nor what brought the results about.
//
// Data goes to standard output and nothing else does. Everything else goes to
// standard error: messages begin with "gemsub: ", lower case, without a full
// stop; lines that say what to try begin with "hint: ". All of it is one line
// each and safe for a terminal, whatever a capsule sent.
package show

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"gemsub/internal/term"
)

// A Printer writes results and messages.
type Printer struct {
	Out, Err *term.Output
	Now      func() time.Time
}

// Say writes a message to standard error.
func (p *Printer) Say(format string, args ...any) {
	p.line("gemsub: ", term.Plain, format, args...)
}

// Hint writes a line that says what to try.
func (p *Printer) Hint(format string, args ...any) {
	p.line("hint: ", term.Cyan, format, args...)
}

// Error writes an error, and what to try if it says so.
func (p *Printer) Error(err error) {
	p.Say("%v", err)
	if hint := HintOf(err); hint != "" {
		p.Hint("%s", hint)
	}
}

// HintOf is what an error says to try, "" for nothing.
func HintOf(err error) string {
	if hinted, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return hinted.Hint()
	}
	return ""
}

// userInfo finds what stands before the host of a URL, such as a password: messages
// never repeat it.
var userInfo = regexp.MustCompile(`//[^/?#\s"']*@`)

// line is never cut: a message may be the only trace of what went wrong.
func (p *Printer) line(prefix string, style term.Style, format string, args ...any) {
	text := prefix + p.Err.Text(userInfo.ReplaceAllString(fmt.Sprintf(format, args...), "//…@"))
	_, _ = fmt.Fprintln(p.Err, p.Err.Styled(style, text)) // nowhere left to complain
}
