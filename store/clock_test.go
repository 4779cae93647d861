package store

import (
	"errors"
	"testing"
	"time"

	"gemsub/feed"
)

// ranAt stores a run that reached a capsule at a time, which is then the time.
func ranAt(t *testing.T, s *Store, at time.Time) {
	t.Helper()
	s.now = func() time.Time { return at }
	fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{Reached: true})))
}

// The clock is trusted if it is not before the last check, nor over 90 days after it. Each run sets
// the last check, forwards or back.
func TestClock(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	trusted := func(at time.Time, want bool) {
		t.Helper()
		s.now = func() time.Time { return at }
		if c, err := s.Clock(t.Context()); c.Trusted != want || err != nil {
			t.Errorf("at %v: %+v, %v", at, c, err)
		}
	}
	trusted(time.Unix(0, 0), true) // no run yet
	ranAt(t, s, start)
	trusted(start.Add(-time.Minute), false)
	trusted(start.Add(90*day), true)
	trusted(start.Add(90*day+time.Minute), false)
	ranAt(t, s, start.Add(20*365*day))
	trusted(start, false)
	ranAt(t, s, start)
	trusted(start, true)
}

// A removal by a clock of 1970 can be undone when the clock is right again, and a command by one that
// is ahead forgets no change. After a run that set the clock right nothing expires for 30 days.
func TestWrongClockKeepsChanges(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	has := func(at time.Time, want int) {
		t.Helper()
		s.now = func() time.Time { return at }
		if list, err := s.Changes(ctx); len(list) != want || err != nil {
			t.Errorf("at %v: %d changes, %v, want %d", at, len(list), err, want)
		}
	}
	ranAt(t, s, start)
	s.now = func() time.Time { return time.Unix(0, 0) }
	fine(t)(nil, s.Remove(ctx, []int64{1}))
	has(start.Add(time.Hour), 1)
	fine(t)(s.Undo(ctx, 0))

	fine(t)(s.Tag(ctx, []int64{1}, "old"))
	s.now = func() time.Time { return start.Add(40 * day) }
	fine(t)(s.Tag(ctx, []int64{1}, "ahead"))
	has(start.Add(time.Hour), 2)

	ranAt(t, s, start.Add(20*365*day)) // this clock is wrong
	has(start.Add(20*365*day), 2)
	ranAt(t, s, start.Add(day))
	has(start.Add(day), 2)
	ranAt(t, s, start.Add(80*day))
	has(start.Add(80*day), 0)
	if _, err := s.Undo(ctx, 0); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undone: %v", err)
	}
}

// An entry that is dated ahead of its first sight counts as undated: pruned, it would come back. So
// would one of a later hour of today.
func TestPruneOfDatesAhead(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	p := page(post("ahead.gmi", 0, "Ahead"), post("today.gmi", 0, "Today"), post("old.gmi", 0, "Old"))
	for i, after := range []time.Duration{40 * day, 2 * time.Hour, -5 * day} {
		p.Entries[i].Updated = start.Add(after)
	}
	id := subscribe(t, s, p)
	fine(t)(s.SetUnread(t.Context(), EntryFilter{}, false))
	prune := func(want int) {
		t.Helper()
		if n, err := s.Prune(t.Context(), EntryFilter{Before: start.Add(365 * day)}); n != want || err != nil {
			t.Errorf("pruned %d, %v, want %d", n, err, want)
		}
		if c := commit(t, s, Check{Subscription: byID(id), CheckedAt: s.now(), State: StateOK, Feed: &feed.Feed{ID: p.ID, Title: p.Title, Entries: p.Entries}})[0]; c.Added > 0 {
			t.Errorf("%d entries came back", c.Added)
		}
	}
	prune(1)
	s.now = func() time.Time { return start.Add(50 * day) }
	prune(1)
}
