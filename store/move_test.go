package store

import (
	"database/sql"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
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
		MovedTo: taken, Feed: decoys,
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
	next := at(to, "c.gmi", "b.gmi", "a.gmi")
	next.Entries[0].Updated = noon.Add(day)
	if got := check(t, s, id, next); got.Added != 1 || len(got.New) != 1 {
		t.Errorf("changes %+v", got)
	}
	for _, url := range []string{pageURL, to} { // two entries, now that the move is over
		if got := check(t, s, id, at(url, "d.gmi")); got.Added != 1 || len(got.New) != 1 {
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

// What a page listed before it moved to another author is known there if it lay in the
// page's own home, also if it is listed there later. What is listed there at once is told in
// no case: it is no newer than what is known.
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
		{"own at the old place", "gemini://a.example/log/", "gemini://b.example/", of("gemini://a.example/log/1"), of("gemini://a.example/log/1"), false},
		{"own from the root", "gemini://a.example/log/", "gemini://b.example/feed", of("gemini://a.example/posts/1"), of("gemini://b.example/posts/1"), true},
		{"decoy", "gemini://a.example/log/", "gemini://b.example/", of("gemini://b.example/1"), of("gemini://b.example/1"), false},
		{"of a third", "gemini://a.example/log/", "gemini://b.example/", of("gemini://c.example/1"), of("gemini://c.example/1"), false},
		{"other port", "gemini://a.example/log/", "gemini://a.example:1966/log/", of("gemini://a.example:1966/log/1"), of("gemini://a.example:1966/log/1"), false},
		{"user who moves", "gemini://a.example/~me/log/", "gemini://b.example/log/", of("gemini://a.example/~me/log/1"), of("gemini://b.example/log/1"), true},
		{"neighbour of who moves", "gemini://a.example/~me/log/", "gemini://b.example/log/", of("gemini://a.example/~you/log/1"), of("gemini://b.example/~you/log/1"), false},
		{"other user", "gemini://a.example/~evil/", "gemini://a.example/~victim/", of("gemini://a.example/~victim/1"), of("gemini://a.example/~victim/1"), false},
		{"other user, no slash", "gemini://a.example/~evil", "gemini://b.example/~victim/", of("gemini://a.example/~victim/1"), of("gemini://b.example/~victim/1"), false},
		{"other of users", "gemini://a.example/users/evil/", "gemini://a.example/users/victim/", of("gemini://a.example/users/victim/1"), of("gemini://a.example/users/victim/1"), false},
		{"same user", "gemini://a.example/~me/", "gemini://a.example/~me/log/", of("gemini://c.example/1"), of("gemini://c.example/1"), true},
		{"same capsule", "gemini://a.example/log/", "gemini://a.example/blog/", of("gemini://a.example/posts/1"), of("gemini://a.example/posts/1"), true},
		{"id with own link", "gemini://a.example/log/", "gemini://b.example/", entry{"urn:1", "gemini://a.example/log/1"}, entry{"urn:1", "gemini://b.example/1"}, true},
		{"id of another own link", "gemini://a.example/log/", "gemini://b.example/", entry{"urn:1", "gemini://a.example/log/1"}, entry{"urn:1", "gemini://b.example/2"}, true},
		{"id with a decoy's link", "gemini://a.example/log/", "gemini://b.example/", entry{"urn:1", "gemini://b.example/1"}, entry{"urn:1", "gemini://b.example/1"}, false},
		{"selector", "gopher://a.example/1/log", "gopher://b.example/1/blog", entry{feed.IDOfSelector("/log/1"), "gopher://a.example/0/log/1"}, entry{feed.IDOfSelector("/log/1"), "gopher://b.example/0/log/1"}, true},
		{"selector in a folder", "gopher://a.example/1/log/", "gopher://b.example/1/blog/", entry{feed.IDOfSelector("/log/1"), "gopher://a.example/0/log/1"}, entry{feed.IDOfSelector("/blog/1"), "gopher://b.example/0/blog/1"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for name, move := range movers(tt.to) {
				for _, later := range []bool{false, true} {
					s := newStore(t)
					kept := linked(tt.from, tt.kept.id, tt.kept.link)
					kept.Entries[0].Title = "one that is edited" // which the title does not tell
					id := commit(t, s, Check{New: &NewSubscription{URL: tt.from}, State: StateOK, Feed: kept})[0].SubscriptionID
					markAllRead(t, s)
					listed := linked(tt.to, tt.listed.id, tt.listed.link)
					first := at(tt.to)
					if !later {
						first = linked(tt.to, tt.listed.id, tt.listed.link)
						first.Entries[0].Updated = noon.Add(-day) // no newer than what is known
					}
					if got := commit(t, s, move(t, s, id, first))[0]; len(got.New) > 0 {
						t.Errorf("%s: new %q", name, titles(got.New))
					}
					got := check(t, s, id, listed)
					if known := got.Added == 0 && (len(got.New) == 0 || !later); known != (tt.known || !later) {
						t.Errorf("%s: known: %t, want %t (listed later: %t)", name, known, tt.known, later)
					}
					if again := check(t, s, id, listed); again.Added > 0 || again.Updated > 0 {
						t.Errorf("not the same at the next check: %+v", again)
					}
					checkWords(t, s, "the move")
				}
			}
		})
	}
}

// movers are the ways in which a page comes to be at a URL.
func movers(to string) map[string]func(t *testing.T, s *Store, id int64, page *feed.Feed) Check {
	return map[string]func(*testing.T, *Store, int64, *feed.Feed) Check{
		"by its capsule": func(_ *testing.T, _ *Store, id int64, page *feed.Feed) Check {
			return Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, MovedTo: to, Feed: page}
		},
		"by the user": func(t *testing.T, s *Store, id int64, page *feed.Feed) Check {
			setURL(t, s, id, to)
			return Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Feed: page}
		},
	}
}

