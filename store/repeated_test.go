package store

import (
	"fmt"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// linking returns a page at url whose entries have these links.
func linking(t *testing.T, s *Store, url string, links ...string) int64 {
	t.Helper()
	f := page()
	for i, link := range links {
		f.Entries = append(f.Entries, feed.Entry{ID: fmt.Sprint(url, i), Link: link, Title: fmt.Sprint("Post ", i), Updated: noon.Add(time.Duration(i) * time.Minute)})
	}
	return commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Format: "atom", Feed: f})[0].SubscriptionID
}

// A link that a feed has more than once is compared with no other feed: each of its entries is
// listed, and marks of other feeds do not reach it. Other links of the feed are not affected.
func TestRepeatedLinks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const twice, once = "gemini://c.example/twice.gmi", "gemini://c.example/once.gmi"
	one := linking(t, s, "gemini://a.example/feed", twice, twice, once)
	linking(t, s, "gemini://b.example/feed", twice, once)
	if n := len(entries(t, s, EntryFilter{Distinct: true})); n != 4 {
		t.Errorf("%d entries are listed, not 3 of the link that one feed repeats and 1 of the other", n)
	}
	if n, err := s.CountEntries(t.Context(), EntryFilter{Distinct: true}); n != 4 || err != nil {
		t.Errorf("%d entries are counted, %v", n, err)
	}
	if c, err := s.InCommon(t.Context(), one); c.Entries != 1 || err != nil {
		t.Errorf("in common: %v, %v", c, err)
	}
	if c, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{once}}, false); c.Entries != 2 || err != nil {
		t.Errorf("read once: %d, %v", c.Entries, err)
	}
	last := entries(t, s, EntryFilter{Subscriptions: []int64{2}, UnreadOnly: true})[0]
	if c, err := s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{last.ID, last.ID}}}, false); c.Entries != 1 || err != nil {
		t.Errorf("read twice: %d, %v", c.Entries, err)
	}
	// The feed has another link in place of one of the two: from then on there is one post.
	before, err := s.Subscriptions(t.Context(), SubscriptionFilter{IDs: []int64{one}})
	if err != nil || len(before) != 1 {
		t.Fatal(before, err)
	}
	f := page(feed.Entry{ID: "gemini://a.example/feed0", Link: "gemini://c.example/other.gmi", Title: "Post 0", Updated: noon})
	commit(t, s, Check{Subscription: &before[0], CheckedAt: start.Add(day), State: StateOK, Format: "atom", Feed: f})
	if n := len(entries(t, s, EntryFilter{Distinct: true})); n != 3 {
		t.Errorf("%d entries are listed, not 3", n)
	}
}

// Two feeds with very many entries of one link take no longer than others.
func TestRepeatedLinksAreQuick(t *testing.T) {
	t.Parallel()
	took := func(link func(i int) string) time.Duration {
		s := newStore(t)
		links := make([]string, 5000)
		for i := range links {
			links[i] = link(i)
		}
		began := time.Now()
		one := linking(t, s, "gemini://a.example/feed", links...)
		linking(t, s, "gemini://b.example/feed", links[:2000]...)
		fine(t)(s.InCommon(t.Context(), one))
		for range s.Entries(t.Context(), EntryFilter{Distinct: true, WithKept: true, WithAnswers: true, UnreadOnly: true}) {
		}
		fine(t)(s.CountEntries(t.Context(), EntryFilter{Distinct: true}))
		fine(t)(s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{1, 7000}}}, true))
		fine(t)(s.DuplicateFeeds(t.Context()))
		fine(t)(s.WantedPosts(t.Context(), PostFilter{Now: start.Add(day), Default: model.PostsAll}))
		return time.Since(began)
	}
	usual := took(func(i int) string { return fmt.Sprint("gemini://c.example/", i) })
	if all := took(func(int) string { return "gemini://c.example/" }); all > 5*usual {
		t.Errorf("entries of one link take %v, others %v", all, usual)
	}
}
