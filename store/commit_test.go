package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
)

// TestSecondReading has the rules about a page that is read again. The first
// page has the read posts A, B and C, of three days.
func TestSecondReading(t *testing.T) {
	t.Parallel()
	first := page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A"))
	for _, tt := range []struct {
		name           string
		page           *feed.Feed
		fresh, list    []string // titles of Changes.New, and of all entries
		added, updated int
		changed        bool
	}{
		{
			name: "same page",
			page: page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A")),
			list: []string{"C", "B", "A"},
		},
		{
			name:  "new post",
			page:  page(post("d.gmi", 4, "D"), post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A")),
			fresh: []string{"D"}, list: []string{"D", "C", "B", "A"}, added: 1, changed: true,
		},
		{
			name:  "back-dated post",
			page:  page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A"), post("z.gmi", -9, "Z")),
			fresh: []string{"Z"}, list: []string{"C", "B", "A", "Z"}, added: 1, changed: true,
		},
		{
			name: "post leaves the page",
			page: page(post("c.gmi", 3, "C"), post("a.gmi", 1, "A")),
			list: []string{"C", "B", "A"},
		},
		{
			name: "all posts leave the page",
			page: page(),
			list: []string{"C", "B", "A"},
		},
		{
			name: "title edit stays read",
			page: page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B, mended"), post("a.gmi", 1, "A")),
			list: []string{"C", "B, mended", "A"}, updated: 1, changed: true,
		},
		{
			name:  "date moves forward",
			page:  page(post("a.gmi", 5, "A"), post("c.gmi", 3, "C"), post("b.gmi", 2, "B")),
			fresh: []string{"A"}, list: []string{"A", "C", "B"}, updated: 1, changed: true,
		},
		{
			name: "date moves back",
			page: page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A"), post("c.gmi", 0, "C")),
			list: []string{"B", "A", "C"}, updated: 1, changed: true,
		},
		{
			name:  "several new posts, newest first",
			page:  page(post("f.gmi", 4, "F"), post("e.gmi", 4, "E"), post("c.gmi", 3, "C"), post("d.gmi", 3, "D")),
			fresh: []string{"F", "E", "D"}, list: []string{"F", "E", "C", "D", "B", "A"}, added: 3, changed: true,
		},
		{
			name:  "one post twice",
			page:  page(post("c.gmi", 4, "C"), post("c.gmi", 3, "C"), post("b.gmi", 2, "B")),
			fresh: []string{"C"}, list: []string{"C", "B", "A"}, updated: 1, changed: true,
		},
		{
			name: "other title of the page",
			page: &feed.Feed{ID: pageURL, Title: "My log", Updated: noon},
			list: []string{"C", "B", "A"}, changed: true,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, first)
			markAllRead(t, s)
			got := check(t, s, id, tt.page)

			want := Changes{SubscriptionID: id, Added: tt.added, Updated: tt.updated}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Changes{}, "New")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.fresh, titles(got.New)); diff != "" {
				t.Errorf("new (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.fresh, titles(entries(t, s, EntryFilter{UnreadOnly: true}))); diff != "" {
				t.Errorf("unread (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.list, titles(entries(t, s, EntryFilter{}))); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
			sub := subscriptions(t, s, SubscriptionFilter{})[0]
			if changed := sub.ChangedAt.Equal(start.Add(time.Hour)); changed != tt.changed {
				t.Errorf("changed at %v, the check was at %v", sub.ChangedAt, sub.CheckedAt)
			}

			markAllRead(t, s)
			again := check(t, s, id, tt.page)
			if diff := cmp.Diff(Changes{SubscriptionID: id}, again); diff != "" {
				t.Errorf("changes by the same page once more (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnreadStaysUnread(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	got := check(t, s, id, page(post("a.gmi", 1, "A, mended")))
	if len(got.New) > 0 {
		t.Errorf("new: %q, want none", titles(got.New))
	}
	if unread := titles(entries(t, s, EntryFilter{UnreadOnly: true})); len(unread) != 1 {
		t.Errorf("unread: %q, want the mended one", unread)
	}
}

func TestFirstSeenStays(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	got := check(t, s, id, page(post("a.gmi", 5, "A again")))
	for _, e := range append(got.New, entries(t, s, EntryFilter{})...) {
		if !e.FirstSeen.Equal(start) {
			t.Errorf("first seen %v, want %v", e.FirstSeen, start)
		}
	}
}

// TestOrderOfADay reads the page of one day while posts are added and the oldest ones leave: lists
// keep the order of the page.
func TestOrderOfADay(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	a, b, c, d := post("a.gmi", 1, "A"), post("b.gmi", 1, "B"), post("c.gmi", 1, "C"), post("d.gmi", 1, "D")
	id := subscribe(t, s, page(a))
	for _, tt := range []struct {
		page []feed.Entry
		want []string
	}{
		{[]feed.Entry{b, a}, []string{"B", "A"}},
		{[]feed.Entry{b, c, a}, []string{"B", "C", "A"}},
		{[]feed.Entry{d, b, c}, []string{"D", "B", "C", "A"}},
		{[]feed.Entry{c, d, b}, []string{"C", "D", "B", "A"}},
	} {
		got := check(t, s, id, page(tt.page...))
		if got.Updated > 0 {
			t.Errorf("%v: %d updated by a change of order", tt.want, got.Updated)
		}
		if diff := cmp.Diff(tt.want, titles(entries(t, s, EntryFilter{}))); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	}
}

func TestUnchangedRowsAreNotWritten(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := bigPage(pageURL, 20)
	id := subscribe(t, s, f)
	_, err := s.db.ExecContext(t.Context(), `
		CREATE TRIGGER untouched BEFORE UPDATE ON entry
		BEGIN SELECT RAISE(ABORT, 'entry was written'); END`)
	if err != nil {
		t.Fatal(err)
	}
	check(t, s, id, f)
}

func TestAddUnread(t *testing.T) {
	t.Parallel()
	f := page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A"))
	for _, tt := range []struct {
		unread int
		want   []string
	}{
		{-1, []string{"C", "B", "A"}},
		{0, nil},
		{2, []string{"C", "B"}},
		{10, []string{"C", "B", "A"}},
	} {
		s := newStore(t)
		got := commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(tt.unread)}, State: StateOK, Feed: f})[0]
		if got.Added != 3 {
			t.Errorf("unread %d: added %d", tt.unread, got.Added)
		}
		if diff := cmp.Diff(tt.want, titles(got.New)); diff != "" {
			t.Errorf("unread %d: new (-want +got):\n%s", tt.unread, diff)
		}
		if diff := cmp.Diff(tt.want, titles(entries(t, s, EntryFilter{UnreadOnly: true}))); diff != "" {
			t.Errorf("unread %d: unread (-want +got):\n%s", tt.unread, diff)
		}
	}
}

// If the first check of a subscription failed, the first page that is read brings as many unread
// entries as chosen; all later entries arrive unread.
func TestAddWithoutPage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := commit(t, s, Check{
		Subscription: &Subscription{URL: pageURL, Backlog: new(1)},
		CheckedAt:    start, State: StateFailing, Failures: 1, Err: errors.New("connection refused"), ErrKind: "refused",
	})[0].SubscriptionID
	got := check(t, s, id, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	if diff := cmp.Diff([]string{"B"}, titles(got.New)); diff != "" {
		t.Errorf("new with the first page (-want +got):\n%s", diff)
	}
	got = check(t, s, id, page(post("c.gmi", 2, "C"), post("b.gmi", 2, "B"), post("z.gmi", 0, "Z")))
	if diff := cmp.Diff([]string{"C", "Z"}, titles(got.New)); diff != "" {
		t.Errorf("new with the second page (-want +got):\n%s", diff)
	}
}

func TestAddKnown(t *testing.T) {
	t.Parallel()
	const other = "gemini://example.org/old/"
	for _, tt := range []struct {
		name, url, movedTo string
	}{
		{"same URL", pageURL, ""},
		{"moved to a known URL", other, pageURL},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page(post("a.gmi", 1, "A")))
			before := subscriptions(t, s, SubscriptionFilter{})

			got := commit(t, s, Check{
				Subscription: &Subscription{URL: tt.url, Title: "Another", Tags: []string{"x"}},
				MovedTo:      tt.movedTo,
				CheckedAt:    start.Add(day), State: StateOK, Feed: page(post("b.gmi", 1, "B")),
			})
			if diff := cmp.Diff([]Changes{{SubscriptionID: id, Known: true}}, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
				t.Errorf("subscriptions (-before +after):\n%s", diff)
			}
		})
	}
}