// What a page takes along to another author's place speaks for nothing there, also once that
// page lists it: a stranger's words and texts would stand for the posts of that author.
func TestMoveSpeaksForNothing(t *testing.T) {
	t.Parallel()
	const evil, ann, to = "gemini://evil.example/", "gemini://host.example/~ann/", "gemini://host.example/~ann/other.gmi"
	for way, move := range movers(to) {
		s := newStore(t)
		lie := at(evil, "b.gmi", "a.gmi")
		lie.Entries[1].Title = "I hate you"
		id := commit(t, s, Check{New: &NewSubscription{URL: evil}, CheckedAt: start, State: StateOK, Feed: lie})[0].SubscriptionID
		savePosts(t, s, model.PostResult{EntryID: entries(t, s, EntryFilter{URLs: []string{evil + "a.gmi"}})[0].ID, Post: aPost("Lies\n")})
		commit(t, s, Check{New: &NewSubscription{URL: ann}, CheckedAt: start.Add(time.Hour), State: StateOK, Feed: at(ann, "a.gmi")})
		commit(t, s, move(t, s, id, at(ann, "b.gmi")))
		checkOwner := func() {
			for _, f := range []EntryFilter{{Distinct: true}, {URLs: []string{ann + "a.gmi"}, Distinct: true}} {
				for _, e := range entries(t, s, f) {
					if e.URL == ann+"a.gmi" && (e.Title != "a.gmi" || e.FeedURL != ann) {
						t.Errorf("%s: %s has the words %q of %s", way, e.URL, e.Title, e.FeedURL)
					}
				}
			}
		}
		checkOwner()
		posts, err := s.LinkedPosts(t.Context(), []string{address.KeyOf(ann + "a.gmi"), address.KeyOf(evil + "a.gmi")})
		if err != nil || len(posts) != 2 || posts[0].Author == posts[1].Author {
			t.Errorf("%s: posts %+v, %v", way, posts, err)
		}
		if got := check(t, s, id, at(ann, "b.gmi", "a.gmi")); got.Added > 0 || got.Updated != 1 {
			t.Errorf("%s: changes %+v by what is listed later", way, got)
		}
		checkOwner()
		if p, kept, err := s.Post(t.Context(), 1); !kept || p.URL != pageURL+"a.gmi" || err != nil {
			t.Errorf("%s: the text of the old place is of %q, %v", way, p.URL, err)
		}
		if p, kept, err := s.Post(t.Context(), 3); kept || err != nil {
			t.Errorf("%s: the text of the old place stands for the post of another: %+v, %v", way, p, err)
		}
	}
}

// Posts that are dated ahead are not known at another author's place unless they are there:
// a page could list what it expects.
func TestMoveEnds(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	f := at(pageURL, "2027.gmi", "a.gmi")
	f.Entries[0].Updated = start.AddDate(1, 0, 0)
	id := subscribe(t, s, f)
	markAllRead(t, s)
	commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})
	for _, url := range []string{to, pageURL} {
		page := at(url, "2027.gmi", "a.gmi")
		page.Entries = page.Entries[:1]
		page.Entries[0].Updated = start.AddDate(1, 0, 0)
		if got := check(t, s, id, page); len(got.New) != 1 {
			t.Errorf("%s: known beforehand: %+v", page.Entries[0].Link, got)
		}
	}
}

