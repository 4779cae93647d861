package show

import (
	"fmt"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// ago is a time in the past: on a terminal how long ago, else RFC 3339.
func (p *Printer) ago(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if !p.Out.IsTerminal() {
		return t.UTC().Format(time.RFC3339)
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

// shortURL leaves out on a terminal what most URLs have in common.
func (p *Printer) shortURL(url string) string {
	if p.Out.IsTerminal() {
		return address.Short(url)
	}
	return url
}

// emphasis is for what is unread.
func emphasis(on bool) term.Style {
	if on {
		return term.Bold
	}
	return term.Plain
}
