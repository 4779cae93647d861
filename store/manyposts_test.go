package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
)

var manyPosts = flag.Int("manyposts", 0, "how many `posts` of 5,000 bytes BenchmarkManyPosts searches")

// BenchmarkManyPosts keeps and searches as many posts as -manyposts says: 100,000 are
// 500 MB of text. It says how large the database is and how long a commit took.
func BenchmarkManyPosts(b *testing.B) {
	if *manyPosts == 0 {
		b.Skip("without -manyposts")
	}
	s := newStore(b)
	fillPosts(b, s)
	for name, query := range map[string]string{
		"tenth": "tenthword", "thousandth": "thousandthword", "the": word(0), "prefix": "s*",
		"two": word(0) + " tenthword", "phrase": `"` + word(0) + " " + word(1) + `"`,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				search(b, s, query, EntryFilter{Distinct: true, Limit: 20})
			}
		})
		b.Run(name+"/count", func(b *testing.B) {
			for b.Loop() {
				if _, err := s.CountFound(b.Context(), query, EntryFilter{Distinct: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("room", func(b *testing.B) {
		if _, err := s.SetUnread(b.Context(), EntryFilter{}, false); err != nil {
			b.Fatal(err)
		}
		begin := time.Now()
		n, err := s.LimitPosts(b.Context(), PostRoom{Feed: 1 << 40, All: int64(*manyPosts) * 4900})
		b.Logf("%d posts removed in %v, %v", n, time.Since(begin), err)
	})
	b.Run("reindex", func(b *testing.B) {
		begin := time.Now()
		if err := s.Reindex(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.Logf("indexed again in %v", time.Since(begin))
	})
}

// fillPosts keeps posts, 10 in a commit, of feeds with a hundred entries each.
func fillPosts(b *testing.B, s *Store) {
	texts := newTexts()
	var slowest, all time.Duration
	var bytes int
	timed := func(batch Batch) []Changes {
		begin := time.Now()
		changes, err := s.Commit(b.Context(), batch)
		if err != nil {
			b.Fatal(err)
		}
		took := time.Since(begin)
		slowest, all = max(slowest, took), all+took
		return changes
	}
	for first := 0; first < *manyPosts; first += 100 {
		f := bigPage(fmt.Sprintf("gemini://capsule-%d.example/", first/100), 100)
		changes := timed(Batch{Checks: []Check{{New: &NewSubscription{URL: f.ID, Unread: -1}, CheckedAt: start, State: StateOK, Feed: f}}})
		for part := range 10 {
			var results []model.PostResult
			for i := range 10 {
				n := first + part*10 + i
				p := aPost(texts.text(n))
				bytes += len(p.Text)
				results = append(results, model.PostResult{EntryID: changes[0].New[part*10+i].ID, Post: p})
			}
			timed(Batch{Posts: results})
		}
	}
	var size int
	if err := s.db.QueryRowContext(b.Context(), `
		SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_page_size, pragma_freelist_count`).Scan(&size); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d posts, %.0f MB of text, kept in %v, %.1f MB/s; slowest commit %v; database %.2f times the text",
		*manyPosts, float64(bytes)/1e6, all, float64(bytes)/1e6/all.Seconds(), slowest, float64(size)/float64(bytes))
}

// A textMaker makes texts whose words are as frequent as those of a language (Zipf).
type textMaker struct {
	random *rand.Rand
	zipf   *rand.Zipf
}

const vocabulary = 200_000

func newTexts() textMaker {
	random := rand.New(rand.NewPCG(1, 2))
	return textMaker{random, rand.NewZipf(random, 1.1, 2.7, vocabulary-1)}
}

// text returns a text of 5,000 bytes; each tenth and thousandth has a word for that.
func (m textMaker) text(n int) string {
	var b strings.Builder
	if n%10 == 0 {
		b.WriteString("tenthword ")
	}
	if n%1000 == 0 {
		b.WriteString("thousandthword ")
	}
	for b.Len() < 5000 {
		b.WriteString(word(int(m.zipf.Uint64())))
		if m.random.IntN(12) == 0 {
			b.WriteString(".\n")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// word returns the word of a rank: frequent ones are short, as in languages.
func word(rank int) string {
	const letters = "etaoinshrdlucmfwypvbgkqjxz"
	n := rank*7919 + 11
	var b strings.Builder
	for length := 1; length < 3 || n > 0; length++ {
		b.WriteByte(letters[n%len(letters)])
		n /= len(letters)
	}
	return b.String()
}

// The check of the benchmark's texts: a rare word is rare.
func TestTexts(t *testing.T) {
	t.Parallel()
	texts := newTexts()
	all := strings.Fields(texts.text(10))
	if len(all) < 700 || len(all) > 1700 || all[0] != "tenthword" {
		t.Errorf("%d words, %q first", len(all), all[0])
	}
}
