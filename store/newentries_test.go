package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// readAt reads a page of subscription id so long after the start.
func readAt(t testing.TB, s *Store, id int64, after time.Duration, f *feed.Feed) Changes {
	t.Helper()
	at := start.Add(after)
	return commit(t, s, Check{SubscriptionID: id, CheckedAt: at, NextCheckAt: at.Add(time.Hour), State: StateOK, Feed: f})[0]
}

// shifted is a page of posts named a, b, c and so on, with their days.
func shifted(days ...int) *feed.Feed {
	var all []feed.Entry
	for i, d := range days {
		name := string(rune('a' + i))
		all = append(all, post(name+".gmi", d, name))
	}
	return page(all...)
}

// TestLaterDates has the rules for dates that move: what becomes unread when the
// page that says the first days says the others, so long after the last time.
func TestLaterDates(t *testing.T) {
	t.Parallel()
	type reading struct {
		after time.Duration
		days  []int
		fresh []string
	}
	for _, tt := range []struct {
		name     string
		first    []int
		readings []reading
	}{
		{"one of three", []int{3, 2, 1}, []reading{{day, []int{9, 2, 1}, []string{"a"}}}},
		{"one of two", []int{2, 1}, []reading{{day, []int{9, 1}, []string{"a"}}}},
		{"the only one", []int{1}, []reading{{day, []int{9}, []string{"a"}}}},
		{"half of the page", []int{4, 3, 2, 1}, []reading{{day, []int{9, 8, 2, 1}, []string{"a", "b"}}}},
		{"over half of the page", []int{3, 2, 1}, []reading{{day, []int{9, 8, 1}, nil}}},
		{"all, and then one", []int{3, 2, 1}, []reading{
			{day, []int{9, 8, 7}, nil},
			{2 * day, []int{10, 8, 7}, []string{"a"}},
		}},
		{"back", []int{3, 2, 1}, []reading{{day, []int{0, 2, 1}, nil}}},
		{"once a week", []int{3, 2, 1}, []reading{
			{day, []int{9, 2, 1}, []string{"a"}},
			{2 * day, []int{10, 2, 1}, nil},
			{8*day - time.Second, []int{11, 2, 1}, nil},
			{8 * day, []int{12, 2, 1}, []string{"a"}},
		}},
		{"another one within the week", []int{3, 2, 1}, []reading{
			{day, []int{9, 2, 1}, []string{"a"}},
			{2 * day, []int{9, 10, 1}, []string{"b"}},
		}},
		{"a clock far ahead, then the right one", []int{3, 2, 1}, []reading{
			{30 * 365 * day, []int{9, 2, 1}, []string{"a"}},
			{day, []int{10, 2, 1}, []string{"a"}},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, shifted(tt.first...))
			for i, r := range tt.readings {
				markAllRead(t, s)
				got := readAt(t, s, id, r.after, shifted(r.days...))
				if diff := cmp.Diff(r.fresh, titles(got.New)); diff != "" {
					t.Errorf("reading %d: new (-want +got):\n%s", i, diff)
				}
				if unread := len(entries(t, s, EntryFilter{UnreadOnly: true})); unread != len(r.fresh) {
					t.Errorf("reading %d: %d unread, want %d", i, unread, len(r.fresh))
				}
				if got.Updated == 0 || got.Suppressed != 0 {
					t.Errorf("reading %d: %d updated, %d hushed", i, got.Updated, got.Suppressed)
				}
			}
			want := map[string]time.Time{}
			for _, e := range shifted(tt.readings[len(tt.readings)-1].days...).Entries {
				want[e.Title] = e.Updated
			}
			for _, e := range entries(t, s, EntryFilter{}) {
				if !e.Updated.Equal(want[e.Title]) {
					t.Errorf("%s is dated %v, want %v as the page says", e.Title, e.Updated, want[e.Title])
				}
			}
		})
	}
}

// freshPage is a page of n entries that no other round had.
func freshPage(round, n int) *feed.Feed {
	return bigPage(fmt.Sprintf("%s%d/", pageURL, round), n)
}

