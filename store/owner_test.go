package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

// linkedAs makes an entry with an id, a link and a title; the title names the feed.
func linkedAs(id, link string, days int, title string) feed.Entry {
	e := post("", days, title)
	e.ID, e.Link = id, link
	return e
}

// follow subscribes to a URL whose entries all arrive unread.
func follow(t *testing.T, s *Store, url string, entries ...feed.Entry) int64 {
	t.Helper()
	f := &feed.Feed{ID: url, Title: url, Updated: noon, Entries: entries}
	return commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: f})[0].SubscriptionID
}

func posts(t *testing.T, s *Store, f EntryFilter) string {
	t.Helper()
	f.Distinct = true
	return strings.Join(titles(entries(t, s, f)), " ")
}

const shared = "gemini://pub.example/~victim/log/post.gmi"

// The entries that a page listed before it moved to the folder of a post's owner do not count as
// the owner's.
func TestPostOfMoved(t *testing.T) {
	t.Parallel()
	const victim, evil = "gemini://pub.example/~victim/log/", "gemini://evil.example/"
	s := newStore(t)
	id := follow(t, s, evil, linkedAs(shared, shared, 5, "decoy"))
	follow(t, s, victim+"atom.xml", linkedAs(shared, shared, 1, "true"))
	commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(time.Hour), State: StateOK, MovedTo: victim, Feed: at(victim, "new")})
	if got := posts(t, s, EntryFilter{}); got != "true new" {
		t.Errorf("got %s, want true new", got)
	}
}

// A post is shown with the words of the feed whose folder contains its link, the deepest folder
// first, whichever feed had it first and whatever the dates.
func TestPostOfOwner(t *testing.T) {
	t.Parallel()
	const own = "own"
	for _, tt := range []struct{ other, owner, want string }{
		{"gemini://evil.example/~victim/log/", "gemini://pub.example/~victim/log/", own},
		{"gemini://pub.example/", "gemini://pub.example/~victim/log/atom.xml", own},
		{"gemini://pub.example/~victim", "gemini://pub.example/~victim/log/", own},
		{"gemini://pub.example/~evil/", "gemini://pub.example/~victim", own},
		{"gemini://pub.example/~evil", "gemini://pub.example/~victim", own},
		{"gemini://pub.example/~evil", "gemini://pub.example/~victim/?all", own},
		{"gemini://pub.example/~vict", "gemini://pub.example/~victim/", own},
		{"gemini://pub.example/~victim/lo/", "gemini://pub.example/index.gmi", own},
		{"gemini://pub.example/?/~victim/log/", "gemini://pub.example/~victim/", own},
		{"gemini://pub.example:1966/~victim/log/", "gemini://pub.example/", own},
		{"gemini://pub.example.evil.example/", "gemini://pub.example/", own},
		{"gemini://evil.example/", "gopher://pub.example/1/users/victim/", own},
		{"gemini://evil.example/", "gemini://pub.example:70/~victim/", own},
		// Nobody owns it: the first seen counts.
		{"gemini://evil.example/", "gemini://other.example/", "first"},
		{"gemini://pub.example/~evil/", "gemini://other.example/", "first"},
	} {
		wantWords(t, shared, tt.other, tt.owner, tt.want)
	}
}

