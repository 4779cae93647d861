package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/store"
)

// A restore that is killed at any moment leaves the database as it was before or as the backup has
// it, and the next one works.
func TestKilledRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, backups := filepath.Join(dir, "gemsub.db"), [2]string{filepath.Join(dir, "small.db"), filepath.Join(dir, "large.db")}
	s, err := store.Open(t.Context(), db, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for i, backup := range backups {
		var feeds []model.Subscription
		for n := range 1 + 5000*i {
			feeds = append(feeds, model.Subscription{URL: fmt.Sprintf("gemini://%d.example/log/", n)})
		}
		if _, _, err := s.Subscribe(t.Context(), feeds, func(*url.URL) bool { return false }); err != nil {
			t.Fatal(err)
		}
		if err := s.Backup(t.Context(), backup); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	seen := map[int]int{}
	for i := range *kills * 4 {
		restore := gemsub(t, db, "backup", "--restore", backups[i%2])
		if err := restore.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 10 * time.Millisecond)
		_ = restore.Process.Kill() // it may have ended
		_ = restore.Wait()
		seen[feedsIn(t, db)]++
	}
	if n := seen[1] + seen[5001]; n != *kills*4 {
		t.Errorf("databases by their numbers of feeds: %v", seen)
	}
	if out, err := gemsub(t, db, "backup", "--restore", backups[0]).CombinedOutput(); err != nil || feedsIn(t, db) != 1 {
		t.Errorf("then: %v, %s", err, out)
	}
}

// feedsIn returns how many feeds a database has that is whole.
func feedsIn(t *testing.T, db string) int {
	t.Helper()
	s, err := store.Open(t.Context(), db, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Integrity(t.Context()); err != nil {
		t.Fatal(err)
	}
	feeds, err := s.Subscriptions(t.Context(), store.SubscriptionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return len(feeds)
}
