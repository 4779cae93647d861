package store

import (
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// at is f as it reads at another URL, its links relative to its folder.
func at(url string, names ...string) *feed.Feed {
	f := &feed.Feed{ID: url, Title: "A log", Updated: noon}
	for i, name := range names {
		e := post(name, -i, name)
		e.ID, e.Link = url+name, url+name
		f.Entries = append(f.Entries, e)
	}
	return f
}

func TestMove(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		to   string
		page *feed.Feed
		url  string // of the newest entry afterwards
	}{
		{
			name: "to another capsule", to: "gemini://new.example/~me/index.gmi",
			page: at("gemini://new.example/~me/", "b.gmi", "a.gmi"), url: "gemini://new.example/~me/b.gmi",
		},
		{
			name: "to another folder", to: "gemini://example.org/blog/",
			page: at("gemini://example.org/blog/", "b.gmi", "a.gmi"), url: "gemini://example.org/blog/b.gmi",
		},
		{
			name: "links from the root", to: "gemini://new.example/feed.gmi",
			page: at("gemini://new.example/log/", "b.gmi", "a.gmi"), url: "gemini://new.example/log/b.gmi",
		},
		{
			name: "links stay", to: "gemini://new.example/log/",
			page: at(pageURL, "b.gmi", "a.gmi"), url: pageURL + "b.gmi",
		},
		{
			name: "to nothing that can be read", to: "gemini://new.example/log/",
			url: pageURL + "b.gmi",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, at(pageURL, "b.gmi", "a.gmi"))
			if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{pageURL + "a.gmi"}}, false); err != nil {
				t.Fatal(err)
			}
			got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: tt.to, Feed: tt.page})[0]
			if !got.Moved || got.Added > 0 || len(got.New) > 0 {
				t.Errorf("moved %t, added %d, new %q", got.Moved, got.Added, titles(got.New))
			}
			list := entries(t, s, EntryFilter{})
			if diff := cmp.Diff([]string{"b.gmi", "a.gmi"}, titles(list)); diff != "" {
				t.Fatalf("entries (-want +got):\n%s", diff)
			}
			if list[0].URL != tt.url || list[0].FeedURL != tt.to {
				t.Errorf("newest is %s of %s, want %s of %s", list[0].URL, list[0].FeedURL, tt.url, tt.to)
			}
			if !list[0].Unread || list[1].Unread {
				t.Error("the marks did not stay")
			}
		})
	}
}

// Where another subscription has the new URL the two become one, and nothing of
// either is lost.
func TestMoveToTakenURL(t *testing.T) {
	t.Parallel()
	const taken = "gemini://new.example/log/"
	s := newStore(t)
	other := commit(t, s, Check{
		New: &NewSubscription{URL: taken, Tags: []string{"new", "both"}, Unread: -1}, State: StateOK,
		CheckedAt: start.Add(-time.Hour), Feed: at(taken, "c.gmi", "b.gmi", "a.gmi"),
	})[0].SubscriptionID
	mine := commit(t, s, Check{
		New:   &NewSubscription{URL: pageURL, Title: "Mine", Tags: []string{"old", "both"}, Unread: -1, Interval: 6 * time.Hour},
		State: StateOK, CheckedAt: start, Feed: at(pageURL, "c.gmi", "b.gmi", "a.gmi", "gone.gmi", "left.gmi"),
	})[0].SubscriptionID
	read := func(urls ...string) {
		t.Helper()
		if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: urls}, false); err != nil {
			t.Fatal(err)
		}
	}
	read(pageURL+"a.gmi", pageURL+"gone.gmi", taken+"b.gmi")
	if _, err := s.SetStarred(t.Context(), EntryFilter{URLs: []string{pageURL + "c.gmi"}}, true); err != nil {
		t.Fatal(err)
	}

	got := commit(t, s, Check{
		SubscriptionID: mine, CheckedAt: start.Add(time.Hour), State: StateOK, MovedTo: taken,
		Feed: at(taken, "d.gmi", "c.gmi", "b.gmi", "a.gmi"),
	})[0]
	if !got.Moved || !got.Joined || got.SubscriptionID != other || got.Added != 1 || len(got.New) != 1 {
		t.Errorf("changes %+v", got)
	}
	subs := subscriptions(t, s, SubscriptionFilter{})
	if len(subs) != 1 || subs[0].ID != other || subs[0].URL != taken || subs[0].Title != "Mine" || subs[0].Interval != 6*time.Hour {
		t.Fatalf("subscriptions %+v", subs)
	}
	if want := []string{"both", "new", "old"}; !slices.Equal(subs[0].Tags, want) {
		t.Errorf("tags %q, want %q", subs[0].Tags, want)
	}
	marks := map[string][2]bool{}
	for _, e := range entries(t, s, EntryFilter{}) {
		marks[e.Title] = [2]bool{e.Unread, e.Starred}
	}
	want := map[string][2]bool{
		"d.gmi": {true, false}, "c.gmi": {true, true}, "b.gmi": {false, false}, "a.gmi": {false, false},
		"gone.gmi": {false, false}, "left.gmi": {true, false},
	}
	if diff := cmp.Diff(want, marks); diff != "" {
		t.Errorf("unread and starred (-want +got):\n%s", diff)
	}
	if subs[0].Entries != 6 || subs[0].Unread != 3 {
		t.Errorf("%d entries, %d unread are counted", subs[0].Entries, subs[0].Unread)
	}
}