// A page that listed a coming post of another author's, dated far ahead, hides it at that
// author's place in no way.
func TestMoveToDatedAhead(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	decoys := at(to, "guess")
	decoys.Entries[0].Updated = start.AddDate(36, 0, 0)
	for way, move := range movers(to) {
		s := newStore(t)
		id := subscribe(t, s, decoys)
		markAllRead(t, s)
		page := at(to, "guess")
		page.Entries[0].Updated = start.AddDate(0, 0, 3)
		if got := commit(t, s, move(t, s, id, page)); len(got[0].New) != 1 {
			t.Errorf("%s: changes %+v", way, got)
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
	commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to)})
	check(t, s, id, linked(to, to+"1", to+"1"))
	if got := entries(t, s, EntryFilter{}); len(got) != 1 || !got[0].Starred || !got[0].Unread || got[0].ID != 2 {
		t.Errorf("got %+v", got)
	}
}

// What is unknown where a page is read first after a move arrives read if it is no newer
// than all that is known.
func TestMoveArrivesRead(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	for name, tt := range map[string]struct {
		prepare func(t *testing.T, s *Store)
		want    []string
	}{
		"read":            {func(t *testing.T, s *Store) { markAllRead(t, s) }, []string{"newer"}},
		"all were pruned": {func(t *testing.T, s *Store) { markAllRead(t, s); prune(t, s, EntryFilter{}) }, []string{"newer"}},
		"one is dated 2062": {func(t *testing.T, s *Store) {
			ahead := at(pageURL, "ahead")
			ahead.Entries[0].Updated = noon.AddDate(36, 0, 0)
			check(t, s, 1, ahead)
			markAllRead(t, s)
		}, []string{"newer"}}, // start is before it
		"all were pruned, and one is dated 2062": {func(t *testing.T, s *Store) {
			ahead := at(pageURL, "ahead")
			ahead.Entries[0].Updated = noon.AddDate(36, 0, 0)
			check(t, s, 1, ahead)
			markAllRead(t, s)
			prune(t, s, EntryFilter{})
		}, []string{"newer"}},
	} {
		for way, move := range movers(to) {
			s := newStore(t)
			f := at(pageURL, "b", "a")
			id := subscribe(t, s, f)
			tt.prepare(t, s)
			there := at(to, "newer", "same day", "older")
			for i := range there.Entries {
				there.Entries[i].ID = "urn:" + there.Entries[i].Title
			}
			there.Entries[0].Updated = start.Add(2 * time.Hour)
			there.Entries[1].Updated = noon
			got := commit(t, s, move(t, s, id, there))[0]
			if diff := cmp.Diff(tt.want, titles(got.New)); diff != "" {
				t.Errorf("%s, %s: new (-want +got):\n%s", name, way, diff)
			}
			if again := commit(t, s, Check{SubscriptionID: id, CheckedAt: start.Add(2 * day), State: StateOK, Feed: there})[0]; again.Added+again.Updated > 0 {
				t.Errorf("%s, %s: changes by the same page once more: %+v", name, way, again)
			}
		}
	}
}

// Two entries that become one by a move have the marks of both, and the post of either.
func TestMoveJoins(t *testing.T) {
	t.Parallel()
	for _, kept := range []string{"log/", ""} { // whose post is kept
		s := newStore(t)
		const root = "gemini://example.org/"
		f, after := at(root, "log/a", "a", "log/b", "b"), at(root, "a", "b")
		after.Entries[0].Updated, after.Entries[1].Updated = f.Entries[1].Updated, f.Entries[3].Updated
		id := subscribe(t, s, f)
		one := func(name string) EntryFilter { return EntryFilter{URLs: []string{root + name}} }
		for _, name := range []string{"log/a", "b"} {
			if _, err := s.SetUnread(t.Context(), one(name), false); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.SetStarred(t.Context(), one("a"), true); err != nil {
			t.Fatal(err)
		}
		savePosts(t, s, model.PostResult{EntryID: entries(t, s, one(kept+"a"))[0].ID, Post: aPost("Words\n")})
		got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: root, Feed: after})[0]
		if len(got.New) > 0 || got.Added > 0 {
			t.Errorf("changes %+v", got)
		}
		list := entries(t, s, EntryFilter{})
		if len(list) != 2 || list[0].URL != root+"a" || list[0].Unread || !list[0].Starred || list[1].Unread || list[1].Starred {
			t.Errorf("entries %+v", list)
		}
		if _, isKept, err := s.Post(t.Context(), list[0].ID); !isKept || err != nil {
			t.Errorf("the post of %sa is gone, %v", kept, err)
		}
		checkWords(t, s, "the move")
	}
}

