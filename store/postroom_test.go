package store

import (
	"strings"
	"testing"

	"gemsub/internal/model"
)

// The oldest posts that were read go first, those of a full feed before all others.
func TestLimitPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("d.gmi", 4, "D"), post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	commit(t, s, Check{New: &NewSubscription{URL: "gemini://other.example/"}, Feed: at("gemini://other.example/", "x")})
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
		{PostRoom{Feed: 30, All: 25}, 2, "145"},
		{PostRoom{Feed: 1, All: 1}, 2, "1"},
	} {
		removed, err := s.LimitPosts(t.Context(), tt.room)
		kept := strings.Join(texts(t, s.db, `SELECT GROUP_CONCAT(entry_id, '') FROM post`), "")
		if err != nil || kept != tt.kept && removed != tt.removed {
			t.Errorf("%+v: %d removed, %v; kept %s, want %s", tt.room, removed, err, kept, tt.kept)
		}
	}
	if got := wanted(t, s, start); len(got) > 0 {
		t.Errorf("%q wanted again", got)
	}
}
