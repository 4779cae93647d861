package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

// aPost is a post of an entry of pageURL with a text.
func aPost(text string) *Post {
	return &Post{URL: pageURL + "a.gmi", MediaType: "text/gemini", FetchedAt: start, Size: len(text), Text: text}
}

func wanted(t *testing.T, s *Store, now time.Time) []string {
	t.Helper()
	all, err := s.WantedPosts(t.Context(), PostFilter{Now: now, Default: model.PostsNew})
	if err != nil {
		t.Fatal(err)
	}
	titles := []string{}
	for _, w := range all {
		titles = append(titles, texts(t, s.db, fmt.Sprint("SELECT title FROM entry WHERE id = ", w.EntryID))...)
	}
	return titles
}

func savePosts(t *testing.T, s *Store, results ...model.PostResult) {
	t.Helper()
	var b Batch
	for i := range results {
		b.Posts = append(b.Posts, &results[i])
	}
	if err := s.Commit(t.Context(), withLinks(b)); err != nil {
		t.Fatal(err)
	}
}

func TestWantedPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	if got, want := wanted(t, s, start), []string{"B", "A"}; !cmp.Equal(got, want) {
		t.Errorf("after add: %q wanted, not %q", got, want)
	}
	savePosts(t, s,
		model.PostResult{EntryID: 2, Post: aPost("b\n")},
		model.PostResult{EntryID: 1, Failure: "51 Not found", NotBefore: start.Add(day), Tries: 1})
	if got := wanted(t, s, start); len(got) > 0 {
		t.Errorf("%q wanted after one was had and one put off", got)
	}
	if got, want := wanted(t, s, start.Add(day)), []string{"A"}; !cmp.Equal(got, want) {
		t.Errorf("a day later: %q wanted, not %q", got, want)
	}
	if failure, removed, err := s.PostFailure(t.Context(), 1); failure != "51 Not found" || removed != "" || err != nil {
		t.Errorf("failure %q, %v", failure, err)
	}
	check(t, s, id, page(post("b.gmi", 9, "B"), post("a.gmi", 1, "A")))
	if got, want := wanted(t, s, start.Add(time.Hour)), []string{"B"}; !cmp.Equal(got, want) {
		t.Errorf("after a later date: %q wanted, not %q", got, want)
	}
}

// A check makes the posts of the newest 300 entries wanted.
func TestWantedOfLargePage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	posts := bigPage(pageURL, 301)
	subscribe(t, s, posts)
	got := texts(t, s.db, `SELECT title FROM entry WHERE id NOT IN (SELECT entry_id FROM wanted_post)`)
	if want := []string{posts.Entries[300].Title}; !slices.Equal(got, want) {
		t.Errorf("not wanted are %q, want %q", got, want)
	}
}

func TestPostsEnough(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, bigPage(pageURL, 50))
	for _, want := range []int{10, 10, 10, 0} {
		all, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: model.PostsNew})
		if err != nil || len(all) != want {
			t.Fatalf("%d wanted, %v; not %d", len(all), err, want)
		}
		for _, w := range all {
			savePosts(t, s, model.PostResult{EntryID: w.EntryID, Post: aPost("x\n")})
		}
	}
}

func TestNoPostsWanted(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	all, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: model.PostsNone})
	if err != nil || len(all) > 0 {
		t.Errorf("%v wanted though none are to be, %v", all, err)
	}
}

// The posts of a paused feed are not fetched: another machine may have made it ignore robots.txt.
func TestNoPostsOfPausedWanted(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	fine(t)(s.db.ExecContext(t.Context(), `DELETE FROM wanted_post WHERE entry_id = 1`)) // an older post
	commit(t, s, Check{Subscription: byID(id), State: StatePaused, CheckedAt: start})
	for want, filters := range map[int][]PostFilter{0: {{}, {Subscriptions: []int64{id}}}, 2: {{Subscriptions: []int64{id}, Named: true}}} {
		for _, f := range filters {
			f.Now, f.Default = start, model.PostsAll
			if all, err := s.WantedPosts(t.Context(), f); err != nil || len(all) != want {
				t.Errorf("%v wanted by %+v, %v; not %d", all, f, err, want)
			}
		}
	}
}

// Older posts are wanted if the user wants all posts, of one feed or by default.
func TestOlderPostsWanted(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	fine(t)(s.db.ExecContext(t.Context(), `DELETE FROM wanted_post`))
	older := func(by model.PostsKept, want int) {
		t.Helper()
		all, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: by})
		if err != nil || len(all) != want {
			t.Errorf("%q by default: %v wanted, %v; not %d", by, all, err, want)
		}
	}
	older(model.PostsNew, 0)
	older(model.PostsAll, 1)
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{Posts: new(model.PostsAll)}))
	older(model.PostsNew, 1)
}

