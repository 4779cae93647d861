package store

import (
	"database/sql"
	"errors"
	"net/url"
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
		from string // pageURL if empty
		to   string
		page *feed.Feed
		url  string // of the newest entry afterwards
	}{
		{
			name: "to another capsule", to: "gemini://new.example/~me/index.gmi",
			page: at("gemini://new.example/~me/", "b.gmi", "a.gmi"), url: "gemini://new.example/~me/b.gmi",
		},
		{
			name: "from an escaped folder", from: "gemini://example.org/%7Eme/", to: "gemini://new.example/~me/",
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
			from := tt.from
			if from == "" {
				from = pageURL
			}
			id := commit(t, s, Check{New: &NewSubscription{URL: from, Unread: -1}, CheckedAt: start, State: StateOK, Feed: at(from, "b.gmi", "a.gmi")})[0].SubscriptionID
			if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{from + "a.gmi"}}, false); err != nil {
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
		SubscriptionID: evil, URL: pageURL, CheckedAt: start.Add(time.Hour), State: StateOK,
		MovedTo: "gemini://new.example/%6Cog/", Feed: decoys, // taken in another spelling
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
	checkCounts(t, s, "the move")
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

func parseURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func setURL(t *testing.T, s *Store, id int64, url string) {
	t.Helper()
	if err := s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{URL: parseURL(t, url)}); err != nil {
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
	setURL(t, s, id, to)
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
	if err := s.Set(t.Context(), map[int64]time.Time{id + 1: {}}, Settings{URL: parseURL(t, pageURL)}); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("no such subscription: %v", err)
	}
}

// linked is a page at a URL with one entry.
func linked(url, id, link string) *feed.Feed {
	f := at(url, "x")
	f.Entries[0].ID, f.Entries[0].Link = id, link
	return f
}

// What a page listed before it moved to another author is the same as what is
// listed there only if it lay below the page's own folder.
func TestMoveRecognises(t *testing.T) {
	t.Parallel()
	type entry struct{ id, link string }
	of := func(link string) entry { return entry{link, link} }
	for _, tt := range []struct {
		name     string
		from, to string
		kept     entry
		listed   entry
		known    bool
	}{
		{"own", "gemini://a.example/log/", "gemini://b.example/", of("gemini://a.example/log/1"), of("gemini://b.example/1"), true},
		{"own that stays", "gemini://a.example/log/", "gemini://b.example/", of("gemini://a.example/log/1"), of("gemini://a.example/log/1"), true},
		{"own from the root", "gemini://a.example/log/", "gemini://b.example/feed", of("gemini://a.example/log/1"), of("gemini://b.example/log/1"), true},
		{"decoy", "gemini://a.example/log/", "gemini://b.example/", of("gemini://b.example/1"), of("gemini://b.example/1"), false},
		{"decoy from the root", "gemini://a.example/log/", "gemini://b.example/feed", of("gemini://a.example/posts/1"), of("gemini://b.example/posts/1"), false},
		{"of a third", "gemini://a.example/log/", "gemini://b.example/", of("gemini://c.example/1"), of("gemini://c.example/1"), false},
		{"other port", "gemini://a.example/log/", "gemini://a.example:1966/log/", of("gemini://a.example:1966/log/1"), of("gemini://a.example:1966/log/1"), false},
		{"other user", "gemini://a.example/~evil/", "gemini://a.example/~victim/", of("gemini://a.example/~victim/1"), of("gemini://a.example/~victim/1"), false},
		{"other user, no slash", "gemini://a.example/~evil", "gemini://b.example/~victim/", of("gemini://a.example/~victim/1"), of("gemini://b.example/~victim/1"), false},
		{"other of users", "gemini://a.example/users/evil/", "gemini://a.example/users/victim/", of("gemini://a.example/users/victim/1"), of("gemini://a.example/users/victim/1"), false},
		{"same user", "gemini://a.example/~me/", "gemini://a.example/~me/log/", of("gemini://c.example/1"), of("gemini://c.example/1"), true},
		{"same capsule", "gemini://a.example/log/", "gemini://a.example/blog/", of("gemini://a.example/posts/1"), of("gemini://a.example/posts/1"), true},
		{"id with own link", "gemini://a.example/log/", "gemini://b.example/", entry{"urn:1", "gemini://a.example/log/1"}, entry{"urn:1", "gemini://b.example/1"}, true},
		{"id of another link", "gemini://a.example/log/", "gemini://b.example/", entry{"urn:1", "gemini://a.example/log/1"}, entry{"urn:1", "gemini://b.example/2"}, false},
		{"id with a decoy's link", "gemini://a.example/log/", "gemini://b.example/", entry{"urn:1", "gemini://b.example/1"}, entry{"urn:1", "gemini://b.example/1"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			byCapsule := func(s *Store, id int64, page *feed.Feed) Changes {
				return commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: tt.to, Feed: page})[0]
			}
			byUser := func(s *Store, id int64, page *feed.Feed) Changes {
				setURL(t, s, id, tt.to)
				return check(t, s, id, page)
			}
			for _, move := range []func(*Store, int64, *feed.Feed) Changes{byCapsule, byUser} {
				for _, pruned := range []bool{false, true} {
					if pruned && tt.kept.id != tt.kept.link {
						continue // of what was pruned the link is not kept
					}
					s := newStore(t)
					id := commit(t, s, Check{New: &NewSubscription{URL: tt.from}, State: StateOK, Feed: linked(tt.from, tt.kept.id, tt.kept.link)})[0].SubscriptionID
					markAllRead(t, s)
					if pruned {
						prune(t, s, EntryFilter{})
					}
					page := linked(tt.to, tt.listed.id, tt.listed.link)
					got := move(s, id, page)
					if known := len(got.New) == 0; known != tt.known {
						t.Errorf("known: %t, want %t (pruned: %t)", known, tt.known, pruned)
					}
					if again := check(t, s, id, page); again.Added > 0 || again.Updated > 0 {
						t.Errorf("not the same at the next check: %+v", again)
					}
					checkCounts(t, s, "the move")
					checkWords(t, s, "the move")
				}
			}
		})
	}
}

