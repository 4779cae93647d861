package store

import (
	"fmt"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// Entries of one feed with one link take no longer than others: no entry is compared with all
// others.
func TestEntriesOfOneLink(t *testing.T) {
	t.Parallel()
	listed := func(link func(i int) string) time.Duration {
		s := newStore(t)
		f := page()
		for i := range 4000 {
			e := post(fmt.Sprint(i), 1, fmt.Sprint(i))
			e.Link, e.Content = link(i), &feed.Content{Text: "hello\n", MediaType: "text/plain"}
			f.Entries = append(f.Entries, e)
		}
		subscribe(t, s, f)
		fine(t)(s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{First: 1, Last: 3000}}}, false))
		quickest := time.Hour // of several: other tests may keep the machine busy
		for range 5 {
			began := time.Now()
			for _, filter := range []EntryFilter{{Distinct: true, WithKept: true}, {Distinct: true, UnreadOnly: true}} {
				for _, e := range entries(t, s, filter) {
					if !filter.UnreadOnly && !e.Kept {
						t.Fatalf("nothing is kept of %s", e.AtomID)
					}
				}
			}
			quickest = min(quickest, time.Since(began))
		}
		return quickest
	}
	usual := listed(func(i int) string { return fmt.Sprint(pageURL, i) })
	if one := listed(func(int) string { return pageURL + "p" }); one > 15*usual {
		t.Errorf("entries of one link take %v, others %v", one, usual)
	}
}

// A search finds the post of an equal link, and shows the entry that meets the conditions.
func TestSearchWithinEqualLinks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, url := range []string{pageURL, "gemini://b.example/", "gemini://c.example/"} {
		commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: page(post("a.gmi", 1, url))})
	}
	savePosts(t, s, model.PostResult{EntryID: 3, Post: aPost("hello\n")})
	fine(t)(s.db.ExecContext(t.Context(), `UPDATE entry SET unread = id > 1`))
	for e, err := range s.Entries(t.Context(), EntryFilter{Words: "hello", Distinct: true, UnreadOnly: true}) {
		if e.ID != 2 || err != nil {
			t.Errorf("found entry %d, %v; not 2", e.ID, err)
		}
	}
}

// A count equals the number of listed entries, even if links are in several feeds.
func TestCountEqualLinks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, url := range []string{pageURL, "gemini://b.example/"} {
		f := page(post("shared.gmi", 2, "Shared"), post(url, 1, url))
		commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: f})
	}
	for _, f := range []EntryFilter{{}, {Distinct: true}, {Distinct: true, UnreadOnly: true}, {Distinct: true, Limit: 2}} {
		listed := len(entries(t, s, f))
		if n, err := s.CountEntries(t.Context(), f); n != listed || err != nil {
			t.Errorf("%+v: %d counted, %d listed; %v", f, n, listed, err)
		}
	}
}
