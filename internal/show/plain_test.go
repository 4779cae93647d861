package show

import (
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

// For screen readers lists are whole lines, uncut and without padding: number, title, feed, date.
func TestPlainLists(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(40)
	p.Out.Plain = true
	title := "A very long title, which no screen of forty columns could show in one line"
	entries := []model.Entry{
		{ID: 7, Title: title, FeedTitle: "Garden", Updated: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Kept: true, Snippet: model.Snippet{"before ", "hit", " " + title}},
		{ID: 123, Title: "Short", FeedTitle: "Letters from the coast"},
	}
	if err := Print(p, view.Entries, entries); err != nil {
		t.Fatal(err)
	}
	feeds := view.Feeds(app.FeedQuery{}, func(model.Subscription) time.Duration { return 12 * time.Hour })
	if err := Print(p, feeds, []model.Subscription{{ID: 1, Title: title, URL: "gemini://garden.example/a/long/path/to/the/log/", State: model.StateOK, Entries: 12, Unread: 2}}); err != nil {
		t.Fatal(err)
	}
	if err := p.Facts(view.Row{{Key: "newest_entry", Value: "2026-03-01"}}); err != nil {
		t.Fatal(err)
	}
	if err := p.More([]app.MorePosts{{FeedTitle: title, Posts: 3}}); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"7, " + title + ", Garden, 2026-03-01",
		"before hit " + title,
		"123, Short, Letters from the coast",
		"1, " + title + ", ok, unread 2, entries 12, garden.example/a/long/path/to/the/log/, every 12h",
		"newest entry: 2026-03-01",
		"and 3 more of " + title, "",
	}, "\n")
	if got := out.String(); got != want {
		t.Errorf("printed\n%s\nnot\n%s", got, want)
	}
}
