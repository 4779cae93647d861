package main

import (
	"errors"
	"strings"
	"testing"

	"gemsub/internal/term"
	"gemsub/store"
)

// What was read before an error is shown, though rows are written together.
func TestEntriesBeforeAnError(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := &program{out: term.NewOutput(&out, false)}
	table := p.entryTable()
	l := &entryList{print: func(e store.Entry) error { return table.Row(p.entryRow(e)...) }, flush: table.Flush}
	broken := errors.New("broken")
	n, err := l.show(func(yield func(store.Entry, error) bool) {
		_ = yield(store.Entry{ID: 7, Title: "Before"}, nil) && yield(store.Entry{}, broken)
	})
	if n != 1 || !errors.Is(err, broken) || !strings.Contains(out.String(), "Before") {
		t.Errorf("%d entries, error %v, output %q", n, err, &out)
	}
}
