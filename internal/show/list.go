package show

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A list says how results of one kind are printed: on a terminal as a table, in a pipe
// as lines with tabs, with --json as objects, by a template.
type list struct {
	fields         []field // the keys of JSON, in this order
	terminal, pipe string  // the keys of the columns; "" for all
}

// A field is what is printed of a result under one key.
type field struct {
	key    string
	column term.Column // its head in a table
}

// keyed are fields that no table heads, given by their keys.
func keyed(keys string) (all []field) {
	for key := range strings.FieldsSeq(keys) {
		all = append(all, field{key: key})
	}
	return all
}

// A row holds the values of a result, one for each field of its list: text, a number, a
// bool, a time, a list of text, or a shown. JSON leaves out those that are nil.
type row []any

// A shown is a value that tables print as another text, or in a style.
type shown struct {
	value any // nil: not in JSON
	text  string
	style term.Style
}

// url is a URL, on a terminal without the scheme that most have.
func (p *Printer) url(url string, style term.Style) shown { return shown{url, p.shortURL(url), style} }

// styled is a value in a style.
func styled(style term.Style, value any) shown { return shown{value, inTable(value), style} }

// print prints results, each of which rowOf makes a row.
func print[T any](p *Printer, l list, all []T, rowOf func(T) row) error {
	w := l.writer(p)
	for _, v := range all {
		if err := w.row(rowOf(v)); err != nil {
			return err
		}
	}
	return w.flush()
}

// A listWriter prints one result after the other.
type listWriter struct {
	row   func(row) error
	flush func() error
	table *term.Table // nil for JSON
}

func (l list) writer(p *Printer) listWriter {
	if p.JSON {
		out := bufio.NewWriter(p.Out)
		return listWriter{row: func(r row) error { return WriteJSON(out, l.object(r)) }, flush: out.Flush}
	}
	places := l.places(l.pipe)
	if p.Out.IsTerminal() {
		places = l.places(l.terminal)
	}
	var columns []term.Column
	for _, i := range places {
		columns = append(columns, l.fields[i].column)
	}
	t := term.NewTable(p.Out, columns...)
	return listWriter{row: func(r row) error { return t.Row(cells(places, r)...) }, flush: t.Flush, table: t}
}

// places are where the fields of columns stand.
func (l list) places(columns string) (all []int) {
	for i := range l.fields {
		if columns == "" {
			all = append(all, i)
		}
	}
	for key := range strings.FieldsSeq(columns) {
		all = append(all, slices.IndexFunc(l.fields, func(f field) bool { return f.key == key }))
	}
	return all
}

// names are those of the columns in a pipe.
func (l list) names() (all []string) {
	for _, i := range l.places(l.pipe) {
		c := l.fields[i].column
		all = append(all, cmp.Or(c.Name, strings.ToLower(c.Title), l.fields[i].key))
	}
	return all
}

func cells(places []int, r row) (all []term.Cell) {
	for _, i := range places {
		s, ok := r[i].(shown)
		if !ok {
			s.text = inTable(r[i])
		}
		all = append(all, term.Cell{Text: s.text, Style: s.style})
	}
	return all
}

// fact is something that is known, for [Printer.facts].
func fact(name, value string) []term.Cell {
	return []term.Cell{{Text: name, Style: term.Dim}, {Text: value}}
}

// facts prints what is known of one thing, a value a line.
func (p *Printer) facts(all ...[]term.Cell) error {
	t := term.NewTable(p.Out, term.Column{}, term.Column{Min: 20, Wrap: true})
	for _, fact := range all {
		if fact[1].Text == "" {
			continue
		}
		if err := t.Row(fact...); err != nil {
			return err
		}
	}
	return t.Flush()
}

// inTable is a value as the text of a table: of a time the day.
func inTable(value any) string {
	switch v := value.(type) {
	case time.Time:
		return words.Date(v)
	case []string:
		return strings.Join(v, ",")
	}
	return fmt.Sprint(value)
}

// An object is a row as a JSON object.
type object struct {
	fields []field
	row    row
}

func (l list) object(r row) object { return object{l.fields, r} }

// objects are results as JSON objects, never null.
func objects[T any](l list, all []T, rowOf func(T) row) []object {
	objects := []object{}
	for _, v := range all {
		objects = append(objects, l.object(rowOf(v)))
	}
	return objects
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	separator := '{'
	for i, f := range o.fields {
		value := o.row[i]
		if s, ok := value.(shown); ok {
			value = s.value
		}
		if value == nil {
			continue
		}
		fmt.Fprintf(&b, "%c%q:", separator, f.key)
		separator = ','
		if err := enc.Encode(inJSON(value)); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// inJSON is a value as JSON has it: lists are never null, and unknown times are.
func inJSON(value any) any {
	switch v := value.(type) {
	case time.Time:
		return orNull(rfc3339(v))
	case []string:
		return append([]string{}, v...)
	}
	return value
}

// orNull is a value of JSON that is null where it is the zero value.
func orNull[V comparable](v V) any {
	var zero V
	if v == zero {
		return (*V)(nil)
	}
	return v
}

// orNothing is a value that JSON leaves out where it is empty.
func orNothing(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// WriteJSON writes v as one line that is safe on a terminal.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(term.CleanJSON(w))
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
