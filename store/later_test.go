package store

import (
	"fmt"
	"slices"
	"testing"

	"gemsub/feed"
	"gemsub/internal/model"
)

// keepLater keeps pages and returns the entries that stand for them.
func keepLater(t *testing.T, s *Store, urls ...string) []int64 {
	t.Helper()
	ids, err := s.KeepLater(t.Context(), urls, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// If feeds have a page as one entry, these entries stand for the page; entries that are sections
// of the page do not. Undo also removes an entry that has got its text and title since.
func TestKeepLaterOfFeeds(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const link = "gemini://elsewhere.example/post.gmi"
	for _, url := range []string{"gemini://a.example/", "gemini://b.example/"} {
		commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(0)}, Feed: &feed.Feed{ID: url, Entries: []feed.Entry{{ID: link, Link: link, Title: "Post", Updated: noon}}}})
	}
	tinylog := "gemini://c.example/tinylog.gmi"
	commit(t, s, Check{Subscription: &Subscription{URL: tinylog, Backlog: new(0)}, Feed: &feed.Feed{ID: tinylog, Format: feed.Headings, Entries: []feed.Entry{
		{ID: tinylog + "#1", Link: tinylog, Title: "1", Updated: noon}, {ID: tinylog + "#2", Link: tinylog, Title: "2", Updated: noon},
	}}})
	ids := keepLater(t, s, link, tinylog, link)
	for _, e := range entries(t, s, EntryFilter{}) {
		isKept := e.URL == link || e.FeedURL == model.LaterURL
		if e.Unread != isKept || e.Starred != (e.URL == link) {
			t.Errorf("%+v", e)
		}
	}
	if ids[0] != ids[2] || len(entries(t, s, EntryFilter{UnreadOnly: true})) != 3 {
		t.Errorf("entries %v", ids)
	}
	savePosts(t, s, model.PostResult{EntryID: ids[1], Post: &Post{URL: tinylog, MediaType: "text/gemini", Text: "# A title\n"}})
	if u, err := s.Undo(t.Context(), 0); err != nil || u.Left != 0 || len(entries(t, s, EntryFilter{UnreadOnly: true})) != 0 || len(entries(t, s, EntryFilter{StarredOnly: true})) != 0 {
		t.Errorf("undone: %+v, %v", u, err)
	}
}

// An update fetches all pages kept for later that never had a text, whatever posts the user keeps
// of feeds, and learns which of them a file listed. It fetches no web links and no removed texts.
func TestLaterWanted(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var urls []string
	for i := range 2 * wantedInRun {
		urls = append(urls, fmt.Sprintf("gemini://h%d.example/", i))
	}
	ids := keepLater(t, s, append(urls, "https://web.example/")...)
	if _, err := s.db.ExecContext(t.Context(), `UPDATE entry SET by_file = 1 WHERE id = ?`, ids[1]); err != nil {
		t.Fatal(err)
	}
	savePosts(t, s, model.PostResult{EntryID: ids[0], Post: &Post{URL: urls[0], MediaType: "text/html", Text: "<h1>1 <i>title</i></h1>"}},
		model.PostResult{EntryID: ids[2], Failure: "51 Not found"})
	for _, which := range []model.PostsKept{model.PostsNone, model.PostsAll} {
		wanted, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: which})
		byFile := func(w model.WantedPost) bool { return w.ByFile }
		if i := slices.IndexFunc(wanted, byFile); err != nil || len(wanted) != len(urls)-2 || i < 0 || wanted[i].EntryID != ids[1] {
			t.Errorf("%s: %+v, %v", which, wanted, err)
		}
	}
	if _, err := s.LimitPosts(t.Context(), PostRoom{Feed: 1, All: 1}); err != nil {
		t.Fatal(err)
	}
	if wanted, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: model.PostsAll}); err != nil || len(wanted) != len(urls)-2 {
		t.Errorf("after its text was removed: %d wanted, %v", len(wanted), err)
	}
	if e := entries(t, s, EntryFilter{IDs: []Range{{ids[0], ids[0]}}}); e[0].Title != "1 title" {
		t.Errorf("title %q", e[0].Title)
	}
}
