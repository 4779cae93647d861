package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

// at returns a page at a URL with an entry for each name, newest first; the name follows url in
// its link.
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
			id := commit(t, s, Check{Subscription: &Subscription{URL: from, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: at(from, "b.gmi", "a.gmi")})[0].SubscriptionID
			if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{from + "a.gmi"}}, false); err != nil {
				t.Fatal(err)
			}
			got := commit(t, s, Check{Subscription: byID(id), State: StateOK, MovedTo: tt.to, Feed: tt.page})[0]
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

// If another subscription has the new URL, nothing is stored, and neither feed gets entries of the
// other.
func TestMoveToTakenURL(t *testing.T) {
	t.Parallel()
	const taken = "gemini://new.example/log/"
	s := newStore(t)
	victim := commit(t, s, Check{
		Subscription: &Subscription{URL: taken, Tags: []string{"new"}, Backlog: new(-1)}, State: StateOK,
		CheckedAt: start, Feed: at(taken, "b.gmi", "a.gmi"),
	})[0].SubscriptionID
	decoys := at(taken, "c.gmi", "b.gmi", "a.gmi")
	evil := commit(t, s, Check{
		Subscription: &Subscription{URL: pageURL, Title: "Evil", Tags: []string{"old"}, Interval: 6 * time.Hour},
		State:        StateOK, CheckedAt: start, Feed: decoys,
	})[0].SubscriptionID
	mute(t, s, Mute{Pattern: "c.gmi", SubscriptionID: evil})
	before := subscriptions(t, s, SubscriptionFilter{})

	got := commit(t, s, Check{
		Subscription: byID(evil), CheckedAt: start.Add(time.Hour), State: StateOK,
		MovedTo: taken, Feed: decoys,
	})[0]
	if !isTaken(got) || len(got.New) > 0 {
		t.Errorf("changes %+v", got)
	}
	if diff := cmp.Diff(before, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
	if got := check(t, s, victim, at(taken, "c.gmi", "b.gmi", "a.gmi")); got.Added != 1 || len(got.New) != 1 {
		t.Errorf("the real post did not arrive unread: %+v", got)
	}
	checkWords(t, s, "the move")
}

// If two pages move to one URL in the same batch, the first gets the URL.
func TestMoveToOneURL(t *testing.T) {
	t.Parallel()
	const one, two, to = "gemini://one.example/", "gemini://two.example/", "gemini://new.example/"
	s := newStore(t)
	for _, url := range []string{one, two} {
		commit(t, s, Check{Subscription: &Subscription{URL: url}, State: StateOK, Feed: at(url, "a.gmi")})
	}
	got := commit(t, s,
		Check{Subscription: byID(1), State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")},
		Check{Subscription: byID(2), State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})
	if !got[0].Moved || isTaken(got[0]) || got[1].Moved || !isTaken(got[1]) {
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

// If the user changes the URL, entries and marks stay, as after a move.
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
	commit(t, s, Check{Subscription: byID(id), State: StateFailing, Err: errors.New("51")}) // it has to wait
	next := at(to, "b.gmi", "a.gmi")
	next.Entries = append([]feed.Entry{titled(to+"c.gmi", "c.gmi", 1)}, next.Entries...)
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

// titled is an entry at a link, days after noon; without a date for anyDay.
func titled(link, title string, days int) feed.Entry {
	e := feed.Entry{ID: link, Link: link, Title: title}
	if days != anyDay {
		e.Updated = noon.Add(time.Duration(days) * day)
	}
	return e
}

const anyDay = 99

// TestMoveMatches has the rules by which entries are recognised if a page is read at another URL.
// All entries of the former page are starred and have the numbers 1, 2 and so on.
func TestMoveMatches(t *testing.T) {
	t.Parallel()
	const to, third = "gemini://new.example/log/", "gemini://third.example/"
	for _, tt := range []struct {
		name          string
		before, after []feed.Entry
		want          string // numbers of the entries that the page lists then; those above that are new, with ! if they are unread
	}{
		{"equal title and date", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"x/y?z", "A", 0)}, "1"},
		{"links of a third", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(third+"a", "A", 0)}, "1"},
		{"the same link", []feed.Entry{titled(third+"a", "A", 0)}, []feed.Entry{titled(third+"a", "B", 0)}, "1"},
		{"another title", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"a", "B", 0)}, "2"},
		{"another date, not later", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"a", "A", -1)}, "2"},
		{"a later date", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"a", "A", 1)}, "2!"},
		{"two kept ones", []feed.Entry{titled(pageURL+"a", "A", 0), titled(pageURL+"b", "A", 0)}, []feed.Entry{titled(to+"a", "A", 0)}, "3"},
		{"two unknown ones", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"a", "A", 0), titled(to+"b", "A", 0)}, "3 2"},
		{"one of two is listed", []feed.Entry{titled(pageURL+"a", "A", 0), titled(third+"b", "A", 0)}, []feed.Entry{titled(to+"a", "A", 0), titled(third+"b", "A", 0)}, "1 2"},
		{"the kept one is listed", []feed.Entry{titled(third+"a", "A", 0)}, []feed.Entry{titled(third+"a", "A", 0), titled(to+"a", "A", 0)}, "1 2"},
		{"without dates", []feed.Entry{titled(pageURL+"a", "A", anyDay)}, []feed.Entry{titled(to+"a", "A", anyDay), titled(to+"b", "B", anyDay)}, "1 2"},
		{"no longer dated", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"a", "A", anyDay)}, "1"},
		{"now dated", []feed.Entry{titled(pageURL+"a", "A", anyDay)}, []feed.Entry{titled(to+"a", "A", 0)}, "2"},
		{"once with its date and once without", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"a", "A", 0), titled(to+"b", "A", anyDay)}, "1 2"},
		{"two kept titles and no date", []feed.Entry{titled(pageURL+"a", "A", 0), titled(pageURL+"b", "A", 1)}, []feed.Entry{titled(to+"a", "A", anyDay)}, "3"},
		{"later than all", []feed.Entry{titled(pageURL+"a", "A", 0)}, []feed.Entry{titled(to+"c", "C", 2), titled(to+"b", "B", 1), titled(to+"a", "A", 0)}, "3! 2! 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for way, move := range movers(to) {
				for _, cut := range []bool{false, true} {
					s := newStore(t)
					id := commit(t, s, Check{Subscription: &Subscription{URL: pageURL}, CheckedAt: start, State: StateOK, Feed: page(reversed(tt.before)...)})[0].SubscriptionID
					fine(t)(s.SetStarred(t.Context(), EntryFilter{}, true))
					c := move(t, s, id, page(tt.after...))
					c.Cut = cut
					commit(t, s, c)
					var got []string
					for _, e := range tt.after {
						list := entries(t, s, EntryFilter{URLs: []string{e.Link}})
						if len(list) != 1 || list[0].Starred != (list[0].ID <= int64(len(tt.before))) {
							t.Fatalf("%s: %s: %+v", way, e.Link, list)
						}
						got = append(got, fmt.Sprint(list[0].ID)+map[bool]string{true: "!"}[list[0].Unread])
					}
					if got := strings.Join(got, " "); got != tt.want {
						t.Errorf("%s, cut %t: the page has %s, want %s", way, cut, got, tt.want)
					}
					if starred := len(entries(t, s, EntryFilter{StarredOnly: true})); starred != len(tt.before) {
						t.Errorf("%s, cut %t: %d starred, want %d", way, cut, starred, len(tt.before))
					}
					if again := check(t, s, id, page(tt.after...)); again.Added+again.Updated+len(again.New) > 0 {
						t.Errorf("%s, cut %t: changes by the same page once more: %+v", way, cut, again)
					}
					checkWords(t, s, "the move")
				}
			}
		})
	}
}

