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
	"gemsub/internal/model"
)

func prune(t testing.TB, s *Store, f EntryFilter) int {
	t.Helper()
	n, err := s.Prune(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// prunedUntil returns the date up to which a feed was pruned, "" if it was not.
func prunedUntil(t testing.TB, s *Store, feed int64) string {
	t.Helper()
	return textsOf(t, s, fmt.Sprint(`SELECT COALESCE(DATETIME(pruned_until, 'unixepoch'), '') FROM subscription WHERE id = `, feed))[0]
}

// TestPrune has two feeds: 1 with the posts 1a to 1e of five days, of which 1b is unread and 1c
// starred, and 2, with a tag and the read posts 2a and 2b.
func TestPrune(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		f    EntryFilter
		left string
	}{
		{"all", EntryFilter{}, "1c 1b"},
		{"before a day", EntryFilter{Before: noon.Add(-2 * day)}, "1e 2b 1d 2a 1c 1b"},
		{"feed", EntryFilter{Subscriptions: []int64{2}}, "1e 1d 1c 1b 1a"},
		{"tag", EntryFilter{Tag: "t", Before: noon}, "1e 2b 1d 1c 1b 1a"},
		{"feed without that tag", EntryFilter{Tag: "t", Subscriptions: []int64{1}}, "1e 2b 1d 2a 1c 1b 1a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			commit(t, s,
				Check{Subscription: &Subscription{URL: "gemini://one.example/"}, Feed: at("gemini://one.example/", "1e", "1d", "1c", "1b", "1a")},
				Check{Subscription: &Subscription{URL: "gemini://two.example/", Tags: []string{"t"}}, Feed: at("gemini://two.example/", "2b", "2a")})
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
			if n != before-len(left) || n != foretold {
				t.Errorf("%d pruned, %d foretold, %d are gone", n, foretold, before-len(left))
			}
			if err := s.Integrity(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPrunedPage has the rules for a page with the posts A, B and C, of three days, after the read
// posts A and B were pruned.
func TestPrunedPage(t *testing.T) {
	t.Parallel()
	a, b, c := post("a.gmi", 1, "A"), post("b.gmi", 2, "B"), post("c.gmi", 3, "C")
	undated := feed.Entry{ID: a.ID, Link: a.Link, Title: "A"}
	for _, tt := range []struct {
		name  string
		page  *feed.Feed
		added []string
	}{
		{"same page", page(c, b, a), nil},
		{"new post", page(post("d.gmi", 4, "D"), c, b, a), []string{"D"}},
		{"new post of a day that was pruned", page(c, post("d.gmi", 2, "D"), b, a), nil},
		{"new title", page(c, b, post("a.gmi", 1, "A, mended")), nil},
		{"new links", page(c, post("2026/b.gmi", 2, "B"), post("2026/a.gmi", 1, "A")), nil},
		{"date moves back", page(c, b, post("a.gmi", 0, "A")), nil},
		{"date moves forward", page(post("a.gmi", 5, "A"), c, b), []string{"A"}},
		{"no date", page(c, b, undated), []string{"A"}},
		{"they leave the page", page(c), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page(c, b, a))
			markAllRead(t, s)
			fine(t)(s.SetUnread(t.Context(), EntryFilter{URLs: []string{c.Link}}, true))
			if n := prune(t, s, EntryFilter{}); n != 2 {
				t.Fatalf("%d pruned, want 2", n)
			}
			got := check(t, s, id, tt.page)
			if diff := cmp.Diff(tt.added, titles(got.New)); diff != "" || got.Added != len(tt.added) {
				t.Errorf("%d added, new (-want +got):\n%s", got.Added, diff)
			}
			if again := check(t, s, id, tt.page); again.Added+again.Updated+len(again.New) > 0 {
				t.Errorf("changes by the same page once more: %+v", again)
			}
			if until := prunedUntil(t, s, id); until != "2026-03-03 12:00:00" {
				t.Errorf("pruned until %s", until)
			}
		})
	}
}

// The date up to which a feed was pruned never moves back, and never lies after the prune: entries
// that are dated ahead are not pruned.
func TestPrunedUntil(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	soon, ahead := post("soon", 0, "soon"), post("ahead", 0, "ahead")
	soon.Updated, ahead.Updated = start.Add(20*time.Hour), start.AddDate(36, 0, 0)
	f := page(ahead, soon, post("b", 2, "b"), post("a", 1, "a"))
	id := commit(t, s, Check{Subscription: &Subscription{URL: pageURL}, CheckedAt: start.Add(-2 * time.Hour), State: StateOK, Feed: f})[0].SubscriptionID
	markAllRead(t, s)
	for _, step := range []struct {
		url    string
		pruned int
		want   string
	}{
		{pageURL + "b", 1, "2026-03-03 12:00:00"},
		{pageURL + "a", 1, "2026-03-03 12:00:00"},
		{pageURL + "ahead", 0, "2026-03-03 12:00:00"},
		{pageURL + "soon", 0, "2026-03-03 12:00:00"},
	} {
		if n := prune(t, s, EntryFilter{URLs: []string{step.url}}); n != step.pruned || prunedUntil(t, s, id) != step.want {
			t.Errorf("%s: %d pruned until %s, want %s", step.url, n, prunedUntil(t, s, id), step.want)
		}
	}
	undated := feed.Entry{ID: pageURL + "u", Link: pageURL + "u", Title: "u"}
	if got := readAt(t, s, id, 0, page(post("a", 1, "a"), undated)); got.Added != 1 { // in the same second
		t.Errorf("changes %+v", got)
	}
}

// Entries without a date stay, since nothing would tell them from new ones; their texts are
// removed. The entry of a page that is read as one entry has a date.
func TestPruneUndated(t *testing.T) {
	t.Parallel()
	for format, want := range map[feed.Format]int{feed.Links: 1, feed.WholePage: 2} {
		s := newStore(t)
		f := page(post("a.gmi", 1, "A"), feed.Entry{ID: pageURL + "b.gmi", Link: pageURL + "b.gmi", Title: "B"})
		f.Format = format
		commit(t, s, Check{Subscription: &Subscription{URL: pageURL}, CheckedAt: start, State: StateOK, Feed: f, Format: string(format)})
		savePosts(t, s, model.PostResult{EntryID: entries(t, s, EntryFilter{URLs: []string{pageURL + "b.gmi"}})[0].ID, Post: aPost("Words\n")})
		if n, err := s.Prune(t.Context(), EntryFilter{WithPost: true}); n != 1 || err != nil {
			t.Errorf("%s: %d texts pruned, %v", format, n, err)
		}
		if n := prune(t, s, EntryFilter{}); n != want {
			t.Errorf("%s: %d pruned, want %d", format, n, want)
		}
	}
}

// If most dates of a page change together, its pruned entries arrive read; a post above all known
// ones is new.
func TestPrunedPageMovesDates(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, shifted(9, 8, 7, 6, 2, 1))
	markAllRead(t, s)
	prune(t, s, EntryFilter{Before: noon.Add(5 * day)})
	got := check(t, s, id, page(post("new.gmi", 30, "new"), post("a.gmi", 29, "a"), post("b.gmi", 28, "b"),
		post("c.gmi", 27, "c"), post("d.gmi", 26, "d"), post("e.gmi", 22, "e"), post("f.gmi", 21, "f")))
	if diff := cmp.Diff([]string{"new"}, titles(got.New)); diff != "" || got.Added != 3 || got.Suppressed > 0 {
		t.Errorf("changes %+v, new (-want +got):\n%s", got, diff)
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
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	if n := len(entries(t, s, EntryFilter{})); n != 1 {
		t.Errorf("%d entries of the feed that was subscribed to again, want 1", n)
	}
}

// A prune removes all chosen entries or none.
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
	for _, sub := range subscriptions(t, s, SubscriptionFilter{}) {
		if until := prunedUntil(t, s, sub.ID); until != "" {
			t.Errorf("%s is pruned until %s", sub.Name(), until)
		}
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
		f.Entries[i].Updated = start
	}
	check(t, s, id, f)
	if n := free(); n >= after/2 {
		t.Errorf("%d bytes are free with new entries, %d were", n, after)
	}
}