// TestFlood reads pages with many new entries: how many are told, by the day.
func TestFlood(t *testing.T) {
	t.Parallel()
	type reading struct {
		after         time.Duration
		entries, told int
		paused        bool
	}
	const failed, unchanged = -2, -1 // in place of a number of entries
	for _, tt := range []struct {
		name     string
		readings []reading
	}{
		{"as many as may be", []reading{{day, 300, 300, false}}},
		{"one too many", []reading{{day, 301, 100, false}}},
		{"in parts", []reading{{day, 200, 200, false}, {day + time.Hour, 90, 90, false}, {day + 2*time.Hour, 20, 20, false}, {day + 3*time.Hour, 5, 0, false}}},
		{"the next day", []reading{{day, 200, 200, false}, {2 * day, 200, 200, false}}},
		{"three days in a row", []reading{{day, 1000, 100, false}, {2 * day, 2500, 100, false}, {3 * day, 1000, 100, true}, {4 * day, 301, 100, true}, {5 * day, 10, 10, false}}},
		{"with days between", []reading{{day, 1000, 100, false}, {3 * day, 1000, 100, false}, {10 * day, 1000, 100, true}}},
		{"with a failed day between", []reading{{day, 1000, 100, false}, {2 * day, 1000, 100, false}, {3 * day, failed, 0, false}, {4 * day, 1000, 100, true}}},
		{"with an unchanged day between", []reading{{day, 1000, 100, false}, {2 * day, 1000, 100, false}, {3 * day, unchanged, 0, false}, {4 * day, 1000, 100, false}}},
		{"with a fortnight between", []reading{{day, 1000, 100, false}, {2 * day, 1000, 100, false}, {16 * day, 1000, 100, false}}},
		{"with a quiet day between", []reading{{day, 1000, 100, false}, {2 * day, 1000, 100, false}, {3 * day, 10, 10, false}, {4 * day, 1000, 100, false}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page())
			total := 0
			for i, r := range tt.readings {
				markAllRead(t, s)
				at := start.Add(r.after)
				if r.entries < 0 {
					commit(t, s, Check{SubscriptionID: id, CheckedAt: at, State: map[int]State{failed: StateFailing, unchanged: StateOK}[r.entries]})
					continue
				}
				f := freshPage(i, r.entries)
				got := commit(t, s, Check{
					SubscriptionID: id, CheckedAt: at, NextCheckAt: at.Add(time.Hour), State: StateOK, Feed: f,
					IfFlooded: &Check{State: StatePaused, LastError: "too many", LastErrorKind: "flood"},
				})[0]
				total += r.entries
				if len(got.New) != r.told || got.Suppressed != r.entries-r.told || got.Added != r.entries || got.Flooded != r.paused {
					t.Errorf("reading %d: %d told, %d hushed, %d added, paused %t; want %d told and paused %t",
						i, len(got.New), got.Suppressed, got.Added, got.Flooded, r.told, r.paused)
				}
				for j, e := range got.New {
					if e.AtomID != f.Entries[j].ID {
						t.Fatalf("reading %d: %s is told as number %d, not the newest", i, e.AtomID, j)
					}
				}
				sub := subscriptions(t, s, SubscriptionFilter{})[0]
				if sub.Entries != total || sub.Unread != r.told || (sub.State == StatePaused) != r.paused {
					t.Errorf("reading %d: %d entries, %d unread, state %s", i, sub.Entries, sub.Unread, sub.State)
				}
				if got.Suppressed > 0 && !r.paused && dayOf(sub.NextCheckAt) == dayOf(at) {
					t.Errorf("reading %d at %v: next check at %v, the same day", i, at, sub.NextCheckAt)
				}
			}
			checkCounts(t, s, "all readings")
			checkWords(t, s, "all readings")
		})
	}
}

// The first page of a feed is no flood, however many entries it has.
func TestFirstPageIsNoFlood(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, bigPage(pageURL, 500))
	got := readAt(t, s, id, time.Hour, bigPage(pageURL, 520))
	if len(got.New) != 20 || got.Suppressed != 0 {
		t.Errorf("%d told and %d hushed after a first page of 500", len(got.New), got.Suppressed)
	}
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.Unread != 520 {
		t.Errorf("%d unread, want 520", sub.Unread)
	}
}
