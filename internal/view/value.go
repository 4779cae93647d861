package view

import (
	"fmt"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A Shown is a value that tables show in another form, or in a style.
type Shown struct {
	Value    any // in JSON and templates; nil: it is not there
	Text     any // in tables; nil: the value
	Terminal any // in tables of a terminal, perhaps an [Ago] or a [Name]; nil: as in others
	Style    term.Style
}

// An Ago is a time in the past: how long ago it was.
type Ago time.Time

// Text says how long ago it was.
func (a Ago) Text(now time.Time) string {
	switch d := now.Sub(time.Time(a)); {
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

// A Name is a feed: its title, or what tells it apart from others with that title.
type Name struct {
	Feed  int64
	Title string
}

// styled is a value in a style.
func styled(style term.Style, value any) Shown { return Shown{Value: value, Style: style} }

// in is the value in a style.
func (s Shown) in(style term.Style) Shown {
	s.Style = style
	return s
}

// ago is a time in the past: for a person how long ago it was.
func ago(t time.Time) Shown {
	if t.IsZero() {
		return Shown{Value: t}
	}
	return Shown{Value: t, Text: RFC3339(t), Terminal: Ago(t)}
}

// moment is a time to the minute for a person.
func moment(t time.Time) Shown {
	return Shown{Value: t, Text: RFC3339(t), Terminal: minute(t)}
}

func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// RFC3339 is a time for programs, "" for the zero time.
func RFC3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// link is a URL, for a person without the scheme that most have.
func link(url string) Shown { return Shown{Value: url, Terminal: address.Short(url)} }

// links are URLs, for a person without the scheme that most have.
func links(urls []string) Shown {
	var short []string
	for _, url := range urls {
		short = append(short, address.Short(url))
	}
	return Shown{Value: urls, Text: strings.Join(urls, " "), Terminal: strings.Join(short, " ")}
}

// orNull is a value that is null in JSON where it is the zero value.
func orNull[V comparable](v V) any {
	var zero V
	if v == zero {
		return (*V)(nil)
	}
	return v
}

// orNothing is text that JSON leaves out where it is empty.
func orNothing(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// emphasis is the style of what is unread, or is not.
func emphasis(unread bool) term.Style {
	if unread {
		return term.Unread
	}
	return term.Plain
}