// In a Gopher URL the item type is no folder, and a menu is a folder even without a slash at its
// end.
func TestPostOfGopherOwner(t *testing.T) {
	t.Parallel()
	const post, own = "gopher://pub.example/0/~victim/log/post.txt", "own"
	for _, tt := range []struct{ other, owner, want string }{
		{"gopher://evil.example/1/~victim/log/", "gopher://pub.example/1/~victim/log/", own},
		{"gopher://pub.example/1/~evil/", "gopher://pub.example/1/~victim", own},
		{"gopher://pub.example/1~evil", "gopher://pub.example/1~victim", own},
		{"gopher://pub.example/", "gopher://pub.example/1/~victim/log", own},
		{"gopher://pub.example/", "gopher://pub.example/1/~victim/log/phlog.gph", own},
		{"gopher://pub.example/", "gopher://pub.example/1/~victim/log/gophermap", own},
		{"gopher://pub.example/", "gopher://pub.example/0/~victim/log/atom.xml", own},
		{"gopher://evil.example/", "gopher://pub.example/", own},
		{"gopher://evil.example/", "gopher://pub.example/1/", own},
		{"gopher://pub.example/1/~vict", "gopher://pub.example/1/~victim", own},
		{"gophers://pub.example/1/~victim/", "gopher://pub.example/1/~victim", own},
		{"gopher://pub.example:71/1/~victim/", "gopher://pub.example/", own},
		// Nobody owns it: the first seen counts.
		{"gopher://pub.example/1~evil", "gopher://other.example/", "first"},
		{"gopher://pub.example/1/evil", "gopher://other.example/", "first"},
		{"gopher://pub.example/0~evil/atom.xml", "gopher://other.example/", "first"},
	} {
		wantWords(t, post, tt.other, tt.owner, tt.want)
	}
	// A menu among others in a folder of users speaks for its own user.
	wantWords(t, "gopher://pub.example/0/users/victim/a.txt", "gopher://pub.example/1/users/evil", "gopher://pub.example/", own)
}

// wantWords checks which of two feeds with a link gives the words of its post: evil, own or first.
func wantWords(t *testing.T, link, evilURL, ownURL, want string) {
	t.Helper()
	for _, evilFirst := range []bool{true, false} {
		s := newStore(t)
		subs := []func(){
			func() { follow(t, s, evilURL, linkedAs("x", link, 9, "evil")) },
			func() { follow(t, s, ownURL, linkedAs("y", link, 1, "own")) },
		}
		wanted := want
		if want == "first" {
			wanted = map[bool]string{true: "evil", false: "own"}[evilFirst]
		}
		if !evilFirst {
			slices.Reverse(subs)
		}
		subs[0]()
		subs[1]()
		if got := posts(t, s, EntryFilter{}); got != wanted {
			t.Errorf("%s and %s, evil first %v: %s, want %s", evilURL, ownURL, evilFirst, got, wanted)
		}
	}
}

