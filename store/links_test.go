package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// addLog subscribes to a page of an author with entries 1.gmi, 2.gmi and so on, each of a
// day, and returns the subscription's number.
func addLog(t testing.TB, s *Store, author string, days ...int) int64 {
	t.Helper()
	url := "gemini://" + author + ".example/"
	f := &feed.Feed{ID: url, Title: author, Updated: noon}
	for i, days := range days {
		id := fmt.Sprintf("%s%d.gmi", url, i+1)
		f.Entries = append(f.Entries, feed.Entry{ID: id, Link: id, Title: author, Updated: noon.Add(time.Duration(days) * day)})
	}
	return commit(t, s, Check{
		Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Format: "gemtext", Feed: f,
	})[0].SubscriptionID
}

// keep stores a post for an entry; its lines are the links.
func keep(t testing.TB, s *Store, url string, links ...string) {
	t.Helper()
	var text strings.Builder
	for _, l := range links {
		fmt.Fprintf(&text, "=> %s\n", l)
	}
	text.WriteString("end\n")
	found := entries(t, s, EntryFilter{URLs: []string{url}})
	if len(found) == 0 {
		t.Fatalf("no entry %s", url)
	}
	p := &Post{URL: url, MediaType: "text/gemini", FetchedAt: start, Size: text.Len(), Text: text.String()}
	if err := s.Commit(t.Context(), withLinks(Batch{Posts: []*model.PostResult{{EntryID: found[0].ID, Post: p}}})); err != nil {
		t.Fatal(err)
	}
}

// storedLinks lists the links that are stored.
func storedLinks(t *testing.T, s *Store) string {
	t.Helper()
	return strings.Join(texts(t, s.db, `
		SELECT l.entry_id || ' ' || l.url FROM post_link l ORDER BY l.entry_id, l.page`), "\n")
}

