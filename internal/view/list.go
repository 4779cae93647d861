// Package view says what people and programs see of results: lists of them with their
// columns, posts as lines, and what happened in words. It prints nothing: package show
// prints lists and messages, and the reader draws what it takes from here.
package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A List says how results of one kind are printed: on a terminal as a table, in a pipe as
// lines with tabs, as objects of JSON, by a template.
type List[T any] struct {
	Fields   []Field[T] // in the order of JSON
	Pipe     string     // the keys of the columns of a table; "" for all
	Terminal string     // the same on a terminal; "" for those in a pipe
	// Below returns a line below a row on a terminal of a width; nil for none.
	Below func(of T, width int) []term.Cell
}

// A Field is what is printed of a result under one key.
type Field[T any] struct {
	Key    string
	Column term.Column // of a table
	Value  func(T) any // text, a number, a bool, a time, a list of text, a [Display], or nil for nothing in JSON
}

// A Row holds the values of a result by their keys.
type Row []Value

// A Value is a value of a result.
type Value struct {
	Key   string
	Value any
	Style term.Style // of the key among facts, if it is not as others
}

// Row returns all values of a result.
func (l List[T]) Row(of T) (row Row) {
	for _, f := range l.Fields {
		row = append(row, Value{Key: f.Key, Value: f.Value(of)})
	}
	return row
}

// Rows returns the values of results, never nil.
func (l List[T]) Rows(all []T) []Row {
	rows := []Row{}
	for _, v := range all {
		rows = append(rows, l.Row(v))
	}
	return rows
}

// Table returns the fields that are columns of a table, in their order there.
func (l List[T]) Table(onTerminal bool) (fields []Field[T]) {
	keys := l.Pipe
	if onTerminal {
		keys = cmp.Or(l.Terminal, l.Pipe)
	}
	if keys == "" {
		return l.Fields
	}
	for key := range strings.FieldsSeq(keys) {
		i := slices.IndexFunc(l.Fields, func(f Field[T]) bool { return f.Key == key })
		if i >= 0 { // a test finds keys that are not there
			fields = append(fields, l.Fields[i])
		}
	}
	return fields
}

// Names are those of the columns in a pipe.
func (l List[T]) Names() (names []string) {
	for _, f := range l.Table(false) {
		names = append(names, cmp.Or(f.Column.Name, strings.ToLower(f.Column.Title), f.Key))
	}
	return names
}

// fieldsOf are the fields of a list for results that have a part of which it is, and their
// own ones: in place of those with the same keys, or behind them.
func fieldsOf[Outer, T any](l List[T], part func(Outer) T, own []Field[Outer]) (fields []Field[Outer]) {
	for _, f := range l.Fields {
		fields = append(fields, Field[Outer]{f.Key, f.Column, func(v Outer) any { return f.Value(part(v)) }})
	}
	for _, f := range own {
		if i := slices.IndexFunc(fields, func(o Field[Outer]) bool { return o.Key == f.Key }); i >= 0 {
			fields[i].Value = f.Value
		} else {
			fields = append(fields, f)
		}
	}
	return fields
}

// A Display is a value that tables show in another form, or in a style.
type Display struct {
	Value    any // in JSON and templates; nil: it is not there
	Text     any // in tables; nil: the value
	Terminal any // in tables of a terminal, perhaps a [PastTime] or a [FeedName]; nil: as in others
	Style    term.Style
}

// A PastTime is a time in the past: how long ago it was.
type PastTime time.Time

// Text says how long ago it was, "" for the zero time.
func (a PastTime) Text(now time.Time) string {
	switch d := now.Sub(time.Time(a)); {
	case time.Time(a).IsZero():
		return ""
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

// A FeedName is a feed: its title, or what tells it apart from others with that title.
type FeedName struct {
	Feed  int64
	Title string
}

// inStyle is a value in a style.
func inStyle(style term.Style, value any) Display { return Display{Value: value, Style: style} }

// ago is a time in the past: for a person how long ago it was.
func ago(t time.Time) Display { return Display{Value: t, Text: RFC3339(t), Terminal: PastTime(t)} }

// minute is a time for a person.
func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// RFC3339 is a time for programs, "" for the zero time.
func RFC3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// link is a URL, for a person without the scheme that most have.
func link(url string) Display { return Display{Value: url, Terminal: address.ShortURL(url)} }

// links are URLs, for a person without the scheme that most have.
func links(urls []string) Display {
	var short []string
	for _, url := range urls {
		short = append(short, address.ShortURL(url))
	}
	return Display{Value: urls, Text: strings.Join(urls, " "), Terminal: strings.Join(short, " ")}
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
