package show

import (
	"fmt"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// ago returns a time in the past: on a terminal how long ago it was, else in RFC 3339.
func (p *Printer) ago(t time.Time) string {
	if t.IsZero() || !p.Out.IsTerminal() {
		return rfc3339(t)
	}
	switch d := p.Now().Sub(t); {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 2*words.Day:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	default:
		return fmt.Sprintf("%dd ago", int(d/words.Day))
	}
}

// rfc3339 is a time for programs, "" for the zero time.
func rfc3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// shortURL returns a URL, on a terminal without the scheme that most URLs have.
func (p *Printer) shortURL(url string) string {
	if p.Out.IsTerminal() {
		return address.Short(url)
	}
	return url
}

// emphasis is the style of what is unread, or is not.
func emphasis(on bool) term.Style {
	if on {
		return term.Unread
	}
	return term.Plain
}