// What was not on the page when it was first read at its new place is not known
// there for ever: a page could list what it expects.
func TestMoveEnds(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "2027.gmi", "a.gmi"))
	markAllRead(t, s)
	commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})
	for _, url := range []string{to, pageURL} {
		page := at(url, "2027.gmi", "a.gmi")
		page.Entries = page.Entries[:1]
		if got := check(t, s, id, page); len(got.New) != 1 {
			t.Errorf("%s: known beforehand: %+v", page.Entries[0].Link, got)
		}
	}
}

// The link of a decoy keeps the star that the user gave it.
func TestMoveKeepsStar(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, linked(pageURL, to+"1", to+"1"))
	markAllRead(t, s)
	if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
		t.Fatal(err)
	}
	commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: linked(to, to+"1", to+"1")})
	if got := entries(t, s, EntryFilter{}); len(got) != 1 || !got[0].Starred || !got[0].Unread || got[0].ID != 2 {
		t.Errorf("got %+v", got)
	}
}

// A page that is read where it does not live keeps its entries as they are, those
// that were pruned too, and they are recognised when it moves there at last.
func TestReadElsewhere(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "c.gmi", "b.gmi", "a.gmi"))
	markAllRead(t, s)
	prune(t, s, EntryFilter{BeyondNewest: 2})
	for range 2 {
		got := commit(t, s, Check{SubscriptionID: id, State: StateOK, ReadAt: to, Feed: at(to, "c.gmi", "b.gmi", "a.gmi")})[0]
		if got.Moved || got.Added > 0 || got.Updated > 0 {
			t.Errorf("changes %+v", got)
		}
	}
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.URL != pageURL {
		t.Errorf("the page lives at %s", sub.URL)
	}
	got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to, "c.gmi", "b.gmi", "a.gmi")})[0]
	if !got.Moved || got.Added > 0 || got.Updated != 2 {
		t.Errorf("changes %+v", got)
	}
}

// A move that the user undoes leaves the page as it was: what it had is known, and
// what the other one listed is not.
func TestMoveUndone(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/other/"
	s := newStore(t)
	f := at(pageURL, "b.gmi", "a.gmi")
	third := linked(pageURL, "gemini://third.example/1", "gemini://third.example/1").Entries
	f.Entries = append(f.Entries, third...)
	id := subscribe(t, s, f)
	markAllRead(t, s)
	commit(t, s, Check{SubscriptionID: id, State: StateOK, CheckedAt: start.Add(time.Hour), MovedTo: to, Feed: linked(to, pageURL+"c.gmi", pageURL+"c.gmi")})
	markAllRead(t, s)
	setURL(t, s, id, pageURL)
	f.Entries = append(linked(pageURL, pageURL+"c.gmi", pageURL+"c.gmi").Entries, f.Entries...)
	got := commit(t, s, Check{SubscriptionID: id, State: StateOK, CheckedAt: start.Add(2 * time.Hour), Feed: f})[0]
	if len(got.New) != 1 || got.New[0].URL != pageURL+"c.gmi" {
		t.Errorf("changes %+v", got)
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
