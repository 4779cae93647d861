package tui

import (
	"context"
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

// A list has the beginning of what is selected, in order, and says that there is more.
func TestLongList(t *testing.T) {
	t.Parallel()
	const entries = maxListed + 7
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
	check := &store.Check{Subscription: &store.Subscription{URL: f.ID, Backlog: new(10)}, CheckedAt: morning, State: model.StateOK, Feed: f}
	if err := s.Commit(t.Context(), store.Batch{Checks: []*store.Check{check}}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	a, err := app.Open(t.Context(), path, app.Environment{Session: "reader", Now: func() time.Time { return morning }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.SetReaderPlace(t.Context(), model.ReaderPlace{Title: allPlace, Entry: entries - 2}); err != nil {
		t.Fatal(err)
	}
	other := open(t, 80, 24)
	d := &desk{t: t, term: other.term, reader: newReader(t.Context(), other.screen, Options{App: a, Views: func() map[string]app.EntryQuery { return nil }})}
	d.begin()
	d.settle()
	l := d.list()
	at := func(position string, row int64) {
		t.Helper()
		if e, _ := l.current(); l.position() != position || e.ID != entries+1-row {
			t.Errorf("at %s, entry %d, not at %s, entry %d", l.position(), e.ID, position, entries+1-row)
		}
		for i, e := range l.rows[1:] {
			if !l.rows[i].Precedes(e.Entry) {
				t.Fatalf("%s follows %s", e.Title, l.rows[i].Title)
			}
		}
	}
	at("3/500+", 3)
	d.press("G j")
	at("500/500+", 500)
	less := slices.Clone(l.rows[1:499])
	read := l.read
	l.read = func(context.Context, app.EntryQuery) ([]entryLine, error) { return less, nil }
	d.reload([]model.Entry{l.rows[0].Entry, l.rows[499].Entry, {ID: 1 << 40}})
	d.settle()
	l.read = read
	at("500/500+", 500)
	d.press(">")
	d.has("; entries that are not listed yet stay as they are")
	if _, err := a.MarkUnread(t.Context(), app.These(model.Entry{ID: 1}), true); err != nil { // the last, which is not listed
		t.Fatal(err)
	}
	d.press("a")
	if left := d.count(app.EntryFilter{UnreadOnly: true}); left != 0 {
		t.Errorf("%d entries are unread", left)
	}
	if err := a.SetReaderPlace(t.Context(), model.ReaderPlace{Title: allPlace, Entry: 1}); err != nil {
		t.Fatal(err)
	}
	d = &desk{t: t, reader: newReader(t.Context(), d.screen, d.Options)}
	d.begin()
	l = d.list()
	l.fit(d.height())
	at("500/500+", 500) // the end of what is listed
	d.settle()
}