// Entries that a filter leaves out do not decide which entry is shown.
func TestPostWithinFilter(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	follow(t, s, "gemini://evil.example/", linkedAs("x", shared, 9, "evil"))
	follow(t, s, "gemini://pub.example/", linkedAs(shared, shared, 1, "own"))
	for _, tt := range []struct {
		name string
		f    EntryFilter
		want string
	}{
		{"all", EntryFilter{}, "own"},
		{"feed", EntryFilter{Subscriptions: []int64{1}}, "evil"},
		{"feeds", EntryFilter{Subscriptions: []int64{1, 2}}, "own"},
		{"unread", EntryFilter{UnreadOnly: true}, "own"},
		{"since", EntryFilter{Since: noon.Add(5 * day)}, ""}, // its own date counts
	} {
		if got := posts(t, s, tt.f); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if _, err := s.SetUnread(t.Context(), EntryFilter{Subscriptions: []int64{2}}, false); err != nil {
		t.Fatal(err)
	}
	if got := posts(t, s, EntryFilter{UnreadOnly: true}); got != "evil" {
		t.Errorf("unread in one feed alone: %q", got)
	}
	if got := posts(t, s, EntryFilter{}); got != "own" {
		t.Errorf("read in one feed: %q", got)
	}
}

// If a feed has a link more than once, a list shows all these entries, whatever other feeds have.
func TestPostsOfOneLink(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const page = "gemini://pub.example/news.gmi"
	follow(t, s, "gemini://evil.example/", linkedAs("1", page, 9, "evil1"), linkedAs("2", page, 8, "evil2"), linkedAs(page, page, 7, "evil3"))
	follow(t, s, "gemini://other.example/", linkedAs("1", page, 9, "other"))
	if got, want := posts(t, s, EntryFilter{}), "evil1 other evil2 evil3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	follow(t, s, "gemini://pub.example/", linkedAs("1", page, 3, "own1"), linkedAs("2", page, 2, "own2"))
	if got, want := posts(t, s, EntryFilter{}), "evil1 other evil2 evil3 own1 own2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Ids are not compared across feeds: two blogs that number their posts lose none. In merged exports
// only an id that is a link of its feed stays: a feed may state any other feed's.
func TestPostsOfEqualIDs(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const own = "gemini://pub.example/1.gmi"
	follow(t, s, "gemini://evil.example/", linkedAs("1", "gemini://evil.example/1", 9, "e1"), linkedAs(own, "gemini://evil.example/2", 8, "e2"))
	follow(t, s, "gemini://pub.example/", linkedAs(own, own, 7, "p1"), linkedAs("1", "gemini://pub.example/one", 6, "p2"))
	var got []string
	for _, e := range entries(t, s, EntryFilter{Distinct: true}) {
		got = append(got, fmt.Sprint(e.Title, e.KeepsID))
	}
	if diff := cmp.Diff([]string{"e1false", "e2false", "p1true", "p2false"}, got); diff != "" {
		t.Errorf("title and whether its id stays (-want +got):\n%s", diff)
	}
}

// Feeds that repeat one link by the thousand cost no more than others do: work for
// each pair of entries would take minutes.
func TestPostsOfHostileLink(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const n = 5000
	for _, host := range []string{"one", "two", "three"} {
		many := make([]feed.Entry, n)
		for i := range many {
			many[i] = linkedAs(fmt.Sprint(i), shared, 0, host)
		}
		follow(t, s, "gemini://"+host+".example/", many...)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, f := range []EntryFilter{{}, {UnreadOnly: true}} {
		f.Distinct = true
		got := 0
		for _, err := range s.Entries(ctx, f) {
			if err != nil {
				t.Fatal(err)
			}
			got++
		}
		if got != 3*n {
			t.Errorf("%d entries, want %d", got, 3*n)
		}
	}
}

// A mark that a person sets on an entry is also set on the same post in other feeds, but not on
// entries that share their link within a feed.
func TestMarksReachPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	follow(t, s, "gemini://one.example/", linkedAs("1", shared, 2, "one"), linkedAs("2", "gemini://b.example/", 1, "b"))
	follow(t, s, "gemini://two.example/", linkedAs(shared, shared, 3, "two"))
	follow(t, s, "gemini://three.example/", linkedAs("x", shared, 4, "x"), linkedAs("y", shared, 4, "y"))
	for _, f := range []EntryFilter{{IDs: []Range{{2, 2}}}, {URLs: []string{shared}, Subscriptions: []int64{1}}} {
		c, err := s.SetUnread(t.Context(), f, false)
		if got := titles(entries(t, s, EntryFilter{UnreadOnly: true})); err != nil || c.Entries != 2 || len(got) != 3 {
			t.Errorf("%+v: %d changed, error %v, unread %v", f, c.Entries, err, got)
		}
		if _, err := s.SetUnread(t.Context(), EntryFilter{}, true); err != nil {
			t.Fatal(err)
		}
	}
	// Filters stay within their own feed.
	if c, err := s.SetUnread(t.Context(), EntryFilter{Subscriptions: []int64{2}}, false); err != nil || c.Entries != 1 {
		t.Errorf("%d changed, error %v", c.Entries, err)
	}
	if c, err := s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{3, 3}}}, true); err != nil || c.Entries != 2 {
		t.Errorf("%d starred, error %v", c.Entries, err)
	}
}

