package store

import (
	"fmt"
	"testing"

	"gemsub/internal/model"
)

const (
	benchPages   = 50
	benchEntries = 64
)

func benchChecks(subscribed bool) []Check {
	var checks []Check
	for i := range benchPages {
		url := fmt.Sprintf("gemini://capsule-%d.example.org/gemlog/", i)
		c := Check{CheckedAt: start, State: StateOK, Feed: bigPage(url, benchEntries)}
		if subscribed {
			c.Subscription = byID(int64(i + 1))
		} else {
			c.Subscription = &Subscription{URL: url, Backlog: new(10)}
		}
		checks = append(checks, c)
	}
	return checks
}

func BenchmarkCommit(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		checks := benchChecks(false)
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			s := newStore(b)
			b.StartTimer()
			commit(b, s, checks...)
		}
	})
	b.Run("again", func(b *testing.B) {
		s := newStore(b)
		commit(b, s, benchChecks(false)...)
		batch := Batch{Checks: complete(b, s, benchChecks(true)...)}
		b.ReportAllocs()
		for b.Loop() {
			fine(b)(nil, s.Commit(b.Context(), withLinks(batch)))
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		s := newStore(b)
		first, checks := benchChecks(false), benchChecks(true)
		for i := range checks {
			first[i].Digest, checks[i].Digest = "d", "d"
			checks[i].NextCheckAt, checks[i].Feed = start, nil
		}
		commit(b, s, first...)
		batch := Batch{Checks: complete(b, s, checks...)}
		b.ReportAllocs()
		for b.Loop() {
			fine(b)(nil, s.Commit(b.Context(), withLinks(batch)))
		}
	})
}

func BenchmarkEntries(b *testing.B) {
	s := newStore(b)
	commit(b, s, benchChecks(false)...)
	for _, bm := range []struct {
		name string
		f    EntryFilter
	}{
		{"all", EntryFilter{}},
		{"unread", EntryFilter{UnreadOnly: true}},
		{"newest", EntryFilter{Limit: 20}},
		{"feed", EntryFilter{Subscriptions: []int64{7}, Limit: 20}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, err := range s.Entries(b.Context(), bm.f) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkSubscriptions(b *testing.B) {
	s := newStore(b)
	commit(b, s, benchChecks(false)...)
	b.ReportAllocs()
	for b.Loop() {
		subscriptions(b, s, SubscriptionFilter{})
	}
}

// Conversations of 2,000 posts with three links each; GEMSUB_LINKS=1 measures more.
func BenchmarkConversations(b *testing.B) {
	s := newStore(b)
	const feeds, each = 100, 20
	for f := range feeds {
		addLog(b, s, fmt.Sprint("capsule-", f), make([]int, each)...)
	}
	var batch Batch
	var ids []int64
	for e, err := range s.Entries(b.Context(), EntryFilter{}) {
		if err != nil {
			b.Fatal(err)
		}
		n := int(e.ID) * 7919
		text := fmt.Sprintf("=> gemini://capsule-%d.example/%d.gmi\n=> //site-%d.example/a\n=> //site-%d.example/b\n", n%feeds, 1+n/feeds%each, n%500, n%300)
		batch.Posts = append(batch.Posts, &model.PostResult{EntryID: e.ID, Post: &Post{URL: e.URL, MediaType: "text/gemini", FetchedAt: start, Text: text}})
		ids = append(ids, e.ID)
	}
	b.Run("commit", func(b *testing.B) {
		for b.Loop() {
			if err := s.Commit(b.Context(), withLinks(batch)); err != nil {
				b.Fatal(err)
			}
		}
	})
	mine := []string{"gemini://capsule-7.example/"}
	for name, read := range map[string]func() error{
		"mentions": func() error { _, _, err := s.Mentions(b.Context(), mine); return err },
		"new": func() error {
			_, _, err := s.Mentions(b.Context(), mine, ids[:100]...)
			return err
		},
		"links": func() error { _, err := s.PostLinks(b.Context(), ids[:100]); return err },
		"marks": func() error { _, err := s.CountEntries(b.Context(), EntryFilter{Conversing: true}); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
