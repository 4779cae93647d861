package store

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// TestConversationsAtSize measures 100,000 posts with 300,000 links: the bytes of a link,
// and how long reading takes. It runs only on request, with GEMSUB_LINKS=1.
func TestConversationsAtSize(t *testing.T) {
	if os.Getenv("GEMSUB_LINKS") == "" {
		t.Skip("GEMSUB_LINKS is not set")
	}
	const feeds, each, links = 1000, 100, 3
	s := newStore(t)
	for f := range feeds {
		days := make([]int, each)
		for i := range days {
			days[i] = i - each
		}
		addLog(t, s, fmt.Sprint("capsule-", f), days...)
	}
	var batch Batch
	n := 0
	for e, err := range s.Entries(t.Context(), EntryFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		text := "A post.\n"
		for i := range links {
			n++
			to := n * 7919
			if i == 0 {
				text += fmt.Sprintf("=> gemini://capsule-%d.example/%d.gmi\n", to%feeds, 1+to/feeds%each) // to a post
			} else {
				text += fmt.Sprintf("=> gemini://site-%d.example/gemlog/2026-01-02-a-title-of-words-%d.gmi\n", to%5000, to%150_000)
			}
		}
		batch.Posts = append(batch.Posts, model.PostResult{EntryID: e.ID, Post: &Post{URL: e.URL, MediaType: "text/gemini", Text: text}})
	}
	began := time.Now()
	for len(batch.Posts) > 0 {
		some := batch.Posts[:min(1000, len(batch.Posts))]
		if _, err := s.Commit(t.Context(), Batch{Posts: some}); err != nil {
			t.Fatal(err)
		}
		batch.Posts = batch.Posts[len(some):]
	}
	took := time.Since(began)
	t.Logf("stored in %v", took)
	count := texts(t, s.db, `SELECT COUNT(*) || ' links, ' || (SELECT COUNT(*) FROM linked_page) || ' pages' FROM post_link`)
	t.Log(count)
	for range 5 {
		began = time.Now()
		all, err := s.Mentions(t.Context(), MentionFilter{Under: []string{"gemini://capsule-7.example/"}})
		t.Logf("%d mentions in %v, %v", len(all), time.Since(began), err)
		began = time.Now()
		list := entries(t, s, EntryFilter{WithAnswers: true, Limit: 100})
		t.Logf("%d entries with marks in %v", len(list), time.Since(began))
	}
	before := bytesUsed(t, s)
	for _, table := range []string{"post_link", "linked_page", "linked_post"} {
		if _, err := s.db.Exec(`DROP TABLE ` + table); err != nil {
			t.Fatal(err)
		}
		after := bytesUsed(t, s)
		t.Logf("%s with its indexes: %d bytes", table, before-after)
		before = after
	}
}

func bytesUsed(t *testing.T, s *Store) (bytes int) {
	t.Helper()
	s.db.SetMaxOpenConns(1)
	if err := s.db.QueryRow(`
		SELECT (page_count - freelist_count) * 4096 FROM pragma_page_count, pragma_freelist_count`).Scan(&bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}

// linkStore has a page of 40 posts with as many links as are kept. The rows of links that
// each transaction writes are counted.
func linkStore(t *testing.T) (s *Store, id int64, f *feed.Feed, commits *[]int) {
	t.Helper()
	s = newStore(t)
	s.pace.pause = 0
	s.db.SetMaxOpenConns(1) // whose transactions are counted
	id = subscribe(t, s, page())
	f = bigPage(pageURL, 40)
	for i := range f.Entries {
		var text strings.Builder
		for j := range maxPostLinks {
			fmt.Fprintf(&text, "=>%d/%d\n", i, j)
		}
		f.Entries[i].Content = &feed.Content{MediaType: "text/gemini", Text: text.String()}
	}
	commits = countRows(t, s.db, "linked_page") // one for each link
	checkLinks(t, s, id, f, 20_000)
	return s, id, f, commits
}

// checkLinks reads f, and wants so many links from then on.
func checkLinks(t *testing.T, s *Store, id int64, f *feed.Feed, want int) {
	t.Helper()
	check(t, s, id, f)
	if err := s.LinkPosts(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := texts(t, s.db, `SELECT COUNT(*) FROM post_link`); n[0] != fmt.Sprint(want) {
		t.Errorf("%s links, want %d", n[0], want)
	}
}

func checkLinksAtOnce(t *testing.T, commits *[]int) {
	t.Helper()
	if most := slices.Max(*commits); most > linksAtOnce+maxPostLinks {
		t.Errorf("links by transaction: %v", *commits)
	}
}

// No transaction stores or removes many links, whatever a page carries.
func TestLinksInParts(t *testing.T) {
	t.Parallel()
	s, id, _, commits := linkStore(t)
	markAllRead(t, s)
	if _, err := s.PrunePosts(t.Context(), EntryFilter{BeyondNewest: 20}); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), []int64{id}); err != nil {
		t.Fatal(err)
	}
	checkLinksAtOnce(t, commits)
}

// Nor if all posts of the page lose their links, or all entries get another link.
func TestLinksReplacedInParts(t *testing.T) {
	t.Parallel()
	s, id, f, commits := linkStore(t)
	linking := make([]*feed.Content, len(f.Entries))
	for i := range f.Entries {
		linking[i], f.Entries[i].Content = f.Entries[i].Content, &feed.Content{MediaType: "text/gemini", Text: "no links"}
	}
	checkLinks(t, s, id, f, 0)
	for i := range f.Entries {
		f.Entries[i].Content = linking[i]
	}
	checkLinks(t, s, id, f, 20_000)
	for i := range f.Entries {
		f.Entries[i].Link += "?"
	}
	checkLinks(t, s, id, f, 0)
	checkLinksAtOnce(t, commits)
}