// reversed returns entries in the order of a page, for entries in the order of their numbers.
func reversed(entries []feed.Entry) []feed.Entry {
	entries = slices.Clone(entries)
	slices.Reverse(entries)
	return entries
}

// If a page is always cut off, all its new entries are reported, also at a new URL, unless the
// page lists its former entries with later dates.
func TestAlwaysCut(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	read := func(f *feed.Feed) []string {
		t.Helper()
		c := Check{Subscription: byID(1), CheckedAt: start.Add(time.Hour), State: StateOK, Cut: true, Feed: f}
		return titles(commit(t, s, c)[0].New)
	}
	c := Check{Subscription: &Subscription{URL: pageURL}, CheckedAt: start, State: StateOK, Cut: true, Feed: at(pageURL, "c", "b")}
	commit(t, s, c)
	if got := read(page(titled(pageURL+"c", "c", 0), titled(pageURL+"b", "b", -1), titled(pageURL+"a", "a", -2))); len(got) != 1 {
		t.Errorf("%q are new, want a", got)
	}
	setURL(t, s, 1, to)
	if got := read(page(titled(to+"d", "d", 1), titled(to+"c", "c", 0))); len(got) != 1 {
		t.Errorf("%q are new, want d", got)
	}
	if n := len(entries(t, s, EntryFilter{})); n != 4 {
		t.Errorf("%d entries, want 4", n)
	}
}

