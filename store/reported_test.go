package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// readAt stores a page of subscription id, as read some time after the start.
func readAt(t testing.TB, s *Store, id int64, after time.Duration, f *feed.Feed) Changes {
	t.Helper()
	at := start.Add(after)
	return commit(t, s, Check{Subscription: byID(id), CheckedAt: at, NextCheckAt: at.Add(time.Hour), State: StateOK, Feed: f})[0]
}

// shifted returns a page of posts named a, b, c and so on, each dated by one of days.
func shifted(days ...int) *feed.Feed {
	var all []feed.Entry
	for i, d := range days {
		name := string(rune('a' + i))
		all = append(all, post(name+".gmi", d, name))
	}
	return page(all...)
}

// TestLaterDates has the rules for dates that move: which entries become unread if a page first
// has some days and, after a pause, others.
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
			{9 * day, []int{13, 2, 1}, nil}, // the last time counts, not the first
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

// freshPage returns a page of n entries that no other round has.
func freshPage(round, n int) *feed.Feed {
	f := bigPage(fmt.Sprintf("%s%d/", pageURL, round), n)
	for i := range f.Entries {
		f.Entries[i].Title += fmt.Sprint(" of round ", round)
	}
	return f
}

// TestFlood reads pages with many new entries: a check reports only some, and so do all checks of
// a day.
func TestFlood(t *testing.T) {
	t.Parallel()
	type reading struct {
		after         time.Duration
		entries, told int
	}
	for _, tt := range []struct {
		name     string
		readings []reading
	}{
		{"as many as may be", []reading{{day, 100, 100}}},
		{"one too many", []reading{{day, 101, 100}}},
		{"in parts", []reading{{day, 100, 100}, {day + time.Hour, 100, 100}, {day + 2*time.Hour, 90, 90}, {day + 3*time.Hour, 20, 10}, {day + 4*time.Hour, 5, 0}}},
		{"what was not told counts", []reading{{day, 250, 100}, {day + time.Hour, 60, 50}, {day + 2*time.Hour, 1, 0}}},
		{"within a day", []reading{{day, 1000, 100}, {2*day - time.Second, 1, 0}}},
		{"after a day", []reading{{day, 1000, 100}, {2 * day, 1000, 100}, {3 * day, 3, 3}}},
		{"from a clock that was ahead", []reading{{30 * day, 1000, 100}, {day, 3, 3}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page(post("first.gmi", 0, "first")))
			total := 1
			for i, r := range tt.readings {
				markAllRead(t, s)
				f := freshPage(i, r.entries)
				got := readAt(t, s, id, r.after, f)
				total += r.entries
				if len(got.New) != r.told || got.Suppressed != r.entries-r.told || got.Added != r.entries {
					t.Errorf("reading %d: %d told, %d hushed, %d added; want %d told", i, len(got.New), got.Suppressed, got.Added, r.told)
				}
				for j, e := range got.New {
					if e.AtomID != f.Entries[j].ID {
						t.Fatalf("reading %d: %s is told as number %d, not the newest", i, e.AtomID, j)
					}
				}
				if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.Entries != total || sub.Unread != r.told {
					t.Errorf("reading %d: %d entries, %d unread", i, sub.Entries, sub.Unread)
				}
			}
			checkWords(t, s, "all readings")
		})
	}
}

// The limits for new entries do not apply to the first page of a feed.
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

