package app_test

import (
	"strings"
	"testing"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
)

// Only the feed that owns a page answers for URLs with a fragment of it, whatever ids and links a
// stranger's entries have. His feed was added first.
func TestFragmentsOfAStranger(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	const log = "gemini://good.example/log.gmi"
	entry := func(id, link string) string {
		return "<entry><id>" + id + "</id><link href='" + link + "'/><title>Stranger</title><updated>2026-03-09T00:00:00Z</updated><content>Evil</content></entry>"
	}
	h.serve("gemini://evil.example/feed.xml", "<feed xmlns='http://www.w3.org/2005/Atom'><title>Evil</title><id>urn:x</id>"+
		entry(log+"#2026-03-02%20Two", log)+entry("urn:2", log+"#2026-03-01")+entry("urn:3", "gemini://other.example/a.gmi#part")+"</feed>")
	h.serve(log, "# Good\n## 2026-03-02 Two\nText of two.\n## 2026-03-01 One\nText of one.\n")
	h.serve("gemini://other.example/a.gmi", "Other\n")
	h.add("gemini://evil.example/feed.xml")
	for added, err := range h.Add(t.Context(), app.AddOptions{URLs: []string{log}, Wanted: model.Settings{Format: new(string(feed.Headings))}}) {
		if err != nil || added.Err != nil {
			t.Fatal(err, added.Err)
		}
	}
	own := collect(t, h.Entries(t.Context(), app.EntryQuery{Feeds: []string{log}}))
	if len(own) != 2 {
		t.Fatalf("sections: %s", joined(own))
	}
	for _, e := range own {
		found, err := h.EntriesOf(t.Context(), e.AtomID)
		if err != nil || len(found) != 1 || found[0].ID != e.ID {
			t.Errorf("%s is %s, %v", e.AtomID, joined(found), err)
		}
	}
	if own[0].AtomID != log+"#2026-03-02%20Two" {
		t.Errorf("the stranger's id is not that of %s", own[0].AtomID)
	}
	for _, url := range []string{log, log + "#2026-03-01", log + "#nosuch"} {
		found, err := h.EntriesOf(t.Context(), url)
		for _, e := range found {
			if err != nil || strings.HasPrefix(e.FeedURL, "gemini://evil") {
				t.Errorf("%s is %s, %v", url, joined(found), err)
			}
		}
	}
	if found, err := h.EntriesOf(t.Context(), "gemini://other.example/a.gmi#part"); err != nil || len(found) != 1 {
		t.Errorf("the page of no other feed: %s, %v", joined(found), err)
	}
}
