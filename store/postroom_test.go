package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// The oldest posts that were read are removed first, then the oldest unread ones; those of a full
// feed before all others.
func TestLimitPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("d.gmi", 4, "D"), post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	commit(t, s, Check{Subscription: &Subscription{URL: "gemini://other.example/"}, Feed: at("gemini://other.example/", "x")})
	text := strings.Repeat("x", 9) + "\n"
	for id := range int64(5) {
		savePosts(t, s, model.PostResult{EntryID: id + 1, Post: aPost(text)})
	}
	if _, err := s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{2, 4}}}, false); err != nil { // B, C, D
		t.Fatal(err)
	}
	for _, tt := range []struct {
		room    PostRoom
		removed int
		kept    string // entries with posts
	}{
		{PostRoom{Feed: 40, All: 50}, 0, "12345"},
		{PostRoom{Feed: 30, All: 50}, 1, "1345"},
		{PostRoom{Feed: 30, All: 25}, 2, "14"},
		{PostRoom{Feed: 10, All: 10}, 1, "1"},
		{PostRoom{Feed: 9, All: 10}, 1, ""}, // though it is unread
	} {
		removed, err := s.LimitPosts(t.Context(), tt.room)
		kept := strings.Join(texts(t, s.db, `SELECT COALESCE(GROUP_CONCAT(entry_id, ''), '') FROM post`), "")
		if err != nil || kept != tt.kept || removed != tt.removed {
			t.Errorf("%+v: %d removed, %v; kept %s, want %s", tt.room, removed, err, kept, tt.kept)
		}
	}
	for entry, want := range map[int64]string{1: feedTooLarge, 2: feedTooLarge, 3: allTooLarge, 4: feedTooLarge, 5: allTooLarge} {
		if failure, why, err := s.PostFailure(t.Context(), entry); why != want || failure != "" || err != nil {
			t.Errorf("entry %d: %q, %v; want %q", entry, why, err, want)
		}
	}
	if got := wanted(t, s, start); len(got) > 0 {
		t.Errorf("%q wanted again", got)
	}
}

// The post of a starred entry does not count as one that makes room.
func TestLimitPostsBesideStarred(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	for id := range int64(2) {
		savePosts(t, s, model.PostResult{EntryID: id + 1, Post: aPost("0123456789")})
	}
	markAllRead(t, s)
	if _, err := s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{1, 1}}}, true); err != nil {
		t.Fatal(err)
	}
	removed, err := s.LimitPosts(t.Context(), PostRoom{Feed: 10, All: 10})
	if n, err := s.LimitPosts(t.Context(), PostRoom{Feed: 1, All: 1}); n != 0 || err != nil {
		t.Errorf("%d starred posts removed, %v", n, err)
	}
	if kept := texts(t, s.db, `SELECT entry_id FROM post`); err != nil || removed != 1 || !slices.Equal(kept, []string{"1"}) {
		t.Errorf("%d removed, %v; kept those of %q", removed, err, kept)
	}
}

// The index of words does not keep the words of texts that are gone.
func TestLimitIndex(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	random := rand.New(rand.NewPCG(1, 2))
	f := page(post("a.gmi", 1, "A"))
	f.Entries[0].Content = &feed.Content{MediaType: "text/plain", Text: "none"}
	id := subscribe(t, s, f)
	for range 20 {
		var text strings.Builder
		for range 20_000 {
			fmt.Fprintf(&text, "%x ", random.Uint64()>>16)
		}
		f.Entries[0].Content = &feed.Content{MediaType: "text/plain", Text: text.String()}
		check(t, s, id, f)
		if err := s.commit(t.Context(), "limit", func(tx *transaction) { tx.limitIndex(0) }); err != nil {
			t.Fatal(err)
		}
	}
	used := texts(t, s.db, `SELECT (SELECT SUM(LENGTH(block)) FROM entry_text_segments) / (SELECT SUM(length) FROM post)`)
	if len(used[0]) > 1 || used[0] > "4" {
		t.Errorf("the index is %s times the texts", used[0])
	}
}

// Long links do not count as waste of the index: else every update would write the index anew.
func TestLimitIndexBesideLinks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	for i := range 3 {
		f := freshPage(i, 300)
		for i := range f.Entries {
			f.Entries[i].Link += "?" + strings.Repeat("x", 1900)
		}
		readAt(t, s, id, time.Duration(i+1)*day, f)
	}
	const segments = `SELECT COUNT(*) FROM entry_text_segdir`
	before := texts(t, s.db, segments)[0]
	if err := s.commit(t.Context(), "limit", func(tx *transaction) { tx.limitIndex(0) }); err != nil {
		t.Fatal(err)
	}
	if after := texts(t, s.db, segments)[0]; before == "1" || after != before {
		t.Errorf("the index was rewritten: %s parts before, %s after", before, after)
	}
}
