package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// BenchmarkMerge merges a backup of half of what gemsub is built for: 1,000 feeds with
// 50,000 entries and 15,000 posts of 5 kB.
func BenchmarkMerge(b *testing.B) {
	from := newStore(b)
	r := rand.New(rand.NewPCG(1, 2))
	const feeds, entries, posts = 1000, 50, 15
	for i := range feeds {
		url := fmt.Sprintf("gemini://capsule-%d.example.org/log/", i)
		commit(b, from, Check{New: &NewSubscription{URL: url, Unread: 10}, CheckedAt: start, State: StateOK, Feed: bigPage(url, entries)})
		var results []model.PostResult
		for p := range posts {
			results = append(results, model.PostResult{EntryID: int64(i*entries + entries - p), Post: somePost(url, r)})
		}
		if _, err := from.Commit(b.Context(), Batch{Posts: results}); err != nil {
			b.Fatal(err)
		}
	}
	path := filepath.Join(b.TempDir(), "half.db")
	if err := from.Backup(b.Context(), path); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(sizeOf(path))/1e6, "MB")
	for b.Loop() {
		b.StopTimer()
		s := newStore(b)
		b.StartTimer()
		done, err := s.Merge(b.Context(), path, nil)
		if err != nil || done.Entries != feeds*entries || done.Posts != feeds*posts {
			b.Fatalf("%+v, %v", done, err)
		}
	}
}

// somePost is a post of 5 kB, of words that are as common as those of a language.
func somePost(url string, r *rand.Rand) *Post {
	var text strings.Builder
	for text.Len() < 5000 {
		fmt.Fprintf(&text, "w%d ", int(1000*r.ExpFloat64()))
	}
	safe, _ := feed.SafeText(text.String(), model.MaxPostText)
	return &Post{URL: url, MediaType: "text/gemini", FetchedAt: start.Add(time.Hour), Size: len(safe), Text: safe}
}
