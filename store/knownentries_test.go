package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// Entries that the page had already are not compared again, as long as they are its
// oldest and as they were; which is told by a change of the database that stays.
func TestKnownEntries(t *testing.T) {
	t.Parallel()
	a, b, c, d := post("a.gmi", 0, "a"), post("b.gmi", 1, "b"), post("c.gmi", 2, "c"), post("d.gmi", 3, "d")
	edited, moved := a, a
	edited.Title, moved.Updated = "new", a.Updated.Add(-day)
	for _, tt := range []struct {
		name string
		page []feed.Entry
		want []string
	}{
		{"one more", []feed.Entry{d, c, b, a}, []string{"d", "here", "here", "here"}},
		{"two more", []feed.Entry{post("e.gmi", 4, "e"), d, c, b, a}, []string{"e", "d", "here", "here", "here"}},
		{"nothing more", []feed.Entry{c, b, a}, []string{"here", "here", "here"}},
		{"the oldest has another title", []feed.Entry{d, c, b, edited}, []string{"d", "c", "b", "new"}},
		{"the oldest has another date", []feed.Entry{d, c, b, moved}, []string{"d", "c", "b", "a"}},
		{"the oldest is gone", []feed.Entry{d, c, b}, []string{"d", "c", "b", "here"}},
		{"one between them", []feed.Entry{c, b, post("d.gmi", 0, "d"), a}, []string{"c", "b", "d", "a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page(c, b, a))
			if _, err := s.db.ExecContext(t.Context(), `UPDATE entry SET title = 'here'`); err != nil {
				t.Fatal(err)
			}
			check(t, s, id, page(tt.page...))
			if diff := cmp.Diff(tt.want, titles(entries(t, s, EntryFilter{}))); diff != "" {
				t.Errorf("titles (-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever becomes of a page, the database is what comparing each entry makes of it.
func TestKnownEntriesAreAsCompared(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 2))
	skips, compares := newStore(t), newStore(t)
	at := []feed.Entry{post("a.gmi", 0, "a")}
	id := subscribe(t, skips, page(at...))
	subscribe(t, compares, page(at...))
	skipped := 0
	for i := range 200 {
		c := Check{SubscriptionID: id, CheckedAt: start.Add(time.Duration(i) * 20 * time.Hour), State: StateOK}
		url := subscriptions(t, skips, SubscriptionFilter{})[0].URL
		switch random.IntN(12) {
		case 0:
			c.MovedTo = []string{pageURL, "gemini://new.example/log/", "gemini://example.org/~other/log/"}[random.IntN(3)]
			url = c.MovedTo
		case 1:
			c.ReadAt = "gemini://elsewhere.example/log/"
			url = c.ReadAt
		}
		at = changedPage(random, at, i)
		if i < 60 { // as one that lists the posts of others, whose links do not move with it
			url = pageURL
		}
		c.Feed = pageAt(url, at, i > 120)
		if _, err := compares.db.ExecContext(t.Context(), `UPDATE subscription SET known_entries = 0`); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(commit(t, compares, c), commit(t, skips, c)); diff != "" {
			t.Fatalf("changes of page %d (-compared +skipped):\n%s", i, diff)
		}
		if diff := cmp.Diff(allEntries(t, compares), allEntries(t, skips)); diff != "" {
			t.Fatalf("entries after page %d (-compared +skipped):\n%s", i, diff)
		}
		if random.IntN(5) == 0 {
			for _, s := range []*Store{skips, compares} {
				markAllRead(t, s)
				if _, err := s.Prune(t.Context(), EntryFilter{Before: c.CheckedAt.Add(-30 * day)}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if texts(t, skips.db, `SELECT known_digest FROM subscription`)[0] != "" {
			skipped++
		}
	}
	if skipped < 100 {
		t.Errorf("only %d pages left their entries known", skipped)
	}
	checkCounts(t, skips, "all pages")
}

// allEntries returns the stored entries and what is kept of their posts.
func allEntries(t *testing.T, s *Store) []string {
	t.Helper()
	return texts(t, s.db, `
		SELECT CONCAT_WS(' ', e.id, ref, e.url, title, author, updated, rank, first_seen, unread, published, renewed_at, first_stay, last_stay, text)
		FROM entry e LEFT JOIN post p ON p.entry_id = e.id ORDER BY e.id`)
}

// pageAt is a page of entries of pageURL as it reads at a URL, with or without the texts
// that some of them carry.
func pageAt(url string, entries []feed.Entry, texts bool) *feed.Feed {
	f := &feed.Feed{ID: url, Title: "A log", Updated: noon}
	for _, e := range entries {
		e.ID, e.Link = strings.Replace(e.ID, pageURL, url, 1), strings.Replace(e.Link, pageURL, url, 1)
		if !texts {
			e.Content = nil
		}
		f.Entries = append(f.Entries, e)
	}
	return f
}

// changedPage changes a page the i-th time, most often by a new post on top.
func changedPage(random *rand.Rand, at []feed.Entry, i int) []feed.Entry {
	at = slices.Clone(at)
	one := random.IntN(len(at))
	name := fmt.Sprintf("%d.gmi", i)
	text := &feed.Content{MediaType: "text/plain", Text: name}
	switch random.IntN(14) {
	case 0:
		at[one].Title += "!"
	case 1:
		at[one].Updated = at[one].Updated.Add(time.Duration(random.IntN(5)-2) * day)
	case 2:
		at[one].Author = name
	case 3:
		at[one].Published = noon.Add(time.Duration(i) * time.Hour)
	case 4:
		at[one].Updated = time.Time{}
	case 5, 6:
		at[0].Content = text
	case 7:
		at[one].Link += "x"
	case 8:
		at = slices.Insert(at, one, post(name, i/2, name))
	case 9:
		at = slices.Delete(at, one, min(one+1, len(at)-1))
	default:
		at = slices.Insert(at, 0, post(name, i*20/24+random.IntN(3), name))
		at[0].Content = text
	}
	return at
}

// A page that lists a post under its old and its new id has both, as if all entries were
// compared each time.
func TestOldAndNewIDOnAPage(t *testing.T) {
	t.Parallel()
	const moved = "gemini://example.org/2024/"
	atMoved := feed.Entry{ID: moved + "x.gmi", Link: moved + "x.gmi", Title: "new", Updated: noon.Add(3 * day)}
	old := post("x.gmi", 0, "old")
	renamed := post("y.gmi", 2, "former id")
	renamed.FormerID = old.ID
	for name, c := range map[string]Check{
		"moved":     {Feed: page(atMoved, old), MovedTo: moved},
		"former id": {Feed: page(renamed, old)},
	} {
		s := newStore(t)
		id := subscribe(t, s, page(old))
		top := c.Feed.Entries[0]
		for i, next := range []Check{c, {Feed: page(post("z.gmi", 4, "next"), top, old)}} {
			next.SubscriptionID, next.State, next.CheckedAt = id, StateOK, start.Add(time.Duration(i+1)*day)
			commit(t, s, next)
		}
		want := []string{"next", top.Title, "old"}
		if got := titles(entries(t, s, EntryFilter{})); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What a large page changed before the program was killed is compared with the next one.
func TestLargePageKilled(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, bigPage(pageURL, 1500))
	changed := bigPage(pageURL, 1500)
	for i := range changed.Entries {
		changed.Entries[i].Title = "other"
	}
	check := Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Feed: changed}
	if _, err := s.storeMost(t.Context(), &check); err != nil {
		t.Fatal(err)
	}
	check.Feed = bigPage(pageURL, 1500)
	check.Feed.Entries = append([]feed.Entry{post("z", 9, "next")}, check.Feed.Entries...)
	commit(t, s, check)
	if slices.Contains(titles(entries(t, s, EntryFilter{})), "other") {
		t.Error("an entry kept the title of the page that was not stored whole")
	}
}

// What an interrupted removal deleted comes back with the next page.
func TestRemovalInterrupted(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, bigPage(pageURL, 900))
	ctx, cancel := context.WithCancel(t.Context())
	s.pace.rows, s.pace.pause = 300, 100*time.Millisecond
	go func() {
		defer cancel()
		for left := 900; left == 900; { // until the first part is gone
			_ = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM entry`).Scan(&left)
		}
	}()
	if err := s.Remove(ctx, []int64{id}); err == nil {
		t.Fatal("the removal was not interrupted")
	}
	s.pace = defaultPace()
	next := bigPage(pageURL, 900)
	next.Entries = append([]feed.Entry{post("z", 9, "next")}, next.Entries...)
	commit(t, s, Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Feed: next})
	if got := len(entries(t, s, EntryFilter{})); got != 901 {
		t.Errorf("%d entries of a page of 901", got)
	}
}