// Where the user gave one of the two another URL that was not read yet, entries
// are known as they were spelled before.
func TestMoveToTakenURLAfterSetURL(t *testing.T) {
	t.Parallel()
	const elsewhere, taken = "gemini://elsewhere.example/x/", "gemini://new.example/log/"
	for _, tt := range []struct {
		name  string
		other string // where the other's entries were read
		given string // URL of the one that moves, when it does
	}{
		{"of the one that moves", taken, elsewhere},
		{"of the other", elsewhere, pageURL},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			other := commit(t, s, Check{New: &NewSubscription{URL: tt.other}, State: StateOK, Feed: at(tt.other, "b.gmi", "a.gmi")})[0].SubscriptionID
			mine := commit(t, s, Check{New: &NewSubscription{URL: pageURL}, State: StateOK, Feed: at(pageURL, "b.gmi", "only.gmi")})[0].SubscriptionID
			setURL(t, s, other, taken)
			setURL(t, s, mine, tt.given)
			got := commit(t, s, Check{SubscriptionID: mine, State: StateOK, MovedTo: taken, Feed: at(taken, "b.gmi", "only.gmi", "a.gmi")})[0]
			if !got.Joined || got.Added > 0 {
				t.Errorf("changes %+v", got)
			}
			if list := entries(t, s, EntryFilter{}); len(list) != 3 {
				t.Errorf("entries %q", titles(list))
			}
			checkTally(t, s, "the move")
			checkWords(t, s, "the move")
		})
	}
}

func setURL(t *testing.T, s *Store, id int64, url string) {
	t.Helper()
	if err := s.SetURL(t.Context(), id, url); err != nil {
		t.Fatal(err)
	}
}

// The user's own change of URL keeps entries and marks, like a move.
func TestSetURL(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "b.gmi", "a.gmi"))
	markAllRead(t, s)
	if err := s.SetURL(t.Context(), id, to); err != nil {
		t.Fatal(err)
	}
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.URL != to || sub.State != StateNew || !sub.NextCheckAt.IsZero() {
		t.Errorf("got %+v", sub)
	}
	commit(t, s, Check{SubscriptionID: id, State: StateFailing, LastError: "51"}) // it has to wait
	if got := check(t, s, id, at(to, "c.gmi", "b.gmi", "a.gmi")); got.Added != 1 || len(got.New) != 1 {
		t.Errorf("changes %+v", got)
	}
	for _, url := range []string{pageURL, to} { // two entries, now that the move is over
		if got := check(t, s, id, at(url, "d.gmi")); got.Added != 1 {
			t.Errorf("%s: the old place counts for ever: %+v", url, got)
		}
	}
	if err := s.SetURL(t.Context(), id+1, to); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("no such subscription: %v", err)
	}
}

func TestAddMoved(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	got := commit(t, s, Check{New: &NewSubscription{URL: pageURL}, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})[0]
	if url := subscriptions(t, s, SubscriptionFilter{})[0].URL; !got.Moved || url != to {
		t.Errorf("moved %t, subscribed to %s", got.Moved, url)
	}
}