// Of two entries that become one by a move, the text of the starred one stays; two starred
// ones stay two.
func TestMoveJoinsStarred(t *testing.T) {
	t.Parallel()
	const root = "gemini://example.org/"
	for _, starred := range [][]string{{"a"}, {"log/a"}, {"a", "log/a"}} {
		s := newStore(t)
		before := at(root, "log/a", "a")
		id := subscribe(t, s, before)
		for _, e := range entries(t, s, EntryFilter{}) {
			savePosts(t, s, model.PostResult{EntryID: e.ID, Post: &Post{URL: e.URL, MediaType: "text/gemini", Text: e.Title}})
		}
		for _, name := range starred {
			if _, err := s.SetStarred(t.Context(), EntryFilter{URLs: []string{root + name}}, true); err != nil {
				t.Fatal(err)
			}
		}
		after := at(root, "a")
		after.Entries[0].Updated = before.Entries[1].Updated
		for range 2 {
			commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: root, Feed: after})
		}
		kept := []string{}
		for _, e := range entries(t, s, EntryFilter{StarredOnly: true}) {
			kept = append(kept, keptPost(t, s, e.ID).Text)
		}
		slices.Sort(kept)
		if diff := cmp.Diff(starred, kept); diff != "" {
			t.Errorf("texts of starred entries (-want +got):\n%s", diff)
		}
		checkWords(t, s, "the move")
	}
}

// A starred entry of the author to whose place its page moves keeps its text when the page
// lists it there, though it is reported as new.
func TestMoveReplacesStarred(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/"
	s := newStore(t)
	id := subscribe(t, s, linked(pageURL, to+"x", to+"x"))
	savePosts(t, s, model.PostResult{EntryID: 1, Post: &Post{URL: to + "x", MediaType: "text/gemini", Text: "Words\n"}})
	if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
		t.Fatal(err)
	}
	commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to)})
	if got := check(t, s, id, linked(to, to+"x", to+"x")); len(got.New) != 1 || got.New[0].ID == 1 {
		t.Errorf("changes %+v", got)
	}
	list := entries(t, s, EntryFilter{StarredOnly: true})
	if len(list) != 1 || keptPost(t, s, list[0].ID).Text != "Words\n" {
		t.Errorf("starred entries %+v", list)
	}
	checkWords(t, s, "the move")
}

// Where the new folder lies in the old one, the ref of one entry becomes that of another.
func TestMoveIntoFolder(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"gemini://example.org/log/log/", "gemini://example.org/"} {
		s := newStore(t)
		id := subscribe(t, s, at(pageURL, "a", "log/a", "log/log/a"))
		markAllRead(t, s)
		commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to)})
		if got := check(t, s, id, at(to, "a", "log/a", "log/log/a")); got.Added > 0 || got.Updated > 0 {
			t.Errorf("%s: changes %+v", to, got)
		}
	}
}

// A page whose feed has stable ids, or absolute links, has the same entries after a move,
// with their marks.
func TestMoveWithStableIDs(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	for name, pages := range map[string][2]*feed.Feed{
		"Atom ids":       {linked(pageURL, "urn:1", pageURL+"a"), linked(to, "urn:1", to+"a")},
		"absolute links": {linked(pageURL, pageURL+"a", pageURL+"a"), linked(to, pageURL+"a", pageURL+"a")},
		"of a third":     {linked(pageURL, "gemini://x.example/a", "gemini://x.example/a"), linked(to, "gemini://x.example/a", "gemini://x.example/a")},
	} {
		for way, move := range movers(to) {
			s := newStore(t)
			id := subscribe(t, s, pages[0]) // unread
			if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
				t.Fatal(err)
			}
			got := commit(t, s, move(t, s, id, pages[1]))[0]
			list := entries(t, s, EntryFilter{})
			if len(got.New) > 0 || len(list) != 1 || list[0].ID != 1 || !list[0].Unread || !list[0].Starred || list[0].URL != pages[1].Entries[0].Link {
				t.Errorf("%s, %s: changes %+v, entries %+v", name, way, got, list)
			}
		}
	}
}

