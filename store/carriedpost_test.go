package store

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

// The posts that a page carries are not requested. A page carries posts only for links in its own
// folder.
func TestCarriedPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	carried := func(link, text string) feed.Entry {
		return feed.Entry{ID: link, Link: link, Title: "A", Updated: noon, Content: &feed.Content{Text: text, MediaType: "text/html"}}
	}
	own, others := pageURL+"a.gmi", "gemini://else.example/b.gmi"
	id := subscribe(t, s, page(carried(own, "<p>one</p>"), carried(others, "forged")))
	if got := wanted(t, s, start); len(got) > 0 {
		t.Errorf("%q wanted", got)
	}
	kept := func(want ...string) {
		t.Helper()
		got := texts(t, s.db, `SELECT media_type || ' ' || text FROM post ORDER BY entry_id`)
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("kept %q, not %q", got, want)
		}
	}
	kept("text/html <p>one</p>\n")
	edited := carried(own, "<p>two</p>")
	edited.Title = "edited"
	check(t, s, id, page(edited))
	kept("text/html <p>two</p>\n")
	if _, err := s.SetUnread(t.Context(), EntryFilter{}, false); err != nil {
		t.Fatal(err)
	}
	edited.Content = &feed.Content{Text: "<p>three</p>", MediaType: "text/html"} // of the same date
	check(t, s, id, page(edited))
	kept("text/html <p>three</p>\n")
	if unread := texts(t, s.db, `SELECT id FROM entry WHERE unread`); len(unread) > 0 {
		t.Errorf("%q are unread after an edit", unread)
	}
	if _, err := s.Prune(t.Context(), EntryFilter{WithPost: true}); err != nil {
		t.Fatal(err)
	}
	edited.Content = &feed.Content{Text: "<p>four</p>", MediaType: "text/html"}
	check(t, s, id, page(edited))
	kept()

	other := newStore(t)
	for i, test := range []struct{ chosen, usual model.PostsKept }{
		{model.PostsNone, ""}, {model.PostsNone, model.PostsAll}, {"", model.PostsNone}, {model.PostsNew, model.PostsNone},
	} {
		url := fmt.Sprintf("gemini://h%d.example/", i)
		commit(t, other, Check{
			Subscription: &Subscription{URL: url, Backlog: new(-1), Posts: test.chosen}, CheckedAt: start, State: StateOK,
			Feed: page(carried(url+"a.gmi", string(test.chosen)+"/"+string(test.usual))), Posts: test.usual,
		})
	}
	if got, want := texts(t, other.db, `SELECT text FROM post`), []string{"new/none\n"}; !cmp.Equal(got, want) {
		t.Errorf("kept %q, not %q", got, want)
	}
}
