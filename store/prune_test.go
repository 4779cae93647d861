package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

func prune(t testing.TB, s *Store, f EntryFilter) int {
	t.Helper()
	n, err := s.Prune(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func remembered(t testing.TB, s *Store) (n int) {
	t.Helper()
	if err := s.db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM pruned").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPrune has two feeds: 1 with the posts 1a to 1e of five days, of which 1b
// is unread and 1c starred, and 2, tagged, with the read posts 2a and 2b.
func TestPrune(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		f    EntryFilter
		left string
	}{
		{"all", EntryFilter{}, "1c 1b"},
		{"before a day", EntryFilter{Before: noon.Add(-2 * day)}, "1e 2b 1d 2a 1c 1b"},
		{"newest stay", EntryFilter{BeyondNewest: 2}, "1e 2b 1d 2a 1c 1b"},
		{"newest one stays", EntryFilter{BeyondNewest: 1}, "1e 2b 1c 1b"},
		{"fewer than stay", EntryFilter{BeyondNewest: 9}, "1e 2b 1d 2a 1c 1b 1a"},
		{"both", EntryFilter{Before: noon, BeyondNewest: 1}, "1e 2b 1c 1b"},
		{"feed", EntryFilter{Subscriptions: []int64{2}}, "1e 1d 1c 1b 1a"},
		{"tag", EntryFilter{Tag: "t", BeyondNewest: 1}, "1e 2b 1d 1c 1b 1a"},
		{"feed without that tag", EntryFilter{Tag: "t", Subscriptions: []int64{1}}, "1e 2b 1d 2a 1c 1b 1a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			commit(t, s,
				Check{New: &NewSubscription{URL: "gemini://one.example/"}, Feed: at("gemini://one.example/", "1e", "1d", "1c", "1b", "1a")},
				Check{New: &NewSubscription{URL: "gemini://two.example/", Tags: []string{"t"}}, Feed: at("gemini://two.example/", "2b", "2a")})
			mark := func(set func(context.Context, EntryFilter, bool) (Change, error), name string) {
				t.Helper()
				if _, err := set(t.Context(), EntryFilter{URLs: []string{"gemini://one.example/" + name}}, true); err != nil {
					t.Fatal(err)
				}
			}
			mark(s.SetUnread, "1b")
			mark(s.SetStarred, "1c")

			before := len(entries(t, s, EntryFilter{}))
			f := tt.f
			f.Prunable = true
			foretold := len(entries(t, s, f))
			n := prune(t, s, tt.f)
			left := entries(t, s, EntryFilter{})
			if got := strings.Join(titles(left), " "); got != tt.left {
				t.Errorf("left %s, want %s", got, tt.left)
			}
			if n != before-len(left) || n != foretold || n != remembered(t, s) {
				t.Errorf("%d pruned, %d foretold, %d remembered, %d are gone", n, foretold, remembered(t, s), before-len(left))
			}
			if err := s.Integrity(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPrunedPage has the rules about a page that goes on listing what was
// pruned: its posts A and B, of two days, when C came.
func TestPrunedPage(t *testing.T) {
	t.Parallel()
	a, b := post("a.gmi", 1, "A"), post("b.gmi", 2, "B")
	undated := feed.Entry{ID: a.ID, Link: a.Link, Title: "A"}
	for _, tt := range []struct {
		name  string
		page  *feed.Feed
		fresh []string
		left  int // of the two that are remembered
	}{
		{"same page", page(b, a), nil, 2},
		{"new post", page(post("c.gmi", 3, "C"), b, a), []string{"C"}, 2},
		{"new title", page(b, post("a.gmi", 1, "A, mended")), nil, 2},
		{"date moves back", page(b, post("a.gmi", 0, "A")), nil, 2},
		{"date moves forward", page(b, post("a.gmi", 5, "A")), []string{"A"}, 1},
		{"no date", page(b, undated), nil, 2},
		{"they leave the page", page(), nil, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page(b, a))
			markAllRead(t, s)
			if n := prune(t, s, EntryFilter{}); n != 2 {
				t.Fatalf("%d pruned, want 2", n)
			}
			got := check(t, s, id, tt.page)
			if diff := cmp.Diff(tt.fresh, titles(got.New)); diff != "" {
				t.Errorf("new (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.fresh, titles(entries(t, s, EntryFilter{}))); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			if got.Added != len(tt.fresh) || remembered(t, s) != tt.left {
				t.Errorf("%d added, %d remembered, want %d and %d", got.Added, remembered(t, s), len(tt.fresh), tt.left)
			}
			if again := check(t, s, id, tt.page); again.Added+again.Updated+len(again.New) > 0 {
				t.Errorf("changes by the same page once more: %+v", again)
			}
		})
	}
}

// What was pruned is known again under the URLs of a page that moved.
func TestPrunedPageMoves(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "b", "a"))
	markAllRead(t, s)
	prune(t, s, EntryFilter{})
	const to = "gemini://new.example/gemlog/"
	moved := commit(t, s, Check{SubscriptionID: id, MovedTo: to, Feed: at(to, "b", "a")})[0]
	if !moved.Moved || moved.Added > 0 {
		t.Errorf("moved with %+v", moved)
	}
	if again := check(t, s, id, at(to, "b", "a")); again.Added > 0 {
		t.Errorf("%d entries came back after the move", again.Added)
	}
	if n := remembered(t, s); n != 2 {
		t.Errorf("%d remembered, want 2", n)
	}
}

func TestRemoveForgetsPruned(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	markAllRead(t, s)
	prune(t, s, EntryFilter{})
	if err := s.Remove(t.Context(), []int64{id}); err != nil {
		t.Fatal(err)
	}
	if n := remembered(t, s); n != 0 {
		t.Errorf("%d remembered of a removed feed", n)
	}
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	if n := len(entries(t, s, EntryFilter{})); n != 1 {
		t.Errorf("%d entries of the feed that was subscribed to again, want 1", n)
	}
}

// All is removed or nothing.
func TestPruneStops(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	markAllRead(t, s)
	all := titles(entries(t, s, EntryFilter{}))
	_, err := s.db.ExecContext(t.Context(), `
		CREATE TRIGGER broken BEFORE DELETE ON entry WHEN OLD.title = '2a'
		BEGIN SELECT RAISE(ABORT, 'broken by the test'); END`)
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.Prune(t.Context(), EntryFilter{})
	if n != 0 || err == nil || err.Error() != "prune entries: broken by the test" {
		t.Errorf("%d pruned, error %v", n, err)
	}
	if diff := cmp.Diff(all, titles(entries(t, s, EntryFilter{}))); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if n := remembered(t, s); n != 0 {
		t.Errorf("%d remembered", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Prune(ctx, EntryFilter{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The room of removed entries is used again.
func TestFree(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	free := func() int64 {
		t.Helper()
		n, err := s.Free(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	id := subscribe(t, s, bigPage(pageURL, 1000))
	markAllRead(t, s)
	before := free()
	prune(t, s, EntryFilter{})
	after := free()
	if after < before+100_000 {
		t.Errorf("%d bytes are free, %d were before", after, before)
	}
	f := bigPage(pageURL, 600)
	for i := range f.Entries {
		f.Entries[i].ID = fmt.Sprintf("%s%d", pageURL, i)
	}
	check(t, s, id, f)
	if n := free(); n >= after/2 {
		t.Errorf("%d bytes are free with new entries, %d were", n, after)
	}
}

// Databases keep these bytes: with others, what was pruned would come back.
func TestIDHash(t *testing.T) {
	t.Parallel()
	if got, want := fmt.Sprintf("%x", shortHash("gemini://a.example/1.gmi")), "9f381cd4f874eeb81bf5adaf5594e7cb"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