// A page that moves there and back, or on and on, tells nothing twice, and keeps its marks.
func TestMoveChain(t *testing.T) {
	t.Parallel()
	for name, places := range map[string][]string{
		"there and back": {"gemini://new.example/log/", pageURL, "gemini://new.example/log/", pageURL},
		"a chain":        {"gemini://b.example/~me/", "gemini://c.example/users/me/log/", "gemini://c.example/", "gemini://d.example/x/y/feed.gmi"},
		"to Gopher":      {"gopher://example.org/1/log/", pageURL, "gopher://example.org/1/log/", pageURL},
	} {
		for _, listed := range []int{4, 2} { // all posts, and the newest alone
			s := newStore(t)
			names := []string{"d.txt", "c.txt", "b.txt", "a.txt"}
			id := subscribe(t, s, at(pageURL, names...))
			markAllRead(t, s)
			if _, err := s.SetStarred(t.Context(), EntryFilter{URLs: []string{pageURL + "c.txt"}}, true); err != nil {
				t.Fatal(err)
			}
			for i, to := range places {
				f := at(folderOf(parsed(to)).String(), names[:listed]...)
				if strings.HasPrefix(to, "gopher:") {
					for i, name := range names[:listed] {
						f.Entries[i].ID, f.Entries[i].Link = feed.IDOfSelector("/log/"+name), "gopher://example.org/0/log/"+name
					}
				}
				setURL(t, s, id, to)
				got := check(t, s, id, f)
				list := entries(t, s, EntryFilter{})
				if len(got.New) > 0 || got.Added > 0 || len(list) != 4 || !list[1].Starred || list[0].URL != f.Entries[0].Link {
					t.Errorf("%s, move %d, %d listed: changes %+v, entries %+v", name, i, listed, got, list)
				}
			}
			last := folderOf(parsed(places[len(places)-1])).String()
			if got := check(t, s, id, at(last, names...)); got.Added > 0 && !strings.Contains(name, "Gopher") {
				t.Errorf("%s, %d listed: %d are new where all are listed", name, listed, got.Added)
			}
		}
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

// What another page listed as coming posts is not known where the user brings the page back.
func TestMoveUndone(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/other/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "b", "a"))
	markAllRead(t, s)
	for range 3 {
		commit(t, s, Check{SubscriptionID: id, State: StateOK, CheckedAt: start.Add(time.Hour), MovedTo: to, Feed: linked(to, pageURL+"c", pageURL+"c")})
		markAllRead(t, s)
		setURL(t, s, id, pageURL)
		if got := check(t, s, id, at(pageURL, "b", "a")); len(got.New) > 0 {
			t.Errorf("new %q", titles(got.New))
		}
		if got := check(t, s, id, at(pageURL, "c")); len(got.New) != 1 {
			t.Error("the decoy is known")
		}
		if _, err := s.db.ExecContext(t.Context(), `DELETE FROM entry WHERE ref = ?`, pageURL+"c"); err != nil {
			t.Fatal(err)
		}
	}
}

// What was pruned does not come back where the page moves. Later posts are new there.
func TestMovePruned(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "b", "a"))
	markAllRead(t, s)
	prune(t, s, EntryFilter{})
	got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: to, Feed: at(to, "b", "a")})[0]
	if got.Added > 0 {
		t.Errorf("%d entries came back", got.Added)
	}
	c := at(to, "c", "b", "a")
	c.Entries[0].Updated = noon.Add(day)
	if got := check(t, s, id, c); len(got.New) != 1 || got.Added != 1 {
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

// That a person ignores robots.txt of one authority says nothing about another one.
func TestIgnoreRobotsAfterMove(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		to            string
		before, after bool
	}{
		{pageURL + "new/", true, true},
		{pageURL + "new/", false, false},
		{"gemini://other.example/log/", true, false},
		{"gemini://other.example/log/", false, false},
	} {
		s := newStore(t)
		id := commit(t, s, Check{New: &NewSubscription{URL: pageURL, IgnoreRobots: tt.before}, Feed: page(), State: StateOK})[0].SubscriptionID
		commit(t, s, Check{SubscriptionID: id, MovedTo: tt.to, Feed: page(), State: StateOK})
		if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.URL != tt.to || sub.IgnoreRobots != tt.after {
			t.Errorf("moved to %s, ignoring robots.txt %t: %s, %t", tt.to, tt.before, sub.URL, sub.IgnoreRobots)
		}
	}
}
