package store

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSubscription(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A"))
	f.Subtitle, f.Author, f.Lang = "of nothing", "me", "en"
	commit(t, s, Check{
		Subscription: &Subscription{
			URL: pageURL, Title: "Mine", Format: "gemtext", FormatChosen: true, Tags: []string{"z", "a, b", "z", `"q"`},
			IgnoreRobots: true, Backlog: new(1), Interval: 6 * time.Hour,
		},
		CheckedAt: start, NextCheckAt: start.Add(time.Hour), State: StateOK, Digest: "d1", Feed: f,
	})
	want := Subscription{
		ID: 1, URL: pageURL, Title: "Mine",
		FeedTitle: "A log", Subtitle: "of nothing", Author: "me", Lang: "en", Format: "gemtext", FormatChosen: true,
		FeedUpdated: noon, Tags: []string{`"q"`, "a, b", "z"}, State: StateOK, IgnoreRobots: true,
		Entries: 2, Unread: 1, NewestEntry: noon.Add(2 * day),
		AddedAt: start, CheckedAt: start, ChangedAt: start, NextCheckAt: start.Add(time.Hour),
		Digest: "d1", Rhythm: day, Interval: 6 * time.Hour, AttemptedAt: start,
	}
	if diff := cmp.Diff([]Subscription{want}, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Fatalf("after adding (-want +got):\n%s", diff)
	}
	some := want
	some.Entries, some.Unread = 0, 0
	if diff := cmp.Diff([]Subscription{some}, subscriptions(t, s, SubscriptionFilter{Brief: true})); diff != "" {
		t.Errorf("in brief (-want +got):\n%s", diff)
	}

	// A failure leaves what the page said.
	later := start.Add(day)
	commit(t, s, Check{
		Subscription: byID(1), CheckedAt: later, NextCheckAt: later.Add(day), State: StateFailing,
		Failures: 3, Err: errors.New("connect example.org:1965: connection refused"), ErrKind: "refused",
	})
	want.CheckedAt, want.AttemptedAt, want.NextCheckAt, want.State = later, later, later.Add(day), StateFailing
	want.Failures, want.LastError, want.LastErrorKind = 3, "connect example.org:1965: connection refused", "refused"
	if diff := cmp.Diff([]Subscription{want}, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("after a failure (-want +got):\n%s", diff)
	}

	// Success clears what no longer holds.
	commit(t, s, Check{Subscription: byID(1), CheckedAt: later, State: StateOK})
	want.NextCheckAt, want.State = time.Time{}, StateOK
	want.Failures, want.LastError, want.LastErrorKind = 0, "", ""
	if diff := cmp.Diff([]Subscription{want}, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("after success (-want +got):\n%s", diff)
	}
}

// A subscription that was never checked has the time of the store as its time, and no other.
func TestSubscriptionUnchecked(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if _, _, err := s.Subscribe(t.Context(), []Subscription{{URL: pageURL}}, isPrivate); err != nil {
		t.Fatal(err)
	}
	want := []Subscription{{ID: 1, URL: pageURL, State: StateNew, Reach: ReachPublic, Backlog: new(0), AddedAt: start}}
	if diff := cmp.Diff(want, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
}

func TestSubscriptionName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sub  Subscription
		want string
	}{
		{Subscription{URL: pageURL}, pageURL},
		{Subscription{URL: pageURL, FeedTitle: "A log"}, "A log"},
		{Subscription{URL: pageURL, FeedTitle: "A log", Title: "Mine"}, "Mine"},
	} {
		if got := tt.sub.Name(); got != tt.want {
			t.Errorf("name %q, want %q", got, tt.want)
		}
		// Entries have the same name, which SQL makes.
		s := newStore(t)
		f := page(post("a.gmi", 1, "A"))
		f.Title = tt.sub.FeedTitle
		commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Title: tt.sub.Title}, Feed: f})
		if got := entries(t, s, EntryFilter{})[0].FeedTitle; got != tt.want {
			t.Errorf("feed title %q, want %q", got, tt.want)
		}
	}
}

// threeSubscriptions adds number 1 (ok, tags a and b), 2 (failing, tag b) and 3 (new).
func threeSubscriptions(t *testing.T, s *Store) {
	t.Helper()
	commit(t, s,
		Check{
			Subscription: &Subscription{URL: "gemini://one.example/", Tags: []string{"b", "a"}, Backlog: new(-1)},
			State:        StateOK, Feed: at("gemini://one.example/", "1c", "1b", "1a"),
		},
		Check{
			Subscription: &Subscription{URL: "gemini://two.example/", Tags: []string{"b"}, Backlog: new(1)},
			State:        StateFailing, Feed: at("gemini://two.example/", "2b", "2a"),
		},
		Check{Subscription: &Subscription{URL: "gemini://three.example/"}},
	)
}

func TestSubscriptionFilter(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	for _, tt := range []struct {
		name string
		f    SubscriptionFilter
		want []int64
	}{
		{"all", SubscriptionFilter{}, []int64{1, 2, 3}},
		{"numbers", SubscriptionFilter{IDs: []int64{3, 1, 9}}, []int64{1, 3}},
		{"no number", SubscriptionFilter{IDs: []int64{}}, nil},
		{"no URL", SubscriptionFilter{URLs: []string{}}, nil},
		{"tag", SubscriptionFilter{Tag: "b"}, []int64{1, 2}},
		{"URLs", SubscriptionFilter{URLs: []string{"gemini://two.example/", "gemini://none.example/"}}, []int64{2}},
		{"unknown tag", SubscriptionFilter{Tag: "c"}, nil},
		{"failing", SubscriptionFilter{Failing: true}, []int64{2}},
		{"together", SubscriptionFilter{Tag: "a", IDs: []int64{1, 2}}, []int64{1}},
	} {
		var got []int64
		for _, sub := range subscriptions(t, s, tt.f) {
			got = append(got, sub.ID)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	for _, ids := range [][]int64{nil, {9}, {1, 3}} {
		if err := s.Remove(t.Context(), ids); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"2b", "2a"}, titles(entries(t, s, EntryFilter{}))); diff != "" {
		t.Errorf("entries left (-want +got):\n%s", diff)
	}
	var tags int
	if err := s.db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM tag").Scan(&tags); err != nil {
		t.Fatal(err)
	}
	if tags != 1 {
		t.Errorf("%d tags left, want 1", tags)
	}
}

func TestStale(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 0, "A"), post("b.gmi", 2, "B")))
	empty := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://empty.example/"}, CheckedAt: start})[0].SubscriptionID
	for _, tt := range []struct {
		before time.Time
		want   []int64
	}{
		{noon.Add(2 * day), nil},
		{noon.Add(2*day + time.Second), []int64{id}},
		{start.Add(time.Second), []int64{id, empty}},
	} {
		var got []int64
		for _, sub := range subscriptions(t, s, SubscriptionFilter{StaleBefore: tt.before}) {
			got = append(got, sub.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("stale before %v: %v, want %v", tt.before, got, tt.want)
		}
	}
}
