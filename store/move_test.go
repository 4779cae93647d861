package store

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// at is f as it reads at another URL, its links relative to its folder.
func at(url string, names ...string) *feed.Feed {
	f := &feed.Feed{ID: url, Title: "A log", Updated: noon}
	for i, name := range names {
		e := post(name, -i, name)
		e.ID, e.Link = url+name, url+name
		f.Entries = append(f.Entries, e)
	}
	return f
}

func TestMove(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		to   string
		page *feed.Feed
		url  string // of the newest entry afterwards
	}{
		{
			name: "to another capsule", to: "gemini://new.example/~me/index.gmi",
			page: at("gemini://new.example/~me/", "b.gmi", "a.gmi"), url: "gemini://new.example/~me/b.gmi",
		},
		{
			name: "to another folder", to: "gemini://example.org/blog/",
			page: at("gemini://example.org/blog/", "b.gmi", "a.gmi"), url: "gemini://example.org/blog/b.gmi",
		},
		{
			name: "links from the root", to: "gemini://new.example/feed.gmi",
			page: at("gemini://new.example/log/", "b.gmi", "a.gmi"), url: "gemini://new.example/log/b.gmi",
		},
		{
			name: "links stay", to: "gemini://new.example/log/",
			page: at(pageURL, "b.gmi", "a.gmi"), url: pageURL + "b.gmi",
		},
		{
			name: "to nothing that can be read", to: "gemini://new.example/log/",
			url: pageURL + "b.gmi",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, at(pageURL, "b.gmi", "a.gmi"))
			if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{pageURL + "a.gmi"}}, false); err != nil {
				t.Fatal(err)
			}
			got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: tt.to, Feed: tt.page})[0]
			if !got.Moved || got.Added > 0 || len(got.New) > 0 {
				t.Errorf("moved %t, added %d, new %q", got.Moved, got.Added, titles(got.New))
			}
			list := entries(t, s, EntryFilter{})
			if diff := cmp.Diff([]string{"b.gmi", "a.gmi"}, titles(list)); diff != "" {
				t.Fatalf("entries (-want +got):\n%s", diff)
			}
			if list[0].URL != tt.url || list[0].FeedURL != tt.to {
				t.Errorf("newest is %s of %s, want %s of %s", list[0].URL, list[0].FeedURL, tt.url, tt.to)
			}
			if !list[0].Unread || list[1].Unread {
				t.Error("the marks did not stay")
			}
		})
	}
}

func TestMoveToTakenURL(t *testing.T) {
	t.Parallel()
	const taken = "gemini://new.example/log/"
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "a.gmi"))
	commit(t, s, Check{New: &NewSubscription{URL: taken}})

	got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: taken, Feed: at(taken, "b.gmi", "a.gmi")})[0]
	if got.Moved || got.Added != 1 {
		t.Errorf("moved %t, added %d, want one entry for the old URL", got.Moved, got.Added)
	}
	var urls []string
	for _, sub := range subscriptions(t, s, SubscriptionFilter{}) {
		urls = append(urls, sub.URL)
	}
	if !slices.Equal(urls, []string{pageURL, taken}) {
		t.Errorf("subscriptions %q", urls)
	}
}

func TestAddMoved(t *testing.T) {
	t.Parallel()
	const to = "gemini://new.example/log/"
	s := newStore(t)
	got := commit(t, s, Check{New: &NewSubscription{URL: pageURL}, State: StateOK, MovedTo: to, Feed: at(to, "a.gmi")})[0]
	if url := subscriptions(t, s, SubscriptionFilter{})[0].URL; !got.Moved || url != to {
		t.Errorf("moved %t, subscribed to %s", got.Moved, url)
	}
}
