package store

import (
	"path"
	"slices"
	"testing"

	"gemsub/internal/model"
)

// If the folders of several people count as one author's, and a feed moves its links from its own
// folder to another, its texts do not stand for the posts there.
func TestMovedPostsOfAnother(t *testing.T) {
	t.Parallel()
	const ann, evil = "gemini://host.example/people/ann/", "gemini://host.example/people/evil/"
	for name, change := range map[string]Check{
		"moved":       {MovedTo: ann + "other.gmi", Feed: at(ann)},
		"reorganised": {Feed: at(evil, "../ann/x1", "../ann/x2", "../ann/x3")},
	} {
		s := newStore(t)
		before := at(evil, "x1", "x2", "x3")
		for i := range change.Feed.Entries {
			change.Feed.Entries[i].Title = before.Entries[i].Title
			change.Feed.Entries[i].Link = ann + before.Entries[i].Link[len(evil):]
			change.Feed.Entries[i].ID = change.Feed.Entries[i].Link
		}
		follow(t, s, evil+"log.gmi", before.Entries...)
		savePosts(t, s, model.PostResult{EntryID: 1, Post: &Post{URL: entries(t, s, EntryFilter{IDs: []Range{{1, 1}}})[0].URL, FetchedAt: start, MediaType: "text/gemini", Text: "EVIL\n"}})
		change.Subscription, change.State, change.CheckedAt = byID(1), StateOK, start.Add(day)
		commit(t, s, change)
		moved := entries(t, s, EntryFilter{IDs: []Range{{1, 1}}})[0]
		if p, kept, err := s.Post(t.Context(), 1); !kept || p.Text != "EVIL\n" || err != nil {
			t.Errorf("%s: in its own feed: %q, %v", name, p.Text, err)
		}
		link := ann + path.Base(moved.URL)
		announced := at(ann, path.Base(link))
		announced.Entries[0].Title = "Ann's"
		follow(t, s, ann+"log.gmi", announced.Entries...)
		list := entries(t, s, EntryFilter{URLs: []string{link}, Distinct: true, WithKept: true})
		if len(list) != 1 || list[0].Title != "Ann's" || list[0].Kept {
			t.Errorf("%s: %+v", name, list)
			continue
		}
		if p, kept, err := s.Post(t.Context(), list[0].ID); kept || err != nil {
			t.Errorf("%s: %q is kept, %v", name, p.Text, err)
		}
		if got := wanted(t, s, start.Add(2*day)); !slices.Contains(got, "Ann's") {
			t.Errorf("%s: %q wanted", name, got)
		}
	}
}
