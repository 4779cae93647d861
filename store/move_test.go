package store

import (
	"database/sql"
	"errors"
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

// Where another subscription has the new URL, nothing of one goes over to the
// other, and what is to be stored then is.
func TestMoveToTakenURL(t *testing.T) {
	t.Parallel()
	const taken = "gemini://new.example/log/"
	s := newStore(t)
	victim := commit(t, s, Check{
		New: &NewSubscription{URL: taken, Tags: []string{"new"}, Unread: -1}, State: StateOK,
		CheckedAt: start, Feed: at(taken, "b.gmi", "a.gmi"),
	})[0].SubscriptionID
	decoys := at(taken, "c.gmi", "b.gmi", "a.gmi")
	evil := commit(t, s, Check{
		New:   &NewSubscription{URL: pageURL, Title: "Evil", Tags: []string{"old"}, Interval: 6 * time.Hour},
		State: StateOK, CheckedAt: start, Feed: decoys,
	})[0].SubscriptionID
	mute(t, s, Mute{Pattern: "c.gmi", SubscriptionID: evil})
	before := subscriptions(t, s, SubscriptionFilter{})

	got := commit(t, s, Check{
		SubscriptionID: evil, URL: pageURL, CheckedAt: start.Add(time.Hour), State: StateOK, MovedTo: taken, Feed: decoys,
		IfTaken: &Check{SubscriptionID: evil, URL: pageURL, CheckedAt: start.Add(time.Hour), State: StateMoved, LastError: "moved"},
	})[0]
	if want := (Changes{SubscriptionID: evil, Taken: true}); !cmp.Equal(got, want) {
		t.Errorf("changes %+v, want %+v", got, want)
	}
	want := before
	want[1].State, want[1].LastError = StateMoved, "moved"
	want[1].CheckedAt, want[1].AttemptedAt = start.Add(time.Hour), start.Add(time.Hour)
	if diff := cmp.Diff(want, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
	if got := check(t, s, victim, at(taken, "c.gmi", "b.gmi", "a.gmi")); got.Added != 1 || len(got.New) != 1 {
		t.Errorf("the real post did not arrive unread: %+v", got)
	}
	checkTally(t, s, "the move")
	checkWords(t, s, "the move")
}

// Of two pages that move to one URL in the same batch, the first has it.
func TestMoveToOneURL(t *testing.T) {
	t.Parallel()
	const one, two, to = "gemini://one.example/", "gemini://two.example/", "gemini://new.example/"
	s := newStore(t)
	for _, url := range []string{one, two} {
		commit(t, s, Check{New: &NewSubscription{URL: url}, State: StateOK, Feed: at(url, "a.gmi")})
	}
	got := commit(t, s,
		Check{SubscriptionID: 1, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")},
		Check{SubscriptionID: 2, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})
	if !got[0].Moved || got[0].Taken || got[1].Moved || !got[1].Taken {
		t.Errorf("changes %+v", got)
	}
	if subs := subscriptions(t, s, SubscriptionFilter{}); subs[0].URL != to || subs[1].URL != two || subs[1].Entries != 1 {
		t.Errorf("subscriptions %+v", subs)
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
	if err := s.SetURL(t.Context(), id+1, pageURL); !errors.Is(err, sql.ErrNoRows) {
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