// If a feed turns the link of its entry to another author's post, the kept text stays under its
// URL and does not become the text of that post.
func TestPostStaysAtItsLink(t *testing.T) {
	t.Parallel()
	const own, evil = "gemini://evil.example/post.gmi", "gemini://evil.example/"
	fetched := &Post{URL: own, MediaType: "text/gemini", FetchedAt: start, Text: "forged"}
	carried := *fetched
	carried.FromFeed = true
	for name, p := range map[string]*Post{"fetched": fetched, "carried": &carried} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := follow(t, s, evil, linkedAs("y", own+"y", 2, "Another"), linkedAs("x", own, 1, "A post"))
			savePosts(t, s, model.PostResult{EntryID: 1, Post: p}, model.PostResult{EntryID: 2, Post: p})
			turned := &feed.Feed{ID: evil, Updated: noon, Entries: []feed.Entry{linkedAs("y", own+"y", 2, "Another"), linkedAs("x", shared, 1, "A post")}}
			check(t, s, id, turned)
			if p, kept, err := s.Post(t.Context(), 1); !kept || p.URL != own || !p.OtherAuthor || err != nil {
				t.Errorf("kept: %+v, %v", p, err)
			}
			follow(t, s, "gemini://pub.example/~victim/log/", linkedAs(shared, shared, 1, "The post"))
			if p, kept, err := s.Post(t.Context(), 3); kept || err != nil {
				t.Errorf("shown as the other's post: %+v, %v", p, err)
			}
			if got := wanted(t, s, start.Add(day)); !slices.Contains(got, "The post") {
				t.Errorf("wanted: %q, without the other's post", got)
			}
			if p, kept, err := s.Post(t.Context(), 2); !kept || p.OtherAuthor || err != nil {
				t.Errorf("kept of the link that stayed: %+v, %v", p, err)
			}
		})
	}
}

// If a feed turns its entry to another post during a request, the fetched text is not stored as
// that post.
func TestPostThatCameLate(t *testing.T) {
	t.Parallel()
	const own, evil = "gemini://evil.example/post.gmi", "gemini://evil.example/"
	for link, want := range map[string]bool{own: false, shared: true, "": true} {
		s := newStore(t)
		id := follow(t, s, evil, linkedAs("x", own, 1, "A post"))
		check(t, s, id, &feed.Feed{ID: evil, Updated: noon, Entries: []feed.Entry{linkedAs("x", shared, 1, "A post")}})
		savePosts(t, s, model.PostResult{EntryID: 1, Link: link, Post: aPost("Words\n")})
		if _, kept, err := s.Post(t.Context(), 1); kept != want || err != nil {
			t.Errorf("asked for %q: kept %t, %v", link, kept, err)
		}
	}
}

// If a page moves, its texts stay, as texts of their author.
func TestPostsOfPageThatMoves(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"gemini://evil.example/new/", "gemini://pub.example/~victim/l/"} {
		s := newStore(t)
		const from = "gemini://evil.example/log/"
		id := commit(t, s, Check{Subscription: &Subscription{URL: from, Backlog: new(-1)}, CheckedAt: start, Feed: at(from, "a")})[0].SubscriptionID
		savePosts(t, s, model.PostResult{EntryID: 1, Post: &Post{URL: from + "a", MediaType: "text/gemini", Text: "Words\n"}})
		commit(t, s, Check{Subscription: byID(id), MovedTo: to, CheckedAt: start.Add(day), State: StateOK, Feed: at(to, "a")})
		if list := entries(t, s, EntryFilter{}); len(list) != 1 || list[0].ID != 1 {
			t.Fatalf("entries %+v", list)
		}
		if p, kept, err := s.Post(t.Context(), 1); !kept || p.URL != from+"a" || p.OtherAuthor || err != nil {
			t.Errorf("moved to %s: kept %+v, %v", to, p, err)
		}
		if p := postAt(t, s, to+"a"); p.Author != "evil.example" {
			t.Errorf("moved to %s: %+v", to, p)
		}
	}
}
