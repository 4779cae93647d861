package store

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSetInterval(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 0, "A")))
	want := subscriptions(t, s, SubscriptionFilter{})
	set := func(interval time.Duration, next time.Time) {
		t.Helper()
		if err := s.SetInterval(t.Context(), id, interval, next); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
			t.Errorf("interval %v, next %v (-want +got):\n%s", interval, next, diff)
		}
	}
	want[0].Interval, want[0].NextCheckAt = 6*time.Hour, start.Add(5*time.Hour)
	set(6*time.Hour+time.Millisecond, start.Add(5*time.Hour))
	want[0].Interval = 0
	set(0, time.Time{})

	if err := s.SetInterval(t.Context(), id+1, time.Hour, start); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("no such subscription: %v", err)
	}
}

// A database from before rhythms were kept reads its pages once more, but for
// those of which any reading is a new entry.
func TestMigrateTimetable(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, format := range []string{"gemtext", "page"} {
		commit(t, s, Check{
			New:       &NewSubscription{URL: "gemini://a.example/" + format, Format: format},
			CheckedAt: start, State: StateOK, Digest: "d", Feed: page(post("a.gmi", 0, "A")),
		})
	}
	_, err := s.db.ExecContext(t.Context(), `
		ALTER TABLE subscription DROP COLUMN interval;
		ALTER TABLE subscription DROP COLUMN rhythm`)
	if err != nil {
		t.Fatal(err)
	}
	script, err := migrations.ReadFile("migrations/003_timetable.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.ExecContext(t.Context(), string(script)); err != nil {
		t.Fatal(err)
	}
	subs := subscriptions(t, s, SubscriptionFilter{})
	if subs[0].Digest != "" || subs[1].Digest != "d" {
		t.Errorf("digests %q and %q, want none and d", subs[0].Digest, subs[1].Digest)
	}
}
