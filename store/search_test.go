package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

// search returns the titles that a query finds.
func search(t testing.TB, s *Store, query string, f EntryFilter) string {
	t.Helper()
	f.Words = query
	var found []string
	for e, err := range s.Entries(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, e.Title)
	}
	return strings.Join(found, " | ")
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	garden := page(
		post("5.gmi", 5, "Bread"), post("4.gmi", 4, "Compost, and what it taught me"),
		post("3.gmi", 3, "Crème brûlée"), post("2.gmi", 2, "COMPOST"), post("1.gmi", 1, "Ёлка 2026"))
	garden.Title = "Urban gardening"
	subscribe(t, s, garden)
	commit(t, s, Check{
		Subscription: &Subscription{URL: "gemini://one.example/", Title: "Compost weekly", Tags: []string{"a"}},
		State:        StateOK, Feed: at("gemini://one.example/", "Worms", "Of worms and compost AND more"),
	})
	const all = "Compost, and what it taught me | COMPOST | Of worms and compost AND more | Worms"
	for _, tt := range []struct {
		query string
		f     EntryFilter
		want  string
	}{
		{"compost", EntryFilter{}, all},
		{"  Compost ", EntryFilter{}, all},
		{"compost gardening", EntryFilter{}, "Compost, and what it taught me | COMPOST"},
		{"weekly worms", EntryFilter{}, "Worms | Of worms and compost AND more"},
		{"creme", EntryFilter{}, "Crème brûlée"},
		{"елка", EntryFilter{}, ""}, // Ё is a letter of its own
		{"ёлка", EntryFilter{}, "Ёлка 2026"},
		{"2026", EntryFilter{}, "Ёлка 2026"},
		{"comp", EntryFilter{}, ""},
		{"comp* tau*", EntryFilter{}, "Compost, and what it taught me"},
		{`"and what"`, EntryFilter{}, "Compost, and what it taught me"},
		{`"what and"`, EntryFilter{}, ""},
		{`"of worms" more`, EntryFilter{}, "Of worms and compost AND more"},
		{"AND", EntryFilter{}, "Compost, and what it taught me | Of worms and compost AND more"},
		{"compost OR bread", EntryFilter{}, ""},
		{"-compost", EntryFilter{}, all},
		{"title:compost", EntryFilter{}, ""},
		{"compost)", EntryFilter{}, all},
		{`— "" * "`, EntryFilter{}, ""},
		{"compost", EntryFilter{Limit: 1}, "Compost, and what it taught me"},
		{"compost", EntryFilter{Limit: 3}, "Compost, and what it taught me | COMPOST | Of worms and compost AND more"},
		{"compost", EntryFilter{Limit: 4}, all},
		{"weekly compost", EntryFilter{Limit: 1}, "Worms"},
		{"compost", EntryFilter{Tag: "a"}, "Of worms and compost AND more | Worms"},
		{"compost", EntryFilter{UnreadOnly: true}, "Compost, and what it taught me | COMPOST"},
		{strings.Repeat("compost ", 100), EntryFilter{}, all},
	} {
		if got := search(t, s, tt.query, tt.f); got != tt.want {
			t.Errorf("search %q with %+v:\ngot  %s\nwant %s", tt.query, tt.f, got, tt.want)
		}
	}
}

// The manual says which accents make no difference.
func TestSearchAccents(t *testing.T) {
	t.Parallel()
	const found = "É=e ñ=n ç=c ế=e Å=a ő=o Ё=ё Ά=ά е\u0308=е α\u0301=α æ\u0301=æ"
	const notFound = "ø=o ł=l ß=ss æ=ae đ=d ǽ=æ ё=е Й=и ά=α آ=ا"
	for pair := range strings.FieldsSeq(found + " " + notFound) {
		title, query, _ := strings.Cut(pair, "=")
		s := newStore(t)
		subscribe(t, s, page(post("1.gmi", 1, "x"+title+"x")))
		want := strings.Contains(found, pair)
		if got := search(t, s, "x"+query+"x", EntryFilter{}) != ""; got != want {
			t.Errorf("%s is found by %s: %t, want %t", title, query, got, want)
		}
	}
}

// The words of a title are found as long as the entry, or the feed, has this title.
func TestSearchFollows(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("1.gmi", 1, "Apples")))
	f := page(post("2.gmi", 2, "Cherries"), post("1.gmi", 1, "Bananas"))
	f.Title = "Fruit"
	check(t, s, id, f)
	for query, want := range map[string]string{
		"apples": "", "bananas": "Bananas", "cherries": "Cherries", "log": "", "fruit": "Cherries | Bananas",
	} {
		if got := search(t, s, query, EntryFilter{}); got != want {
			t.Errorf("after the edit, %s finds %q, want %q", query, got, want)
		}
	}
	if err := s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{Title: new("Orchard")}); err != nil {
		t.Fatal(err)
	}
	if got := search(t, s, "orchard bananas", EntryFilter{}); got != "Bananas" {
		t.Errorf("after renaming, found %q", got)
	}
	if err := s.Remove(t.Context(), []int64{id}); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"entry_text", "feed_text"} {
		if _, err := s.db.ExecContext(t.Context(), `INSERT INTO `+table+` (`+table+`) VALUES ('integrity-check')`); err != nil {
			t.Errorf("%s: %v", table, err)
		}
	}
	if got := search(t, s, "orchard", EntryFilter{}) + search(t, s, "bananas", EntryFilter{}); got != "" {
		t.Errorf("after removal, found %q", got)
	}
}

