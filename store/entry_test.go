package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

func TestEntry(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := page(feed.Entry{
		ID: "tag:example.org,2026:1", Link: pageURL + "1.gmi", Title: "<b>\U0001f600 'quoted' 100%",
		Author: "somebody", Updated: noon, Published: noon.Add(-day),
	}, post("a.gmi", -1, "A"))
	f.Lang = "de"
	got := commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(1)}, CheckedAt: start, Feed: f})[0]

	want := []Entry{{
		ID: 2, SubscriptionID: 1, FeedTitle: "A log", FeedURL: pageURL, FeedUpdated: noon,
		AtomID: "tag:example.org,2026:1", URL: pageURL + "1.gmi", Title: "<b>\U0001f600 'quoted' 100%",
		Author: "somebody", Lang: "de", Updated: noon, Published: noon.Add(-day), FirstSeen: start, SortTime: noon, Unread: true,
	}, {
		ID: 1, SubscriptionID: 1, FeedTitle: "A log", FeedURL: pageURL, FeedUpdated: noon,
		AtomID: pageURL + "a.gmi", URL: pageURL + "a.gmi", Title: "A",
		Lang: "de", Updated: noon.Add(-day), FirstSeen: start, SortTime: noon.Add(-day), KeepsID: true,
	}}
	if diff := cmp.Diff(want, entries(t, s, EntryFilter{})); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[:1], got.New); diff != "" {
		t.Errorf("new (-want +got):\n%s", diff)
	}
}

func TestEntryFilter(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s) // entries 1-3 are 1a-1c, 4 and 5 are 2a and 2b; a day is 1c 2b, 1b 2a, 1a
	urls := func(names ...string) []string { return append([]string{}, names...) }
	many := make([]Range, 5000)
	for i := range many {
		many[i] = Range{int64(i*2 + 1), int64(i*2 + 1)}
	}
	for _, tt := range []struct {
		name string
		f    EntryFilter
		want string
	}{
		{"all", EntryFilter{}, "1c 2b 1b 2a 1a"},
		{"unread", EntryFilter{UnreadOnly: true}, "1c 2b 1b 1a"},
		{"limit", EntryFilter{Limit: 2}, "1c 2b"},
		{"unread with limit", EntryFilter{UnreadOnly: true, Limit: 3}, "1c 2b 1b"},
		{"tag with limit", EntryFilter{Tag: "a", Limit: 2}, "1c 1b"},
		{"subscription", EntryFilter{Subscriptions: []int64{2}}, "2b 2a"},
		{"subscriptions", EntryFilter{Subscriptions: []int64{1, 2}}, "1c 2b 1b 2a 1a"},
		{"tag", EntryFilter{Tag: "a"}, "1c 1b 1a"},
		{"since", EntryFilter{Since: noon.Add(-day)}, "1c 2b 1b 2a"},
		{"since a second later", EntryFilter{Since: noon.Add(-day + time.Second)}, "1c 2b"},
		{"range", EntryFilter{IDs: []Range{{2, 4}}}, "1c 1b 2a"},
		{"ranges that overlap", EntryFilter{IDs: []Range{{1, 2}, {2, 2}, {9, 99}}}, "1b 1a"},
		{"backward range", EntryFilter{IDs: []Range{{4, 2}}}, ""},
		{"thousands of ranges", EntryFilter{IDs: many}, "1c 2b 1a"},
		{"URL", EntryFilter{URLs: urls("gemini://two.example/2a")}, "2a"},
		{"unknown URL", EntryFilter{URLs: urls("gemini://two.example/")}, ""},
		{"URL or number", EntryFilter{URLs: urls("gemini://two.example/2a"), IDs: []Range{{1, 1}}}, "2a 1a"},
		{"number of a subscription", EntryFilter{IDs: []Range{{1, 9}}, Subscriptions: []int64{2}}, "2b 2a"},
		{"no number", EntryFilter{IDs: []Range{}}, ""},
		{"no URL", EntryFilter{URLs: urls()}, ""},
		{"no subscription", EntryFilter{Subscriptions: []int64{}}, ""},
	} {
		got := strings.Join(titles(entries(t, s, tt.f)), " ")
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// An entry whose link is not its id is found by the link.
func TestEntryByLink(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := post("a.gmi", 1, "A")
	e.ID = "tag:example.org,2026:a"
	subscribe(t, s, page(e))
	if got := entries(t, s, EntryFilter{URLs: []string{e.Link}}); len(got) != 1 {
		t.Errorf("%d entries by link", len(got))
	}
	if got := entries(t, s, EntryFilter{URLs: []string{e.ID}}); len(got) != 0 {
		t.Errorf("%d entries by id", len(got))
	}
}

func TestSetUnread(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		f      EntryFilter
		unread bool
		n      int
		left   string // unread afterwards
	}{
		{"all read", EntryFilter{}, false, 4, ""},
		{"all unread", EntryFilter{}, true, 1, "1c 2b 1b 2a 1a"},
		{"one that is read", EntryFilter{IDs: []Range{{4, 4}}}, false, 0, "1c 2b 1b 1a"},
		{"range", EntryFilter{IDs: []Range{{2, 5}}}, false, 3, "1a"},
		{"subscription", EntryFilter{Subscriptions: []int64{1}}, false, 3, "2b"},
		{"newest unread", EntryFilter{UnreadOnly: true, Limit: 1}, false, 1, "2b 1b 1a"},
		{"no number", EntryFilter{IDs: []Range{}}, false, 0, "1c 2b 1b 1a"},
		{"no URL", EntryFilter{URLs: []string{}}, false, 0, "1c 2b 1b 1a"},
		{"no subscription", EntryFilter{Subscriptions: []int64{}}, false, 0, "1c 2b 1b 1a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			threeSubscriptions(t, s)
			c, err := s.SetUnread(t.Context(), tt.f, tt.unread)
			if err != nil {
				t.Fatal(err)
			}
			if c.Entries != tt.n {
				t.Errorf("%d changed, want %d", c.Entries, tt.n)
			}
			if got := strings.Join(titles(entries(t, s, EntryFilter{UnreadOnly: true})), " "); got != tt.left {
				t.Errorf("unread %s, want %s", got, tt.left)
			}
		})
	}
}

