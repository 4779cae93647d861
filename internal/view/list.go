// Package view says what people and programs see of results: lists of them with their
// columns, posts as lines, and what happened in words. It prints nothing: package show
// prints lists and messages, and the reader draws what it takes from here.
package view

import (
	"cmp"
	"slices"
	"strings"

	"gemsub/internal/term"
)

// A List says how results of one kind are printed: on a terminal as a table, in a pipe as
// lines with tabs, as objects of JSON, by a template.
type List[T any] struct {
	Fields         []Field[T] // in the order of JSON
	Terminal, Pipe string     // the keys of the columns of a table; "" for all
	// Below returns a line below a row on a terminal of a width; nil for none.
	Below func(of T, width int) []term.Cell
}

// A Field is what is printed of a result under one key.
type Field[T any] struct {
	Key    string
	Column term.Column // of a table
	Value  func(T) any // text, a number, a bool, a time, a list of text, a [Shown], or nil for nothing in JSON
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
		keys = l.Terminal
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

// fieldsOf are the fields of a list for results that contain one of that list.
func fieldsOf[Outer, T any](l List[T], part func(Outer) T) (fields []Field[Outer]) {
	for _, f := range l.Fields {
		fields = append(fields, Field[Outer]{f.Key, f.Column, func(v Outer) any { return f.Value(part(v)) }})
	}
	return fields
}