func TestCheckOfRemoved(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	if err := s.Remove(t.Context(), []int64{id}); err != nil {
		t.Fatal(err)
	}
	got := check(t, s, id, page(post("a.gmi", 1, "A")))
	if diff := cmp.Diff(Changes{SubscriptionID: id, Gone: true}, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if list := entries(t, s, EntryFilter{}); len(list) > 0 {
		t.Errorf("entries of a removed subscription: %v", list)
	}
	if again := subscribe(t, s, page()); again == id {
		t.Errorf("number %d was given twice", id)
	}
}

// An entry without a date gets the time when it was first seen as its date, and keeps it.
func TestUndatedEntries(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	links := func(refs ...string) *feed.Feed {
		f := &feed.Feed{ID: "gemini://a.example/", Title: "Links"}
		for _, ref := range refs {
			f.Entries = append(f.Entries, feed.Entry{ID: ref, Link: ref, Title: ref})
		}
		return f
	}
	first := time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)
	id := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://a.example/", Backlog: new(-1)}, CheckedAt: first, Feed: links("b", "a")})[0].SubscriptionID
	later := commit(t, s, Check{Subscription: byID(id), CheckedAt: first.Add(time.Hour), Feed: links("c", "b", "a")})[0]
	if len(later.New) != 1 || later.New[0].AtomID != "c" || later.Updated != 0 {
		t.Errorf("got %+v", later)
	}
	want := map[string]time.Time{"c": first.Add(time.Hour), "b": first, "a": first}
	order := ""
	for e, err := range s.Entries(t.Context(), EntryFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		order += e.AtomID
		if !e.Updated.Equal(want[e.AtomID]) {
			t.Errorf("%s is dated %v", e.AtomID, e.Updated)
		}
	}
	if order != "cba" {
		t.Errorf("order is %s", order)
	}
}

// A batch stores all authorities that it has.
func TestCommitAuthorities(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	names := []string{"a.example:1965", "b.example:1965", "c.example:1965"}
	var b Batch
	for _, name := range names {
		b.Authorities = append(b.Authorities, Authority{Authority: name, RequestedAt: start})
	}
	fine(t)(nil, s.Commit(t.Context(), withLinks(b)))
	for _, name := range names {
		if a, err := s.Authority(t.Context(), name); a.Authority != name || a.RequestedAt != start || err != nil {
			t.Errorf("%s: got %+v, %v", name, a, err)
		}
	}
}