// The ids, links and titles of a feed may take 20 MiB; the order of deletion is as for too many
// entries.
func TestMaxKeptBytes(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	long := func(round int) *feed.Feed {
		f := freshPage(round, 2000)
		for i := range f.Entries {
			f.Entries[i].Link += "?" + strings.Repeat("x", 1900)
			f.Entries[i].ID = "tag:" + f.Entries[i].Link
		}
		return f
	}
	first := long(0)
	id := subscribe(t, s, first)
	oldest := entries(t, s, EntryFilter{URLs: []string{first.Entries[1999].Link}})
	if _, err := s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{oldest[0].ID, oldest[0].ID}}}, true); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		readAt(t, s, id, time.Duration(i+1)*day, long(i+1)) // the newest 100 unread
	}
	var kept, starred, listed, unread, bytes int
	err := s.db.QueryRowContext(t.Context(), `
		SELECT COUNT(*), SUM(starred), SUM(INSTR(ref, '/log/2/') > 0), SUM(unread), SUM(LENGTH(ref) + LENGTH(link) + LENGTH(title)) FROM entry`,
	).Scan(&kept, &starred, &listed, &unread, &bytes)
	if err != nil || bytes > 20<<20 || bytes < 20<<20-5000 || starred != 1 || listed != 2000 || unread != 2000+100+100 {
		t.Errorf("%d kept of %d bytes, %d starred, %d of the page, %d unread, %v", kept, bytes, starred, listed, unread, err)
	}
	if until := prunedUntil(t, s, id); until != "" {
		t.Errorf("pruned until %s", until)
	}
}

// If only some links of a list are dated, the undated ones are not reported when the list is first
// read, by add or after set. Later they are.
func TestUndatedLinks(t *testing.T) {
	t.Parallel()
	about, contact := post("about", 0, "About"), post("contact", 0, "Contact")
	about.Updated, contact.Updated = time.Time{}, time.Time{}
	list := func(entries ...feed.Entry) *feed.Feed {
		f := page(entries...)
		f.Format = feed.Links
		return f
	}
	for name, first := range map[string]*feed.Feed{"add": nil, "set": page()} {
		s := newStore(t)
		f := list(post("a", 1, "A"), about)
		if first == nil {
			first = f
		}
		c := commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(-1), Format: "links"}, CheckedAt: start, State: StateOK, Feed: first})[0]
		got := append(c.New, readAt(t, s, c.SubscriptionID, day, f).New...)
		if diff := cmp.Diff([]string{"A"}, titles(got)); diff != "" {
			t.Errorf("after %s, new (-want +got):\n%s", name, diff)
		}
		got = readAt(t, s, c.SubscriptionID, 2*day, list(post("a", 1, "A"), about, contact)).New
		if diff := cmp.Diff([]string{"Contact"}, titles(got)); diff != "" {
			t.Errorf("later after %s, new (-want +got):\n%s", name, diff)
		}
	}
	s := newStore(t)
	c := commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(-1), Format: "links"}, CheckedAt: start, State: StateOK, Feed: list(about, contact)})[0]
	if len(c.New) != 2 {
		t.Errorf("of a list without dates %q are new", titles(c.New))
	}
}

// A feed keeps 20,000 entries: read entries are deleted first, the oldest first. Starred entries
// and those that the page lists stay.
func TestMaxKept(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, bigPage(pageURL, 5000))
	for i := range 2 {
		readAt(t, s, id, time.Duration(i+1)*time.Hour, freshPage(i, 5000)) // the newest 100 unread
	}
	oldest := entries(t, s, EntryFilter{URLs: []string{bigPage(pageURL, 5000).Entries[4999].Link}})
	if _, err := s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{oldest[0].ID, oldest[0].ID}}}, true); err != nil {
		t.Fatal(err)
	}
	readAt(t, s, id, 3*time.Hour, freshPage(2, 5000))
	ahead := bigPage(pageURL+"old/", 300)
	for i := range ahead.Entries {
		ahead.Entries[i].Updated = noon.Add(-9000 * day)
	}
	readAt(t, s, id, 30*day, ahead)
	var kept, starred, listed, unread int
	err := s.db.QueryRowContext(t.Context(), `
		SELECT COUNT(*), SUM(starred), SUM(INSTR(ref, '/log/old/') > 0), SUM(unread) FROM entry`).Scan(&kept, &starred, &listed, &unread)
	if err != nil || kept != 20_000 || starred != 1 || listed != 300 || unread != 5000+100+100 {
		t.Errorf("%d kept, %d starred, %d of the page, %d unread, %v", kept, starred, listed, unread, err)
	}
	if until := prunedUntil(t, s, id); until != "" {
		t.Errorf("pruned until %s", until)
	}
}