// A move lasts until the page is read whole: then the entries that were cut off are recognised.
// After that, links to another capsule are other posts.
func TestMoveLasts(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	for way, move := range movers(to) {
		s := newStore(t)
		id := subscribe(t, s, at(pageURL, "d", "c", "b", "a"))
		markAllRead(t, s)
		first := move(t, s, id, at(to, "d", "c"))
		first.Cut = true
		if got := commit(t, s, first)[0]; got.Added+len(got.New) > 0 || got.Updated != 2 {
			t.Errorf("%s, a part: %+v", way, got)
		}
		if got := check(t, s, id, at(to, "d", "c", "b")); got.Added+len(got.New) > 0 || got.Updated != 1 {
			t.Errorf("%s, the whole page: %+v", way, got)
		}
		if got := check(t, s, id, at(to, "d", "c", "b", "a")); got.Added != 1 || len(got.New) != 1 {
			t.Errorf("%s, after the move: %+v", way, got)
		}
		var links []string
		for _, e := range entries(t, s, EntryFilter{}) {
			links = append(links, e.URL)
		}
		if diff := cmp.Diff([]string{to + "d", to + "c", to + "b", to + "a", pageURL + "a"}, links); diff != "" {
			t.Errorf("%s: links (-want +got):\n%s", way, diff)
		}
	}
}

// movers returns the ways in which a page gets to a URL, by name.
func movers(to string) map[string]func(t *testing.T, s *Store, id int64, page *feed.Feed) Check {
	return map[string]func(*testing.T, *Store, int64, *feed.Feed) Check{
		"by its capsule": func(_ *testing.T, _ *Store, id int64, page *feed.Feed) Check {
			return Check{Subscription: byID(id), CheckedAt: start.Add(day), State: StateOK, MovedTo: to, Feed: page}
		},
		"by the user": func(t *testing.T, s *Store, id int64, page *feed.Feed) Check {
			setURL(t, s, id, to)
			return Check{Subscription: byID(id), CheckedAt: start.Add(day), State: StateOK, Feed: page}
		},
	}
}

// The entries that a page takes to another author's folder never stand for posts there: else the
// texts and ids of a stranger would stand for those of that author.
func TestMoveSpeaksForNothing(t *testing.T) {
	t.Parallel()
	const evil, ann, to = "gemini://evil.example/", "gemini://host.example/~ann/", "gemini://host.example/~ann/other.gmi"
	for way, move := range movers(to) {
		s := newStore(t)
		lie := at(evil, "c.gmi", "b.gmi", "a.gmi")
		lie.Entries[0].ID = ann + "c.gmi"
		id := commit(t, s, Check{Subscription: &Subscription{URL: evil}, CheckedAt: start, State: StateOK, Feed: lie})[0].SubscriptionID
		of := func(url string) Entry {
			return entries(t, s, EntryFilter{URLs: []string{url}, Distinct: true})[0]
		}
		savePosts(t, s, model.PostResult{EntryID: of(evil + "a.gmi").ID, Post: &Post{URL: evil + "a.gmi", MediaType: "text/gemini", Text: "Lies\n"}})
		commit(t, s, Check{Subscription: &Subscription{URL: ann}, CheckedAt: start.Add(time.Hour), State: StateOK, Feed: at(ann, "c.gmi", "a.gmi")})
		commit(t, s, move(t, s, id, at(ann, "x.gmi", "b.gmi", "a.gmi")))
		for range 2 {
			if e := of(ann + "a.gmi"); e.FeedURL != ann {
				t.Errorf("%s: %s has the words of %s", way, e.URL, e.FeedURL)
			} else if p, kept, err := s.Post(t.Context(), e.ID); kept || err != nil {
				t.Errorf("%s: the text of the old place stands for the post of another: %+v, %v", way, p, err)
			}
			if mine, taken := of(evil+"c.gmi"), of(ann+"c.gmi"); mine.KeepsID || !taken.KeepsID {
				t.Errorf("%s: ids stay: of the moved feed %t, of the author's %t", way, mine.KeepsID, taken.KeepsID)
			}
			edited := at(ann, "x.gmi", "b.gmi", "a.gmi")
			edited.Entries[2].Title = "Edited"
			check(t, s, id, edited)
		}
		elsewhere := at(ann, "x.gmi", "b.gmi", "x/a.gmi")
		elsewhere.Entries[2].Title = "Edited"
		check(t, s, id, elsewhere)
		check(t, s, 2, at(ann, "c.gmi", "x/a.gmi"))
		if e := entries(t, s, EntryFilter{IDs: []Range{{1, 1}}})[0]; e.URL != ann+"x/a.gmi" {
			t.Errorf("%s: what was taken along is at %s", way, e.URL)
		}
		if e := of(ann + "x/a.gmi"); e.FeedURL != ann {
			t.Errorf("%s: %s has the words of %s after it was reorganised", way, e.URL, e.FeedURL)
		}
		if p := postAt(t, s, ann+"x/a.gmi"); p.owner.SubscriptionID != 2 {
			t.Errorf("%s: post %+v", way, p)
		}
		if p, kept, err := s.Post(t.Context(), 1); !kept || p.URL != evil+"a.gmi" || p.OtherAuthor || err != nil {
			t.Errorf("%s: the text of the old place: %+v, %v", way, p, err)
		}
	}
}

