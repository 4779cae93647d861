package store

import (
	"fmt"
	"testing"
	"time"

	"gemsub/feed"
)

const (
	millionFeeds   = 20_000
	millionEntries = 50 // each
)

// BenchmarkMillion works on a million entries of 20,000 feeds, whose links and
// titles are as long as those of real gemlogs: 54 and 33 bytes.
func BenchmarkMillion(b *testing.B) {
	s := newStore(b)
	begin := time.Now()
	fillMillion(b, s)
	b.Logf("filled at %.0f entries a second, %d bytes each", millionFeeds*millionEntries/time.Since(begin).Seconds(), size(b, s)/(millionFeeds*millionEntries))
	list := func(f EntryFilter) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				entries(b, s, f)
			}
		}
	}
	find := func(query string) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				search(b, s, query, EntryFilter{Distinct: true, Limit: 100})
			}
		}
	}
	b.Run("entries/unread-100", list(EntryFilter{Distinct: true, UnreadOnly: true, Limit: 100}))
	b.Run("entries/distinct-1000", list(EntryFilter{Distinct: true, Merged: true, Limit: 1000}))
	b.Run("subscriptions", func(b *testing.B) {
		for b.Loop() {
			subscriptions(b, s, SubscriptionFilter{})
		}
	})
	b.Run("search/tenth", find("garden"))
	b.Run("search/fiftieth", find("compost"))
	b.Run("search/rare", find("word17"))
	b.Run("mark-all-read", func(b *testing.B) {
		for b.Loop() {
			markAllRead(b, s)
			b.StopTimer()
			if _, err := s.SetUnread(b.Context(), EntryFilter{}, true); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	})
}

func fillMillion(b *testing.B, s *Store) {
	for first := 0; first < millionFeeds; first += benchPages {
		var checks []Check
		for i := first; i < first+benchPages; i++ {
			f := millionFeed(i)
			checks = append(checks, Check{New: &NewSubscription{URL: f.ID, Unread: 10}, CheckedAt: start, State: StateOK, Feed: f})
		}
		commit(b, s, checks...)
	}
}

func millionFeed(i int) *feed.Feed {
	url := fmt.Sprintf("gemini://capsule-%05d.example.org/log/", i)
	f := &feed.Feed{ID: url, Title: fmt.Sprintf("Capsule %d", i), Updated: noon}
	for j := range millionEntries {
		id := fmt.Sprintf("%spost-%03d.gmi", url, millionEntries-j)
		f.Entries = append(f.Entries, feed.Entry{
			ID: id, Link: id, Title: millionTitle(i*millionEntries + j),
			Updated: noon.Add(-time.Duration(j*7+i%100) * day),
		})
	}
	return f
}

// millionTitle has a word of a tenth of all titles, one of a fiftieth, as the
// most frequent nouns of real titles are, and a rare one.
func millionTitle(n int) string {
	subject := "On what happened"
	switch {
	case n%50 == 0:
		subject = "More about compost"
	case n%10 == 1:
		subject = "In my garden"
	}
	return fmt.Sprintf("%s and word%d", subject, n*7919%50_000)
}

// size is that of the database in bytes, without the index of words.
func size(tb testing.TB, s *Store) (bytes int) {
	tb.Helper()
	err := s.db.QueryRowContext(tb.Context(), `
		SELECT
			page_count * page_size - (SELECT SUM(LENGTH(block)) FROM entry_text_segments)
				- (SELECT SUM(LENGTH(size) + 8) FROM entry_text_docsize)
		FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	if err != nil {
		tb.Fatal(err)
	}
	return bytes
}
