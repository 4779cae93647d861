package store

import (
	"fmt"
	"testing"
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
			c.SubscriptionID = int64(i + 1)
		} else {
			c.New = &NewSubscription{URL: url, Unread: 10}
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
		checks := benchChecks(true)
		b.ReportAllocs()
		for b.Loop() {
			commit(b, s, checks...)
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
