package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// manyFeeds has so many subscriptions, of which one transaction may change 30.
func manyFeeds(t *testing.T, n int) (*Store, map[int64]time.Time) {
	t.Helper()
	s := newStore(t)
	s.db.SetMaxOpenConns(1) // whose transactions are counted
	var wanted []NewSubscription
	for i := range n {
		wanted = append(wanted, NewSubscription{URL: fmt.Sprintf("gemini://capsule-%d.example/", i), Tags: []string{"a"}})
	}
	if _, err := s.Subscribe(t.Context(), wanted); err != nil {
		t.Fatal(err)
	}
	s.pace = paceOf(90)
	feeds := map[int64]time.Time{}
	for _, sub := range subscriptions(t, s, SubscriptionFilter{}) {
		feeds[sub.ID] = time.Time{}
	}
	return s, feeds
}

// Many subscriptions are set in parts, and undone in parts.
func TestSetInParts(t *testing.T) {
	t.Parallel()
	s, feeds := manyFeeds(t, 200)
	before := writeOut(t, s)
	parts := countRows(t, s.db, "subscription")
	if err := s.Set(t.Context(), feeds, setAll()); err != nil {
		t.Fatal(err)
	}
	if n := len(*parts); n != 7 {
		t.Errorf("%d transactions", n)
	}
	if list, err := s.Changes(t.Context()); err != nil || len(list) != 1 || list[0].Feeds != 200 {
		t.Errorf("changes %+v, error %v", list, err)
	}
	if after := subscriptions(t, s, SubscriptionFilter{}); !slices.Equal(after[199].Tags, []string{"z"}) || after[199].Interval != day {
		t.Errorf("the last is %+v", after[199])
	}
	undone(t, s)
	if most := slices.Max(*parts); most > 4*30 { // statements that set one
		t.Errorf("subscriptions by transaction: %v", *parts)
	}
	if writeOut(t, s) != before {
		t.Error("not as before")
	}
	checkNothingRecorded(t, s)
}

// What was set when something stopped it can be undone.
func TestSetStopped(t *testing.T) {
	t.Parallel()
	s, feeds := manyFeeds(t, 100)
	before := writeOut(t, s)
	exec := func(query string) {
		t.Helper()
		if _, err := s.db.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TRIGGER broken BEFORE UPDATE ON subscription WHEN OLD.id = 70 BEGIN SELECT RAISE(ABORT, 'broken by the test'); END`)
	if err := s.Set(t.Context(), feeds, setAll()); err == nil {
		t.Fatal("not broken off")
	}
	exec(`DROP TRIGGER broken`)
	if writeOut(t, s) == before {
		t.Error("nothing was set")
	}
	undone(t, s)
	if writeOut(t, s) != before {
		t.Error("not as before")
	}
}

// Where one subscription is unknown, none is set.
func TestSetUnknown(t *testing.T) {
	t.Parallel()
	s, feeds := manyFeeds(t, 100)
	before := writeOut(t, s)
	feeds[999] = time.Time{}
	if err := s.Set(t.Context(), feeds, setAll()); !errors.Is(err, sql.ErrNoRows) || err.Error() != "set subscription 999: sql: no rows in result set" {
		t.Errorf("error %v", err)
	}
	if writeOut(t, s) != before {
		t.Error("some are set")
	}
}