// If a page is first read after a move, unknown entries arrive read unless they are newer than all
// known ones.
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
			if again := commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(2 * day), State: StateOK, Feed: there})[0]; again.Added+again.Updated > 0 {
				t.Errorf("%s, %s: changes by the same page once more: %+v", name, way, again)
			}
		}
	}
}

// If a feed has stable ids or absolute links, a move changes neither its entries nor their marks.
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

// If a page moves there and back, or on and on, no entry is reported twice, and all marks stay.
func TestMoveChain(t *testing.T) {
	t.Parallel()
	folderOf := func(url string) string { return url[:strings.LastIndexByte(url, '/')+1] }
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
				f := at(folderOf(to), names[:listed]...)
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
			added := 0
			if name == "a chain" {
				added = 4 - listed // these keep their first links
			}
			if got := check(t, s, id, at(folderOf(places[len(places)-1]), names...)); got.Added != added {
				t.Errorf("%s, %d listed: %d are new where all are listed", name, listed, got.Added)
			}
		}
	}
}

// If a page that moved was cut off, its entries are recognised, though the feed keeps its URL
// until the page is read whole.
func TestReadElsewhere(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "c.gmi", "b.gmi", "a.gmi"))
	markAllRead(t, s)
	prune(t, s, EntryFilter{Before: noon.Add(-day)})
	for _, updated := range []int{1, 0} {
		got := commit(t, s, Check{Subscription: byID(id), State: StateOK, ReadAt: to, Cut: true, Feed: at(to, "c.gmi")})[0]
		if got.Moved || got.Added > 0 || got.Updated != updated {
			t.Errorf("changes %+v", got)
		}
	}
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.URL != pageURL {
		t.Errorf("the page lives at %s", sub.URL)
	}
	got := commit(t, s, Check{Subscription: byID(id), State: StateOK, MovedTo: to, Feed: at(to, "c.gmi", "b.gmi", "a.gmi")})[0]
	if !got.Moved || got.Added > 0 || got.Updated != 1 {
		t.Errorf("changes %+v", got)
	}
}

// Pruned entries do not come back when the page moves. Later posts are new there.
func TestMovePruned(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "b", "a"))
	markAllRead(t, s)
	prune(t, s, EntryFilter{})
	got := commit(t, s, Check{Subscription: byID(id), State: StateOK, MovedTo: to, Feed: at(to, "b", "a")})[0]
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
	commit(t, s, Check{Subscription: &Subscription{URL: pageURL}, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})
	if url := subscriptions(t, s, SubscriptionFilter{})[0].URL; url != to {
		t.Errorf("subscribed to %s", url)
	}
}

// The reach of a capsule stays as at the first reading, until the page moves.
func TestReach(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const to = "gemini://other.example/log/"
	id := commit(t, s, Check{Subscription: &Subscription{URL: pageURL}, Feed: page(), State: StateOK, Reach: ReachPublic})[0].SubscriptionID
	for _, test := range []struct {
		movedTo string
		want    Reach
	}{{"", ReachPublic}, {to, ReachLocal}} {
		commit(t, s, Check{Subscription: byID(id), MovedTo: test.movedTo, Feed: page(), State: StateOK, Reach: ReachLocal})
		if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.Reach != test.want {
			t.Errorf("moved to %q: reach %s, want %s", test.movedTo, sub.Reach, test.want)
		}
	}
}

// If a person ignores robots.txt at one authority, this does not hold at another.
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
		id := commit(t, s, Check{Subscription: &Subscription{URL: pageURL, IgnoreRobots: tt.before}, Feed: page(), State: StateOK})[0].SubscriptionID
		commit(t, s, Check{Subscription: byID(id), MovedTo: tt.to, Feed: page(), State: StateOK})
		if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.URL != tt.to || sub.IgnoreRobots != tt.after {
			t.Errorf("moved to %s, ignoring robots.txt %t: %s, %t", tt.to, tt.before, sub.URL, sub.IgnoreRobots)
		}
	}
}
