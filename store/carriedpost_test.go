package store

import (
	"testing"

	"gemsub/feed"
	"gemsub/internal/model"
)

// A page that carries its posts needs no request for them, and speaks for its own
// folder alone.
func TestCarriedPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	carried := func(link, text string) feed.Entry {
		return feed.Entry{ID: link, Link: link, Title: "A", Updated: noon, Content: text, ContentType: "text/html"}
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

	other := newStore(t)
	none := Check{
		New: &NewSubscription{URL: pageURL, Unread: -1, Posts: model.PostsNone}, CheckedAt: start, State: StateOK,
		Feed: page(carried(own, "x")),
	}
	commit(t, other, none)
	if got := texts(t, other.db, `SELECT text FROM post`); len(got) > 0 {
		t.Errorf("kept %q where none are wanted", got)
	}
}
