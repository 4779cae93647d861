package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

// A new entry that is dated far ahead is on top, and below entries that are new later.
func TestFarAhead(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const week = 9 // 10 March, the day of start
	old, ahead := post("old.gmi", week, "old"), post("ahead.gmi", 30_000, "ahead")
	id := subscribe(t, s, page(ahead, old))
	order := func(f EntryFilter, want string) {
		t.Helper()
		if got := strings.Join(titles(entries(t, s, f)), " "); got != want {
			t.Errorf("%+v: %s, want %s", f, got, want)
		}
	}
	order(EntryFilter{}, "old ahead") // old is of noon
	later := page(ahead, post("new.gmi", week+2, "new"), post("tomorrow.gmi", week+3, "tomorrow"), old)
	commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(54 * time.Hour), State: StateOK, Feed: later})

	order(EntryFilter{}, "tomorrow new old ahead")
	order(EntryFilter{UnreadOnly: true, Limit: 3}, "tomorrow new old")
	order(EntryFilter{Distinct: true, Limit: 2}, "tomorrow new")
	order(EntryFilter{Since: start.Add(day)}, "tomorrow new")
	order(EntryFilter{Before: noon.Add(week * day)}, "ahead")
	if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
		t.Fatal(err)
	}
	order(EntryFilter{StarredOnly: true}, "tomorrow new old ahead")
	list := entries(t, s, EntryFilter{})
	if e := list[3]; !e.Updated.Equal(ahead.Updated) || !e.SortTime.Equal(start) {
		t.Errorf("dated %v, sorted by %v", e.Updated, e.SortTime)
	}
	if newest := subscriptions(t, s, SubscriptionFilter{})[0].NewestEntry; !newest.Equal(list[0].Updated) {
		t.Errorf("newest entry of %v", newest)
	}
}

// If the clock fell back to 1970, entries do not get that date.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("old.gmi", 7, "old")))
	undated := feed.Entry{ID: pageURL + "undated.gmi", Link: pageURL + "undated.gmi", Title: "undated"}
	commit(t, s, Check{
		Subscription: byID(id), CheckedAt: time.Unix(1000, 0), State: StateOK,
		Feed: page(post("new.gmi", 8, "new"), post("old.gmi", 7, "old"), undated),
	})
	if got := titles(entries(t, s, EntryFilter{})); strings.Join(got, " ") != "undated new old" {
		t.Errorf("got %q", got)
	}
}

// The date of a feed is not far ahead either.
func TestFeedFarAhead(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := page(post("a.gmi", 30_000, "A"))
	f.Updated = f.Entries[0].Updated
	subscribe(t, s, f)
	if got := subscriptions(t, s, SubscriptionFilter{})[0].FeedUpdated; !got.Equal(start) {
		t.Errorf("got %v", got)
	}
}

// An entry that becomes unread by a later date is sorted by that date, which may not
// be far ahead of then.
func TestLaterDateIsSorted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		days int
		want time.Time
	}{{40, noon.Add(40 * day)}, {4000, start.Add(40 * day)}} {
		s := newStore(t)
		posts := []feed.Entry{post("c.gmi", 2, "C"), post("b.gmi", 1, "B"), post("a.gmi", 0, "A")}
		id := subscribe(t, s, page(posts...))
		posts[2] = post("a.gmi", tt.days, "A")
		changes := commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(40 * day), State: StateOK, Feed: page(posts...)})[0]
		first := entries(t, s, EntryFilter{})[0]
		if first.Title != "A" || !first.SortTime.Equal(tt.want) || len(changes.New) != 1 || changes.New[0].SortTime != first.SortTime {
			t.Errorf("%d days: %+v, new %+v", tt.days, first, changes.New)
		}
	}
}

// Entries dated far ahead that were first seen together stay in the order of the page.
func TestOrderOfFarAhead(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var posts []feed.Entry
	for i := range 6 {
		posts = append(posts, post(fmt.Sprint(i), 3000-i/2, fmt.Sprint(i)))
	}
	posts = append(posts, post("undated", 0, "undated"))
	posts[6].Updated = time.Time{}
	subscribe(t, s, page(posts...))
	if got := strings.Join(titles(entries(t, s, EntryFilter{})), " "); got != "0 1 2 3 4 5 undated" {
		t.Errorf("got %s", got)
	}
}