// TestPostOfEqualLinks has the rules for the text of a link in two feeds: each shows its own text,
// else the other's if it was fetched at the link.
func TestPostOfEqualLinks(t *testing.T) {
	t.Parallel()
	link := pageURL + "a.gmi"
	for _, tt := range []struct {
		name         string
		owner, other *Post // of the feed that owns the link, and of another
		want         [2]string
	}{
		{"only the owner's", aPost("owner\n"), nil, [2]string{"owner\n", "owner\n"}},
		{"both", aPost("owner\n"), aPost("else\n"), [2]string{"owner\n", "else\n"}},
		{"fetched for another", nil, aPost("else\n"), [2]string{"else\n", "else\n"}},
		{"fetched for another, elsewhere", nil, &Post{URL: pageURL + "b.gmi", FetchedAt: start, Text: "else\n"}, [2]string{"", "else\n"}},
		{"carried by another", nil, &Post{URL: link, FromFeed: true, FetchedAt: start, Text: "forged\n"}, [2]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			entry := feed.Entry{ID: link, Link: link, Title: "A", Updated: noon}
			commit(t, s,
				Check{Subscription: &Subscription{URL: "gemini://evil.example/log/", Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: page(entry)},
				Check{Subscription: &Subscription{URL: pageURL, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: page(entry)})
			savePosts(t, s, model.PostResult{EntryID: 2, Post: tt.owner}, model.PostResult{EntryID: 1, Post: tt.other})
			shared := feed.Entry{ID: "gemini://c.example/", Link: "gemini://c.example/", Title: "no post", Updated: noon}
			check(t, s, 1, page(shared))
			check(t, s, 2, page(shared))
			for e, err := range s.Entries(t.Context(), EntryFilter{WithKept: true}) {
				if e.Kept != (e.URL == link && tt.want[2-e.ID] != "") || err != nil {
					t.Errorf("entry %d: kept is %v, %v", e.ID, e.Kept, err)
				}
			}
			for i, want := range tt.want {
				id := int64(2 - i)
				got, kept, err := s.Post(t.Context(), id)
				if err != nil || got.Text != want || kept != (want != "") {
					t.Errorf("entry %d: %q, %v, %v; want %q", id, got.Text, kept, err, want)
				}
			}
		})
	}
}

// Of several texts that were fetched at a link, entries without one show that of the feed that owns it.
func TestFetchedPostOfOwner(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, url := range []string{"gemini://a.example/", "gemini://b.example/", pageURL} {
		commit(t, s, Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: page(post("a.gmi", 1, "A"))})
	}
	savePosts(t, s, model.PostResult{EntryID: 2, Post: aPost("b\n")})
	if got := keptPost(t, s, 1).Text; got != "b\n" {
		t.Errorf("%q is shown before the owner's text was fetched", got)
	}
	savePosts(t, s, model.PostResult{EntryID: 3, Post: aPost("owner\n")})
	for id, want := range []string{1: "owner\n", 2: "b\n", 3: "owner\n"} {
		if want != "" && keptPost(t, s, int64(id)).Text != want {
			t.Errorf("entry %d: %q, want %q", id, keptPost(t, s, int64(id)).Text, want)
		}
	}
}

// An update never replaces the text of a starred entry, and an answer without text replaces no
// text.
func TestTextStays(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A"))
	f.Entries[0].Content = &feed.Content{MediaType: "text/gemini", Text: "carried\n"}
	id := subscribe(t, s, f)
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("fetched\n")})
	edited := func(text string) {
		t.Helper()
		f.Entries[0].Content = &feed.Content{MediaType: "text/gemini", Text: text}
		f.Entries[0].Updated, f.Entries[1].Updated = f.Entries[0].Updated.Add(8*day), f.Entries[1].Updated.Add(day)
		check(t, s, id, f)
		savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost(text)}, model.PostResult{EntryID: 1, Post: &Post{URL: pageURL + "a.gmi", MediaType: "image/png", Size: 9}})
	}
	texts := func(a, b string) {
		t.Helper()
		if got := [2]string{keptPost(t, s, 1).Text, keptPost(t, s, 2).Text}; got != [2]string{a, b} {
			t.Errorf("texts %q, want %q and %q", got, a, b)
		}
	}
	texts("fetched\n", "carried\n")
	edited("new\n")
	texts("new\n", "new\n")
	if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
		t.Fatal(err)
	}
	edited("newer\n")
	texts("new\n", "new\n")
	savePosts(t, s, model.PostResult{EntryID: 1, Asked: true, Post: aPost("asked\n")})
	texts("asked\n", "new\n")
	if got := wanted(t, s, start.Add(day)); len(got) > 0 {
		t.Errorf("%q wanted", got)
	}
}