// A list can show a post of several feeds once.
func TestEntriesDistinct(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	again := at("gemini://one.example/", "1c", "1b", "1a") // 1a has a later date there
	again.Entries[2].Updated = again.Entries[1].Updated
	commit(t, s, Check{Subscription: &Subscription{URL: "gemini://one.example/atom.xml", Tags: []string{"b"}}, State: StateOK, Feed: again})
	for _, tt := range []struct {
		name string
		f    EntryFilter
		want string
	}{
		{"all", EntryFilter{}, "1c@1 2b@2 1b@1 2a@2 1a@1"},
		{"limit", EntryFilter{Limit: 3}, "1c@1 2b@2 1b@1"},
		{"one feed", EntryFilter{Subscriptions: []int64{4}}, "1c@4 1b@4 1a@4"},
		{"tag", EntryFilter{Tag: "a"}, "1c@1 1b@1 1a@1"},
		{"unread", EntryFilter{UnreadOnly: true}, "1c@1 2b@2 1b@1 1a@1"},
	} {
		tt.f.Distinct = true
		var got []string
		for _, e := range entries(t, s, tt.f) {
			got = append(got, fmt.Sprintf("%s@%d", e.Title, e.SubscriptionID))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSetStarred(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	mark := func(f EntryFilter, starred bool, n int, left string) {
		t.Helper()
		if got, err := s.SetStarred(t.Context(), f, starred); err != nil || got.Entries != n {
			t.Errorf("%d changed (%v), want %d", got.Entries, err, n)
		}
		if got := strings.Join(titles(entries(t, s, EntryFilter{StarredOnly: true})), " "); got != left {
			t.Errorf("starred %s, want %s", got, left)
		}
	}
	mark(EntryFilter{IDs: []Range{{2, 4}}}, true, 3, "1c 1b 2a")
	mark(EntryFilter{IDs: []Range{{3, 5}}}, true, 1, "1c 2b 1b 2a")
	// A star stays when the page is read again with another title.
	check(t, s, 1, at("gemini://one.example/", "1d", "1c", "1b"))
	mark(EntryFilter{StarredOnly: true, Subscriptions: []int64{2}}, false, 2, "1c 1b")
}

func TestEntriesStopsAndFails(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, bigPage(pageURL, 1000))
	for range s.Entries(t.Context(), EntryFilter{}) {
		break
	}
	if open := s.db.Stats().InUse; open != 0 {
		t.Errorf("%d connections in use after a break", open)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range s.Entries(ctx, EntryFilter{}) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("last error %v, want that of the context", last)
	}
}

// TestSize checks that an entry with a URL of 80 bytes takes at most 640 bytes, with all indexes
// except that of words.
func TestSize(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	size := func() (bytes int) {
		err := s.db.QueryRowContext(t.Context(), `
			SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	empty := size()
	commit(t, s, benchChecks(false)...)
	if _, err := s.db.ExecContext(t.Context(), `
		DROP TABLE entry_text; DROP TABLE feed_text; VACUUM`); err != nil { // what they cost is another matter
		t.Fatal(err)
	}
	if each := (size() - empty) / (benchPages * benchEntries); each > 640 {
		t.Errorf("%d bytes an entry", each)
	}
}

// Entries say in which order a list has them, so that the reader keeps this order.
func TestPrecedes(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	commit(t, s, benchChecks(false)...)
	old := bigPage("gemini://capsule-0.example.org/gemlog/", benchEntries)
	old.Entries = append(old.Entries, feed.Entry{ID: "gemini://capsule-0.example.org/gemlog/old", Title: "Old", Updated: noon.Add(-10000 * time.Hour)})
	commit(t, s, Check{Subscription: byID(1), CheckedAt: start, State: StateOK, Feed: old})
	for _, order := range []Order{ByDate, ByArrival} {
		all := entries(t, s, EntryFilter{Order: order})
		for i, e := range all[1:] {
			if !all[i].Precedes(e) || e.Precedes(all[i]) {
				t.Fatalf("by %s: %+v follows %+v", order, e, all[i])
			}
		}
		if isFirst := all[0].Title == "Old"; isFirst != (order == ByArrival) {
			t.Errorf("by %s: %+v is first", order, all[0])
		}
	}
}

// A filter may name more feeds than a statement can have arguments.
func TestManyFeeds(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	f := EntryFilter{Distinct: true}
	for id := range int64(40_000) {
		f.Subscriptions = append(f.Subscriptions, id)
	}
	if n, err := s.CountEntries(t.Context(), f); n != 1 || err != nil {
		t.Errorf("%d entries, %v", n, err)
	}
	if all := entries(t, s, f); len(all) != 1 {
		t.Errorf("listed %d entries", len(all))
	}
}
