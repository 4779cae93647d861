package store_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"gemsub/feed"
	"gemsub/store"
)

// Subscribe to a page that was just read, and list what is unread.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	db, err := store.Open(ctx, filepath.Join(dir, "gemsub.db"), time.Now)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	page := &feed.Feed{
		ID:    "gemini://example.org/log/",
		Title: "A log",
		Entries: []feed.Entry{{
			ID:      "gemini://example.org/log/2.gmi",
			Link:    "gemini://example.org/log/2.gmi",
			Title:   "The second post",
			Updated: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC),
		}, {
			ID:      "gemini://example.org/log/1.gmi",
			Link:    "gemini://example.org/log/1.gmi",
			Title:   "The first post",
			Updated: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		}},
	}
	check := &store.Check{
		Subscription: &store.Subscription{URL: page.ID, Backlog: new(1)},
		CheckedAt:    time.Now(),
		State:        "ok",
		Feed:         page,
	}
	if err := db.Commit(ctx, store.Batch{Checks: []*store.Check{check}}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d entries, %d of them unread\n", check.Changes.Added, len(check.Changes.New))

	for e, err := range db.Entries(ctx, store.EntryFilter{UnreadOnly: true}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(e.ID, e.Updated.Format(time.DateOnly), e.Title)
	}
	// Output:
	// 2 entries, 1 of them unread
	// 2 2026-03-02 The second post
}
