// Package show prints results: tables for a terminal, tab-separated lines for a pipe,
// JSON, templates, messages and hints. It knows neither the database nor the commands.
//
// Only data goes to standard output. Messages and hints go to standard error: a message begins
// with "gemsub: ", in lower case and without a full stop; a hint, which says what to try, begins
// with "hint: ". Each is one line and safe for a terminal, whatever a capsule sent.
package show

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"text/template"
	"time"

	"gemsub/internal/term"
	"gemsub/internal/view"
)

// A Printer writes results and messages.
type Printer struct {
	Out, Err *term.Output
	Now      func() time.Time
	JSON     bool               // results are objects, one a line
	Template *template.Template // prints results unless it is nil, or JSON is set
	Names    map[int64]string   // of feeds that a table does not call by their titles
	Progress *term.Progress     // on a terminal
}

// NewPrinter returns a Printer that writes above a line of progress on err, if this is a terminal.
func NewPrinter(out, err *term.Output, now func() time.Time) *Printer {
	progress := term.NewProgress(err, now)
	out.Progress, err.Progress = progress, progress
	return &Printer{Out: out, Err: err, Now: now, Progress: progress}
}

// feedName returns the name of a feed in tables, from its number and title.
func (p *Printer) feedName(id int64, title string) string { return cmp.Or(p.Names[id], title) }

// Say writes a message to standard error.
func (p *Printer) Say(format string, args ...any) {
	p.line("gemsub: ", term.Plain, format, args...)
}

// Tell writes messages.
func (p *Printer) Tell(all view.Messages) {
	for _, m := range all {
		switch {
		case m.TerminalOnly && !p.Err.IsTerminal():
		case m.Hint:
			p.Hint("%s", m.Text)
		default:
			p.Say("%s", m.Text)
		}
	}
}

// Hint writes a line that says what to try.
func (p *Printer) Hint(format string, args ...any) {
	p.line("hint: ", term.Cyan, format, args...)
}

// Error writes an error, the candidates that it may list, each on a line, and its
// hint if it has one.
func (p *Printer) Error(err error) {
	p.Say("%v", err)
	var several interface{ Candidates() []string }
	if errors.As(err, &several) {
		for _, line := range several.Candidates() {
			p.Say("%s", line)
		}
	}
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) {
		p.Hint("%s", hinted.Hint())
	}
}

// line writes a message to standard error, without the user information of URLs, such as
// passwords. It does not cut the text: a message may be the only trace of what went wrong.
func (p *Printer) line(prefix string, style term.Style, format string, args ...any) {
	userInfo := regexp.MustCompile(`//[^/?#\s"']*@`)
	text := prefix + p.Err.Text(userInfo.ReplaceAllString(fmt.Sprintf(format, args...), "//…@"))
	_, _ = fmt.Fprintln(p.Err, p.Err.Styled(style, text)) // an error of standard error cannot be reported
}
