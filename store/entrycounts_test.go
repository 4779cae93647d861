package store

import (
	"testing"
	"time"
)

// checkCounts compares the numbers that are kept with those that are counted.
func checkCounts(t *testing.T, s *Store, after string) {
	t.Helper()
	var wrong, subscriptions, tallies int
	err := s.db.QueryRowContext(t.Context(), `
		SELECT
			(SELECT COUNT(*) FROM tally n
				WHERE n.entries <> (SELECT COUNT(*) FROM entry WHERE subscription_id = n.subscription_id)
				OR n.unread <> (SELECT COUNT(*) FROM entry WHERE subscription_id = n.subscription_id AND unread = 1)
				OR n.posts <> (SELECT COUNT(*) FROM post WHERE subscription_id = n.subscription_id)
				OR n.post_bytes <> (SELECT COALESCE(SUM(length), 0) FROM post WHERE subscription_id = n.subscription_id)),
			(SELECT COUNT(*) FROM subscription),
			(SELECT COUNT(*) FROM tally)`).Scan(&wrong, &subscriptions, &tallies)
	if err != nil {
		t.Fatal(err)
	}
	if wrong != 0 || subscriptions != tallies {
		t.Errorf("after %s: %d numbers of %d are wrong, for %d subscriptions", after, wrong, tallies, subscriptions)
	}
}

// checkWords lets SQLite compare what can be searched with the titles there are.
func checkWords(t *testing.T, s *Store, after string) {
	t.Helper()
	for _, index := range []string{"entry_text", "feed_text"} {
		if _, err := s.db.ExecContext(t.Context(), `INSERT INTO `+index+` (`+index+`) VALUES ('integrity-check')`); err != nil {
			t.Errorf("after %s: %s: %v", after, index, err)
		}
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	checkCounts(t, s, "add")
	check(t, s, 1, at("gemini://one.example/", "1e", "1d", "1c"))
	checkCounts(t, s, "update")
	if _, err := s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{2, 4}}}, false); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, "read")
	if _, err := s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{2, 3}}}, true); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, "unread")
	mute(t, s, Mute{Pattern: "1d"})
	checkCounts(t, s, "mute")
	if _, err := s.Prune(t.Context(), EntryFilter{Before: noon.Add(-time.Hour)}); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, "prune")
	if err := s.Remove(t.Context(), []int64{2}); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, "remove")
	checkWords(t, s, "all that")
}
