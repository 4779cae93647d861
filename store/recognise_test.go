package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// logOf makes entries of pageURL, newest first, a day apart, titled by their names.
func logOf(paths ...string) []feed.Entry {
	var all []feed.Entry
	for i, path := range paths {
		all = append(all, post(path, -i, path[strings.LastIndexByte(path, 0x2f)+1:]))
	}
	return all
}

// ofDay gives entries one date and title, as on a page whose posts are titled by the day.
func ofDay(entries ...feed.Entry) []feed.Entry {
	for i := range entries {
		entries[i].Title, entries[i].Updated = "Note", noon
	}
	return entries
}

// If a page is reorganised, no post is reported twice and no mark is lost. Another post with the
// title and date of a kept one is reported.
func TestReorganised(t *testing.T) {
	t.Parallel()
	stranger := func(link string) feed.Entry {
		e := post("c.gmi", -2, "c.gmi")
		e.ID, e.Link = link, link
		return e
	}
	for _, tt := range []struct {
		name          string
		before, after []feed.Entry
		cut           bool
		fresh         []string // links below the page that are reported
		kept          int      // entries afterwards
	}{
		{"into folders by year", logOf("d.gmi", "c.gmi", "b.gmi", "a.gmi"), logOf("2026/d.gmi", "2026/c.gmi", "2025/b.gmi", "2025/a.gmi"), false, nil, 4},
		{"one into a folder", logOf("c.gmi", "b.gmi", "a.gmi"), logOf("c.gmi", "b.gmi", "old/a.gmi"), false, nil, 3},
		{"other names, three at once", logOf("c.gmi", "b.gmi", "a.gmi"), renamed(logOf("c.gmi", "b.gmi", "a.gmi"), ".html"), false, nil, 3},
		{"other names, two at once", logOf("b.gmi", "a.gmi"), renamed(logOf("b.gmi", "a.gmi"), ".html"), false, []string{"b.gmi.html", "a.gmi.html"}, 4},
		{"of a page that was cut off", logOf("b.gmi", "a.gmi"), logOf("2026/b.gmi"), true, []string{"2026/b.gmi"}, 3},
		{"without dates", []feed.Entry{titled(pageURL+"a.gmi", "A", anyDay)}, []feed.Entry{titled(pageURL+"2026/a.gmi", "A", anyDay)}, false, []string{"2026/a.gmi"}, 2},
		{"with another title", logOf("a.gmi"), []feed.Entry{post("2026/a.gmi", 0, "other")}, false, []string{"2026/a.gmi"}, 2},
		{"to another author", logOf("c.gmi", "b.gmi"), []feed.Entry{post("c.gmi", 0, "c.gmi"), {ID: "gemini://x.example/b.gmi", Link: "gemini://x.example/b.gmi", Title: "b.gmi", Updated: noon.Add(-day)}}, false, []string{"gemini://x.example/b.gmi"}, 3},
		{"two of one title on a day", ofDay(logOf("b.gmi", "a.gmi")...), ofDay(logOf("x/b.gmi", "x/a.gmi")...), false, []string{"x/b.gmi", "x/a.gmi"}, 4},
		{"one at a time", ofDay(logOf("a.gmi")...), ofDay(logOf("b.gmi")...), false, []string{"b.gmi"}, 2},
		{"beside the old one", logOf("a.gmi"), append(logOf("a.gmi"), logOf("2026/a.gmi")...), false, []string{"2026/a.gmi"}, 2},
		{"stranger's", append(logOf("b.gmi"), stranger("gemini://host/~ann/c.gmi")), append(logOf("b.gmi"), stranger("gemini://host/~eve/c.gmi")), false, []string{"gemini://host/~eve/c.gmi"}, 3},
		{"only lost its old entries", logOf("c.gmi", "b.gmi", "a.gmi"), logOf("c.gmi"), false, nil, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			id := subscribe(t, s, page(tt.before...))
			markAllRead(t, s)
			if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
				t.Fatal(err)
			}
			var fresh []string
			for range 2 {
				got := commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(day), State: StateOK, Cut: tt.cut, Feed: page(tt.after...)})[0]
				for _, e := range got.New {
					fresh = append(fresh, e.URL)
				}
			}
			var want []string
			for _, name := range tt.fresh {
				want = append(want, address.Normalize(parseURL(t, pageURL).ResolveReference(parseURL(t, name)).String()))
			}
			if diff := cmp.Diff(want, fresh); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
			starred := texts(t, s.db, `SELECT COUNT(*) FROM entry WHERE starred`)[0]
			if n := len(entries(t, s, EntryFilter{})); n != tt.kept || starred != fmt.Sprint(len(tt.before)) {
				t.Errorf("%d entries are kept, want %d; %s are starred", n, tt.kept, starred)
			}
			checkWords(t, s, "the page")
		})
	}
}

