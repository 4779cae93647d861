// Package view decides what people and programs see of results: lists with their columns, posts
// as lines, and messages in words. It prints nothing: package show prints lists and messages,
// and the full-screen reader draws them.
//
// A list is named for what it lists: [Entries], [FoundPages]. A function that returns [Messages]
// is named for what they report: [Removed], [NothingDue].
package view

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
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
	Pipe     string     // the keys of the columns in a pipe; "" for all
	Terminal string     // the keys of the columns on a terminal; "" for the same as in a pipe
	Plain    string     // the same on a plain terminal; "" for those of Terminal
	None     string     // the message on a terminal if there are no results
	// Below returns a line below a row on a terminal of a width; nil for none.
	Below func(of T, width int) []term.Cell
}

// A Field is one value of each result, printed under one key.
type Field[T any] struct {
	Key    string
	Column term.Column // of a table
	Value  func(T) any // text, a number, a bool, a time, [Texts], a [Display], or nil for nothing in JSON
}

// A Row holds the values of a result by their keys.
type Row []Value

// A Value is a value of a result.
type Value struct {
	Key   string
	Value any
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

// MarshalJSON implements json.Marshaler: a row is an object, its keys in their order, without nil. A
// list is never null, an unknown time always is.
func (r Row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	separator := '{'
	for _, v := range r {
		value := v.Value
		if s, ok := value.(Display); ok {
			value = s.Value
		}
		if value == nil {
			continue
		}
		fmt.Fprintf(&b, "%c%q:", separator, v.Key)
		separator = ','
		switch t, isTime := value.(time.Time); {
		case isTime && t.IsZero():
			value = nil
		case isTime:
			value = RFC3339(t)
		case reflect.ValueOf(value).Kind() == reflect.Slice && reflect.ValueOf(value).IsNil():
			value = []any{}
		}
		if err := enc.Encode(value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
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
		if i >= 0 { // a test finds keys without a field
			fields = append(fields, l.Fields[i])
		}
	}
	return fields
}

// Names returns the names of the columns in a pipe.
func (l List[T]) Names() (names []string) {
	for _, f := range l.Table(false) {
		names = append(names, cmp.Or(f.Column.Name, strings.ToLower(f.Column.Title), f.Key))
	}
	return names
}

// fieldsOf returns the fields of a list for results that contain a T, and their own fields: an own
// field replaces the value of the field with its key, or stands behind the others.
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
	Value    any // in JSON and templates; nil: there is no such key
	Text     any // in tables; nil: the value
	Terminal any // in tables of a terminal, perhaps a [PastTime] or a [FeedName]; nil: as in other tables
	Style    term.Style
}

// Texts are a value of several texts. In tables and by templates they are printed as "a,b".
type Texts []string

func (t Texts) String() string { return strings.Join(t, ",") }

// A PastTime is a time in the past, shown as how long ago it was.
type PastTime time.Time

// Text says how long before now the time was, "" for the zero time.
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

// A FeedName is a feed, shown by its title or, if others have that title too, by a distinct
// name.
type FeedName struct {
	Feed  int64
	Title string
}

// inStyle returns a value in a style.
func inStyle(style term.Style, value any) Display { return Display{Value: value, Style: style} }

// ago returns a time in the past, which a terminal shows as how long ago it was.
func ago(t time.Time) Display { return Display{Value: t, Text: RFC3339(t), Terminal: PastTime(t)} }

// minute returns a time for people.
func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// RFC3339 returns a time for programs, "" for the zero time.
func RFC3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// link returns a URL, which a terminal shows without the scheme gemini.
func link(url string) Display { return Display{Value: url, Terminal: address.ShortURL(url)} }

// links returns URLs, which a terminal shows without the scheme gemini.
func links(urls []string) Display {
	var short []string
	for _, url := range urls {
		short = append(short, address.ShortURL(url))
	}
	return Display{Value: Texts(urls), Text: strings.Join(urls, " "), Terminal: strings.Join(short, " ")}
}

// orNull returns a value. For the zero value JSON has null, and a table nothing.
func orNull[V comparable](v V) any {
	var zero V
	if v == zero {
		return Display{Value: (*V)(nil), Text: ""}
	}
	return v
}

// orNothing returns a text, nil for "": JSON then leaves it out.
func orNothing(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// emphasis returns the style of unread or of read things.
func emphasis(unread bool) term.Style { return map[bool]term.Style{true: term.Unread}[unread] }