// A caller can stop a search at any result, and then nothing is locked any more.
func TestSearchEnds(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := page(post("3.gmi", 3, "Bread"), post("2.gmi", 2, "Compost tea"), post("1.gmi", 1, "Compost"))
	f.Title = "Compost weekly"
	subscribe(t, s, f)
	for enough := 1; enough <= 3; enough++ {
		seen := 0
		for range s.Entries(t.Context(), EntryFilter{Words: "compost"}) {
			if seen++; seen == enough {
				break
			}
		}
		if busy := s.db.Stats().InUse; seen != enough || busy != 0 {
			t.Errorf("%d of %d entries seen, %d connections in use", seen, enough, busy)
		}
	}
}

func TestSearchFails(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, err := range s.Entries(ctx, EntryFilter{Words: "apples"}) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("last error %v, want that of the context", last)
	}
}

// Only the first 32 words of a query count.
func TestSearchBound(t *testing.T) {
	t.Parallel()
	const bound = 32
	s := newStore(t)
	words := strings.Fields(strings.Repeat("tomatoes ", bound))
	subscribe(t, s, page(post("1.gmi", 1, "Tomatoes")))
	for at, want := range map[int]string{0: "", bound - 1: "", bound: "Tomatoes"} {
		query := slices.Insert(slices.Clone(words), at, "bread")
		if got := search(t, s, strings.Join(query, " "), EntryFilter{}); got != want {
			t.Errorf("with another word after %d: %q, want %q", at, got, want)
		}
	}
}

// searchWords make titles of which each word has another share.
func searchTitle(i int) string {
	title := fmt.Sprintf("Notes on topic%d", i%1000)
	if i%10 == 0 {
		title += " and gardening" // a tenth of all
	}
	if i%100 == 0 {
		title += " with compost"
	}
	return title
}

// BenchmarkSearch searches 100,000 entries of 1,000 feeds.
func BenchmarkSearch(b *testing.B) {
	s := newStore(b)
	var checks []Check
	for i := range 1000 {
		url := fmt.Sprintf("gemini://capsule-%d.example.org/gemlog/", i)
		f := &feed.Feed{ID: url, Title: fmt.Sprintf("Capsule number%d", i), Updated: noon}
		for j := range 100 {
			id := fmt.Sprintf("%spost-%02d.gmi", url, j)
			f.Entries = append(f.Entries, feed.Entry{
				ID: id, Link: id, Title: searchTitle(i*100 + j), Updated: noon.Add(-time.Duration(j) * day),
			})
		}
		checks = append(checks, Check{Subscription: &Subscription{URL: url, Backlog: new(10)}, CheckedAt: start, State: StateOK, Feed: f})
	}
	commit(b, s, checks...)
	run := func(name, query string, f EntryFilter) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				search(b, s, query, f)
			}
		})
	}
	for name, query := range map[string]string{
		"tenth of all": "gardening", "hundredth": "compost", "rare": "topic17", "two words": "compost topic100",
		"feed": "number17", "nothing": "zymurgy", "prefix": "comp*",
	} {
		run(name, query, EntryFilter{Limit: 50})
	}
	run("ofFeeds", "gardening", EntryFilter{Subscriptions: []int64{7, 8, 9, 10, 11}, Limit: 50})
}

// A search with a limit finds enough posts even if nearly all entries are the same.
func TestSearchOfOnePost(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var checks []Check
	for i := range 40 {
		url := fmt.Sprintf("gemini://feed-%02d.example/", i)
		f := &feed.Feed{ID: url, Title: url, Updated: noon, Entries: []feed.Entry{{ID: pageURL, Link: pageURL, Title: "Worms", Updated: noon}}}
		if i < 2 {
			f.Entries = append(f.Entries, feed.Entry{ID: url + "own", Link: url + "own", Title: "Many worms", Updated: noon})
		}
		checks = append(checks, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: f})
	}
	commit(t, s, checks...)
	for limit, want := range []string{"Worms | Many worms | Many worms", "Worms", "Worms | Many worms", "Worms | Many worms | Many worms"} {
		if got := search(t, s, "worms", EntryFilter{Distinct: true, Limit: limit}); got != want {
			t.Errorf("limit %d: %q, want %q", limit, got, want)
		}
	}
}
