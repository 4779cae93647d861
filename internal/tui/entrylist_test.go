package tui

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/store"
)

// A list longer than what is kept of one is seen whole, in both directions.
func TestLongList(t *testing.T) {
	t.Parallel()
	const entries = mostRows + 3*pageSize + 7
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
	check := store.Check{New: &store.NewSubscription{URL: f.ID, Unread: 10}, CheckedAt: morning, State: store.StateOK, Feed: f}
	if _, err := s.Commit(t.Context(), store.Batch{Checks: []store.Check{check}}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	a, err := app.Open(t.Context(), path, app.Environment{Now: func() time.Time { return morning }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	l := newList("All", app.EntryQuery{})
	if err := l.first(t.Context(), a, false); err != nil {
		t.Fatal(err)
	}
	walk := func(by int) {
		t.Helper()
		for range entries - 1 {
			before, _ := l.current()
			l.at += by
			if err := l.reach(t.Context(), a, 20); err != nil {
				t.Fatal(err)
			}
			l.fit(len(l.rows), 20)
			now, _ := l.current()
			if by > 0 && !before.Precedes(now) || by < 0 && !now.Precedes(before) || len(l.rows) > mostRows {
				t.Fatalf("%s follows %s, %d rows are kept", now.Title, before.Title, len(l.rows))
			}
		}
	}
	walk(1)
	if e, _ := l.current(); e.Title != fmt.Sprint("Entry ", entries-1) || !l.ends {
		t.Errorf("the last is %s", e.Title)
	}
	if found, err := l.findUnread(t.Context(), a, true); !found || err != nil {
		t.Errorf("no unread entry was found: %v", err)
	}
	if e, _ := l.current(); e.Title != "Entry 9" {
		t.Errorf("the unread entry nearest to the end is %s", e.Title)
	}
	if err := l.first(t.Context(), a, true); err != nil {
		t.Fatal(err)
	}
	walk(-1)
	if e, _ := l.current(); !strings.HasSuffix(e.Title, " 0") || !l.begins {
		t.Errorf("the first is %s", e.Title)
	}
}
