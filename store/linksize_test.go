package store

import (
	"fmt"
	"os"
	"testing"
	"time"

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
		batch.Posts = append(batch.Posts, &model.PostResult{EntryID: e.ID, Post: &Post{URL: e.URL, MediaType: "text/gemini", Text: text}})
	}
	began := time.Now()
	for len(batch.Posts) > 0 {
		some := batch.Posts[:min(1000, len(batch.Posts))]
		if err := s.Commit(t.Context(), withLinks(Batch{Posts: some})); err != nil {
			t.Fatal(err)
		}
		batch.Posts = batch.Posts[len(some):]
	}
	took := time.Since(began)
	t.Logf("stored in %v", took)
	count := texts(t, s.db, `SELECT COUNT(*) || ' links, ' || COUNT(DISTINCT page) || ' pages' FROM post_link`)
	t.Log(count)
	for range 5 {
		began = time.Now()
		all, _, err := s.Mentions(t.Context(), []string{"gemini://capsule-7.example/"})
		t.Logf("%d mentions in %v, %v", len(all), time.Since(began), err)
		began = time.Now()
		list := entries(t, s, EntryFilter{WithAnswers: true, Limit: 100})
		t.Logf("%d entries with marks in %v", len(list), time.Since(began))
	}
	before := bytesUsed(t, s)
	for _, table := range []string{"post_link"} {
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
