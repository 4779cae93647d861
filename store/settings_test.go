package store

import (
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/model"
)

func TestSet(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 0, "A")))
	want := subscriptions(t, s, SubscriptionFilter{})
	set := func(interval time.Duration, next time.Time) {
		t.Helper()
		if err := s.Set(t.Context(), map[int64]time.Time{id: next}, Settings{Interval: &interval}); err != nil {
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

	if err := s.Set(t.Context(), map[int64]time.Time{id + 1: start}, Settings{}); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("no such subscription: %v", err)
	}
}

// Each of several subscriptions gets the settings, and its own time when it is due.
func TestSetSeveral(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	want := subscriptions(t, s, SubscriptionFilter{})
	feeds := map[int64]time.Time{}
	for i := range want[:2] {
		want[i].Title, want[i].NextCheckAt = "Mine", start.Add(time.Duration(i+1)*time.Hour)
		feeds[want[i].ID] = want[i].NextCheckAt
	}
	fine(t)(nil, s.Set(t.Context(), feeds, Settings{Title: new("Mine")}))
	if diff := cmp.Diff(want, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Either all changes to a subscription are stored, or none.
func TestSetAllOrNothing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	want := subscriptions(t, s, SubscriptionFilter{})
	to := Settings{Title: new("Mine"), Interval: new(6 * time.Hour), URL: parseURL(t, want[1].URL)}
	err := s.Set(t.Context(), map[int64]time.Time{want[0].ID: start}, to)
	if taken, ok := errors.AsType[*TakenError](err); !ok || taken.Subscription.ID != want[1].ID {
		t.Errorf("the URL of another: %v", err)
	}
	if diff := cmp.Diff(want, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("something was stored (-want +got):\n%s", diff)
	}
	to.URL = parseURL(t, "gemini://elsewhere.example/")
	if err := s.Set(t.Context(), map[int64]time.Time{want[0].ID: start}, to); err != nil {
		t.Fatal(err)
	}
	got := subscriptions(t, s, SubscriptionFilter{})[0]
	if got.Title != "Mine" || got.Interval != 6*time.Hour || got.URL != to.URL.String() || !got.NextCheckAt.IsZero() {
		t.Errorf("got %+v", got)
	}
}

// Undo can restore all columns that Set changes, also those that are added to Settings later.
func TestUserColumns(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(10)}})[0].SubscriptionID
	to := Settings{
		Title: new("Mine"), Interval: new(6 * time.Hour), URL: parseURL(t, "gemini://elsewhere.example/"), Format: new("links"),
		IgnoreRobots: new(true), Posts: new(model.PostsAll), Backlog: new(3), Pause: new(true), Tag: []string{"a"},
	}
	for field, value := range reflect.ValueOf(to).Fields() {
		if value.IsZero() {
			t.Errorf("%s is not set here", field.Name)
		}
	}
	names := textsOf(t, s, `SELECT name FROM pragma_table_info('subscription')`)
	row := func() map[string]string {
		columns := map[string]string{}
		for _, name := range names {
			var value string
			if err := s.db.QueryRowContext(t.Context(), `SELECT COALESCE(`+name+`, '') FROM subscription`).Scan(&value); err != nil {
				t.Fatal(err)
			}
			columns[name] = value
		}
		return columns
	}
	before := row()
	if err := s.Set(t.Context(), map[int64]time.Time{id: start}, to); err != nil {
		t.Fatal(err)
	}
	known := append(userColumns(), "url", "folder", "digest", "next_check_at", "reach")
	for name, value := range row() {
		if value != before[name] && !slices.Contains(known, name) {
			t.Errorf("column %s is set", name)
		}
	}
}
