package tui

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/store"
)

// Of a very long list the beginning is read, in order. At its end the list says how many
// entries follow, and what to do.
func TestLongList(t *testing.T) {
	t.Parallel()
	const entries = mostRows + 7
	path := filepath.Join(t.TempDir(), "gemsub.db")
	s, err := store.Open(t.Context(), path, func() time.Time { return morning })
	if err != nil {
		t.Fatal(err)
	}
	f := &feed.Feed{ID: "gemini://long.example/", Title: "Long", Updated: morning}
	for i := range entries {
		id := fmt.Sprintf("gemini://long.example/%05d", i)
		f.Entries = append(f.Entries, feed.Entry{ID: id, Link: id, Title: fmt.Sprint("Entry ", i), Updated: morning.Add(-time.Duration(i/3) * time.Hour)})
	}
	check := &store.Check{Subscription: &store.Subscription{URL: f.ID, Backlog: new(10)}, CheckedAt: morning, State: store.StateOK, Feed: f}
	if err := s.Commit(t.Context(), store.Batch{Checks: []*store.Check{check}}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	a, err := app.Open(t.Context(), path, app.Environment{Now: func() time.Time { return morning }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := newReader(t.Context(), open(t, 80, 24).screen, Options{App: a, Views: func() []View { return nil }})
	l := r.newList(place{title: allPlace})
	r.openList(l)
	all, err := l.read(t.Context(), l.query)
	if err != nil {
		t.Fatal(err)
	}
	l.replace(all)
	for i, e := range l.rows[1:] {
		if !l.rows[i].Precedes(e.Entry) {
			t.Fatalf("%s follows %s", e.Title, l.rows[i].Title)
		}
	}
	if r.move(0); r.messages.last != "" || l.position() != "1/5007" {
		t.Errorf("at the beginning: %q, %s", r.messages.last, l.position())
	}
	r.move(mostRows)
	if want := "7 more entries are not listed; F lists a feed or tag, / searches"; r.messages.last != want || len(l.rows) != mostRows {
		t.Errorf("at the end of %d rows: %q", len(l.rows), r.messages.last)
	}
	if l.position() != "5000/5007" {
		t.Errorf("the end is at %s", l.position())
	}
	last, _ := l.current()
	first := l.rows[0].Entry
	less := listing{slices.Clone(all.rows[1:]), 7}
	if err := r.keep(t.Context(), l, &less, []model.Entry{first, last.Entry, {ID: 1 << 40}}); err != nil {
		t.Fatal(err)
	}
	l.replace(less)
	if now, _ := l.current(); now.ID != last.ID || l.rows[0].ID != first.ID || len(l.rows) != mostRows {
		t.Errorf("the cursor went from %s to %s in %d rows", last.Title, now.Title, len(l.rows))
	}
	if err := a.SetReaderPlace(t.Context(), model.ReaderPlace{Title: allPlace, Entry: last.ID}); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, reader: newReader(t.Context(), r.screen, r.Options)}
	d.resume()
	if position := d.list().position(); position != "201" {
		t.Errorf("before it is counted: %s", position)
	}
	for ; len(d.list().rows) < mostRows; d.settle() {
		if e, _ := d.list().current(); e.ID != last.ID {
			t.Errorf("with %d rows the cursor is at %s", len(d.list().rows), e.Title)
		}
	}
	if e, _ := d.list().current(); e.ID != last.ID {
		t.Errorf("at last the cursor is at %s", e.Title)
	}
}