// renamed appends something to the names of entries.
func renamed(entries []feed.Entry, suffix string) []feed.Entry {
	for i := range entries {
		entries[i].ID += suffix
		entries[i].Link += suffix
	}
	return entries
}

// If a page is reorganised whose entries were pruned in part, these stay away, even if their
// titles change later.
func TestReorganisedPruned(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(logOf("d.gmi", "c.gmi", "b.gmi", "a.gmi")...))
	markAllRead(t, s)
	prune(t, s, EntryFilter{Before: noon.Add(-day)})
	after := logOf("2026/d.gmi", "2026/c.gmi", "2025/b.gmi", "2025/a.gmi")
	for _, last := range []string{"a.gmi", "edited", "edited again"} {
		after[3].Title = last
		if got := check(t, s, id, page(after...)); got.Added > 0 {
			t.Errorf("%s: added %d", last, got.Added)
		}
	}
	after[3].Updated = noon.Add(day)
	if got := check(t, s, id, page(after...)); len(got.New) != 1 {
		t.Errorf("a later date brings back %q", titles(got.New))
	}
}

// If a page is reorganised, an entry keeps its star, its mark and the text of its post.
func TestReorganisedPost(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(logOf("a.gmi")...))
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("Words\n")})
	check(t, s, id, page(logOf("2026/a.gmi")...))
	if list := entries(t, s, EntryFilter{}); len(list) != 1 || list[0].ID != 1 || !list[0].Unread || list[0].URL != pageURL+"2026/a.gmi" {
		t.Errorf("entries %+v", list)
	}
	if _, kept, err := s.Post(t.Context(), 1); !kept || err != nil {
		t.Errorf("the post is gone, %v", err)
	}
}

// An entry without an id is the kept entry with its link and title, else the only kept entry with
// its link, if the page has this link once.
func TestWithoutID(t *testing.T) {
	t.Parallel()
	const link = pageURL + "all.gmi"
	// of makes undated entries of one link, as feed.Read does: with the link as ID if it is one.
	of := func(titles ...string) *feed.Feed {
		f := page()
		for _, title := range titles {
			e := feed.Entry{ID: link + "#" + title, Link: link, Title: title, WithoutID: true}
			if len(titles) == 1 {
				e.ID = link
			}
			f.Entries = append(f.Entries, e)
		}
		return f
	}
	s := newStore(t)
	id := subscribe(t, s, of("a"))
	markAllRead(t, s)
	for _, step := range []struct {
		page  string // titles
		fresh string // those that are told
		kept  int
	}{
		{"b", "", 1},    // its title was edited
		{"c b", "c", 2}, // it has the link alone no longer
		{"c b", "", 2},
		{"d c", "d", 3},
		{"c", "", 3},  // the others have left the page
		{"e", "e", 4}, // it could be any of the three
		{"e", "", 4},
		{"f e d c b", "f", 5},
		{"b", "", 5},
	} {
		got := check(t, s, id, of(strings.Fields(step.page)...))
		if fresh := strings.Join(titles(got.New), " "); fresh != step.fresh {
			t.Errorf("%s: told %q, want %q", step.page, fresh, step.fresh)
		}
		if n := len(entries(t, s, EntryFilter{})); n != step.kept {
			t.Errorf("%s: %d entries are kept, want %d", step.page, n, step.kept)
		}
	}
}