func expectLinks(t *testing.T, s *Store, want ...string) {
	t.Helper()
	if got := storedLinks(t, s); got != strings.Join(want, "\n") {
		t.Errorf("the links are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestLinksAreKept(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ann, bob := addLog(t, s, "ann", 1, 2), addLog(t, s, "bob", 3)
	keep(t, s, "gemini://ann.example/1.gmi", "/2.gmi", "1.gmi#top", "gopher://bob.example/0/1.gmi", "//me:x@bob.example/1.gmi/", "mailto:x@y.example")
	keep(t, s, "gemini://bob.example/1.gmi", "gopher://ann.example/0/2.gmi", "gemini://ann.example/1.gmi")
	expectLinks(t, s, "2 gopher://bob.example/0/1.gmi", "3 gemini://ann.example/1.gmi", "3 gopher://ann.example/0/2.gmi")

	keep(t, s, "gemini://ann.example/1.gmi", "gemini://bob.example/")
	want := []string{"2 gemini://bob.example/", "3 gemini://ann.example/1.gmi", "3 gopher://ann.example/0/2.gmi"}
	expectLinks(t, s, want...)

	if err := s.Remove(t.Context(), []int64{ann}); err != nil {
		t.Fatal(err)
	}
	expectLinks(t, s, want[1:]...)
	if _, err := s.Undo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	expectLinks(t, s, want...)

	markAllRead(t, s)
	if _, err := s.Prune(t.Context(), EntryFilter{WithPost: true, Subscriptions: []int64{bob}}); err != nil {
		t.Fatal(err)
	}
	expectLinks(t, s, want[0])
	if _, err := s.LimitPosts(t.Context(), PostRoom{}); err != nil {
		t.Fatal(err)
	}
	expectLinks(t, s)
}

// Two pages are the same only if their URLs are equal. Earlier a number stood for a page: these
// two URLs have equal numbers.
func TestPagesOfOneNumber(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const ann, evil = "gemini://pub.example/~ann/163602", "gemini://pub.example/~evil/286355"
	follow(t, s, ann[:len("gemini://pub.example/~ann/")], linkedAs(ann, ann, 1, "Ann"))
	follow(t, s, evil[:len("gemini://pub.example/~evil/")], linkedAs(evil, evil, 0, "Evil"))
	keep(t, s, evil)
	keep(t, s, ann)
	for url, want := range map[string]string{ann: "1", evil: "2"} {
		if p := postAt(t, s, url); fmt.Sprint(p.owner.ID) != want {
			t.Errorf("%s: %+v", url, p)
		}
	}
}

// A post counts as growing if it came back longer twice.
func TestGrowths(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	addLog(t, s, "ann", 1)
	for i, links := range []int{1, 2, 1, 5000, 6000, 6000, 3} {
		keep(t, s, "gemini://ann.example/1.gmi", slices.Repeat([]string{"//bob.example/a/long/path"}, links)...)
		want := fmt.Sprint([]string{"0 1", "1 1", "1 1", "2 0", "3 0", "3 0", "3 0"}[i])
		if got := texts(t, s.db, `SELECT growths || ' ' || joins FROM post`)[0]; got != want {
			t.Errorf("version %d: growths and whether it joins %s, want %s", i, got, want)
		}
	}
}

// Only the links of the newest posts of a feed count.
func TestLinksOfFeed(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	days := make([]int, maxLinkingPosts+5)
	for i := range days {
		days[i] = -i
	}
	addLog(t, s, "mallory", days...)
	addLog(t, s, "ann", 0)
	var batch Batch
	for _, e := range entries(t, s, EntryFilter{}) {
		batch.Posts = append(batch.Posts, &model.PostResult{EntryID: e.ID, Post: &Post{URL: e.URL, MediaType: "text/gemini", Text: "=> //bob.example/\n=> //cid.example/\n"}})
	}
	fine(t)(nil, s.Commit(t.Context(), withLinks(batch)))
	for range 2 {
		fine(t)(s.LimitPosts(t.Context(), DefaultPostRoom()))
		keep(t, s, fmt.Sprintf("gemini://mallory.example/%d.gmi", len(days)), "//bob.example/")
	}
	fine(t)(s.LimitPosts(t.Context(), DefaultPostRoom()))
	got := texts(t, s.db, `
		SELECT COUNT(*) || ' links of ' || COUNT(DISTINCT entry_id) || ' posts, the oldest of ' || DATE(MIN(e.updated), 'unixepoch')
		FROM post_link l JOIN entry e ON e.id = l.entry_id GROUP BY e.subscription_id`)
	want := []string{fmt.Sprintf("%d links of %d posts, the oldest of %s", 2*maxLinkingPosts, maxLinkingPosts, noon.AddDate(0, 0, 1-maxLinkingPosts).Format(time.DateOnly)), "2 links of 1 posts, the oldest of 2026-03-01"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMentions(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	addLog(t, s, "me", 1)
	addLog(t, s, "ann", 2, 3)
	addLog(t, s, "mallory", 4)
	keep(t, s, "gemini://me.example/1.gmi", "/log/")
	keep(t, s, "gemini://ann.example/1.gmi", "gemini://me.example/log/a.gmi", "https://me.example/log", "//me.example/logs/")
	keep(t, s, "gemini://ann.example/2.gmi", "//other.example/log/")
	keep(t, s, "gemini://mallory.example/1.gmi", "gopher://me.example/1/log/b/")
	for under, want := range map[string]string{
		"gemini://me.example/log/": "mallory gopher://me.example/1/log/b/; ann gemini://me.example/log/a.gmi https://me.example/log; ",
		"gemini://me.example/logs": "ann gemini://me.example/logs/; ",
		"gemini://you.example/":    "",
	} {
		all, _, err := s.Mentions(t.Context(), []string{under})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range all {
			got += m.FeedTitle + " " + strings.Join(m.Links, " ") + "; "
		}
		if got != want {
			t.Errorf("%s: %s, want %s", under, got, want)
		}
	}
}

// Mentions can be limited to the posts of some entries.
func TestNewMentions(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	addLog(t, s, "me", 1)
	addLog(t, s, "ann", 2, 3)
	mine := []string{"gemini://me.example/", "gopher://ann.example/0/mine"}
	keep(t, s, "gemini://me.example/1.gmi", "//ann.example/mine/")
	keep(t, s, "gemini://ann.example/1.gmi", "//me.example/a", "//me.example/b")
	found := func(under []string, entries []int64) (titles string) {
		t.Helper()
		all, _, err := s.Mentions(t.Context(), under, entries...)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			titles += fmt.Sprint(m.ID, m.Links)
		}
		return titles
	}
	const ann = "3 [gemini://me.example/a gemini://me.example/b]"
	for _, test := range []struct {
		under   []string
		entries []int64
		want    string
	}{
		{mine[:1], nil, ann},
		{mine, nil, ""}, // all is one's own
		{mine[:1], []int64{2, 3}, ann},
		{mine[:1], []int64{1, 2}, ""},
		{nil, []int64{3}, ""},
	} {
		if got := found(test.under, test.entries); got != test.want {
			t.Errorf("%v of %v: %q, want %q", test.under, test.entries, got, test.want)
		}
	}
}

func keptPost(t *testing.T, s *Store, entry int64) Post {
	t.Helper()
	p, kept, err := s.Post(t.Context(), entry)
	if err != nil || !kept {
		t.Fatal(kept, err)
	}
	return p
}
