package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

// keepPosts stores a text as the post of each entry, by number.
func keepPosts(t testing.TB, s *Store, texts ...string) {
	t.Helper()
	var results []*model.PostResult
	for i, text := range texts {
		results = append(results, &model.PostResult{EntryID: int64(i + 1), Post: aPost(text)})
	}
	if err := s.Commit(t.Context(), withLinks(Batch{Posts: results})); err != nil {
		t.Fatal(err)
	}
}

// snippets returns the found entries with their snippets, in which brackets enclose the found
// words.
func snippets(t *testing.T, s *Store, query string, f EntryFilter) string {
	t.Helper()
	f.Words = query
	var all []string
	for e, err := range s.Entries(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		found := e.Title
		if len(e.Snippet) > 0 {
			found += ": "
		}
		for i, text := range e.Snippet {
			if i%2 == 1 {
				text = "[" + text + "]"
			}
			found += text
		}
		all = append(all, found)
	}
	return strings.Join(all, " | ")
}

func TestSearchPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(
		post("5.gmi", 5, "紅葉の季節"), post("4.gmi", 4, "Four"), post("3.gmi", 3, "Three"),
		post("2.gmi", 2, "Two"), post("1.gmi", 1, "One")))
	keepPosts(t, s,
		"# One\n\nCompost is   warm, and\ncompost smells.\n",
		"A crème brûlée with compost, once in a rather long text about many other things.\n",
		"秋の夜長に紅葉を見る。ไทยภาษา, Go言語で書く\n",
		strings.Repeat("filler ", 60)+"zymurgy "+strings.Repeat("after ", 60)+"\n",
		"")
	for _, tt := range []struct {
		query string
		f     EntryFilter
		want  string
	}{
		{"compost", EntryFilter{}, "Two: A crème brûlée with [compost], once in a rather long text about many other things." +
			" | One: # One [Compost] is warm, and [compost] smells."},
		{"compost", EntryFilter{TitlesOnly: true}, ""},
		{"compost", EntryFilter{Limit: 1}, "Two: A crème brûlée with [compost], once in a rather long text about many other things."},
		{"CREME brul*", EntryFilter{}, "Two: A [crème] [brûlée] with compost, once in a rather long text about many other things."},
		{`"warm and compost"`, EntryFilter{}, "One: # One Compost is [warm], [and] [compost] smells."},
		{"two compost", EntryFilter{}, "Two: A crème brûlée with [compost], once in a rather long text about many other things."},
		{"log compost", EntryFilter{}, "Two: A crème brûlée with [compost], once in a rather long text about many other things." +
			" | One: # One [Compost] is warm, and [compost] smells."},
		{"紅葉", EntryFilter{}, "紅葉の季節 | Three: 秋の夜長に[紅葉]を見る。ไทยภาษา, Go言語で書く"},
		{"季節", EntryFilter{}, "紅葉の季節"},
		{"季節", EntryFilter{TitlesOnly: true}, "紅葉の季節"},
		{"節季", EntryFilter{}, ""},
		{"ภาษา", EntryFilter{}, "Three: 秋の夜長に紅葉を見る。ไทย[ภาษา], Go言語で書く"},
		{"Go言語", EntryFilter{}, "Three: 秋の夜長に紅葉を見る。ไทยภาษา, [Go言語]で書く"},
		{"zymurgy", EntryFilter{}, "Four: …" + strings.Repeat("filler ", 20) + "[zymurgy]" + strings.Repeat(" after", 19) + "…"},
		{"bread", EntryFilter{}, ""},
		{`"`, EntryFilter{}, ""},
		{`title:compost NEAR/2 (text:* -warm "`, EntryFilter{}, ""},
	} {
		if got := snippets(t, s, tt.query, tt.f); got != tt.want {
			t.Errorf("search %q with %+v:\ngot  %s\nwant %s", tt.query, tt.f, got, tt.want)
		}
	}
	n, err := s.CountEntries(t.Context(), EntryFilter{Words: "compost", Distinct: true})
	if n != 2 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
}

// The tags of HTML are not indexed as words.
func TestSearchHTML(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("1.gmi", 1, "One")))
	p := aPost("<p class=\"warm\">Com<b>post</b> &amp; <script>bread()</script>tea</p>\n")
	p.MediaType = "text/html"
	savePosts(t, s, model.PostResult{EntryID: 1, Post: p})
	for query, want := range map[string]string{"warm": "", "bread": "", "amp": "", "compost": "One: [Compost] & tea"} {
		if got := snippets(t, s, query, EntryFilter{}); got != want {
			t.Errorf("search %s: got %q, want %q", query, got, want)
		}
	}
}

// The words of a post are found for as long as it is kept.
func TestSearchFollowsPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("3.gmi", 3, "Three"), post("2.gmi", 2, "Two"), post("1.gmi", 1, "One")))
	expect := func(after, query, want string) {
		t.Helper()
		if got := search(t, s, query, EntryFilter{}); got != want {
			t.Errorf("after %s, %s finds %q, want %q", after, query, got, want)
		}
		checkWords(t, s, after)
	}
	keepPosts(t, s, "apples pears\n", "apples\n", "apples plums\n")
	expect("fetching", "apples", "Three | Two | One")
	keepPosts(t, s, "pears\n")
	expect("fetching again", "apples", "Three | Two")
	expect("fetching again", "pears", "One")
	check(t, s, id, page(post("3.gmi", 3, "Plums"), post("2.gmi", 2, "Two"), post("1.gmi", 1, "One")))
	expect("editing a title", "plums", "Plums")
	expect("editing a title", "three", "")
	if _, err := s.SetUnread(t.Context(), EntryFilter{}, false); err != nil {
		t.Fatal(err)
	}
	if n, err := s.LimitPosts(t.Context(), PostRoom{Feed: 1 << 20, All: 20}); n != 1 || err != nil {
		t.Fatalf("%d posts removed, %v", n, err)
	}
	expect("removing the oldest", "pears", "")
	expect("removing the oldest", "one", "One")
	if n, err := s.Prune(t.Context(), EntryFilter{WithPost: true, IDs: []Range{{2, 2}}}); n != 1 || err != nil {
		t.Fatalf("%d posts pruned, %v", n, err)
	}
	expect("pruning texts", "apples", "Plums")
	if err := s.Remove(t.Context(), []int64{id}); err != nil {
		t.Fatal(err)
	}
	expect("removing the feed", "apples", "")
	if _, err := s.Undo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	expect("undo", "apples", "Plums")
	expect("undo", "two", "Two")
	if n, err := s.Prune(t.Context(), EntryFilter{Before: noon.Add(10 * day)}); n != 3 || err != nil {
		t.Fatalf("%d entries pruned, %v", n, err)
	}
	expect("pruning", "apples", "")
}

// A post that a feed carries is indexed with its entry.
func TestSearchCarriedPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := post("1.gmi", 1, "One")
	e.Content = &feed.Content{Text: "apples\n", MediaType: "text/plain"}
	subscribe(t, s, page(e))
	if got := search(t, s, "apples", EntryFilter{}); got != "One" {
		t.Errorf("found %q", got)
	}
	checkWords(t, s, "adding")
}

// If several feeds have a link, and its post was fetched for one, the search finds the entry of
// the owner by the words of the post. A carried post counts only if its feed owns the link.
func TestSearchEqualLinks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	one := post("a.gmi", 1, "Theirs")
	list := &feed.Feed{ID: "gemini://list.example/", Title: "List", Updated: noon, Entries: []feed.Entry{one}}
	commit(t, s, Check{Subscription: &Subscription{URL: list.ID, Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: list})
	one.Title = "Own"
	subscribe(t, s, page(one))
	keepPosts(t, s, "apples\n")
	want := "Own: [apples]"
	if got := snippets(t, s, "apples", EntryFilter{Distinct: true}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := snippets(t, s, "own", EntryFilter{Distinct: true}); got != "Own" {
		t.Errorf("own title: got %q", got)
	}
	if got := snippets(t, s, "theirs", EntryFilter{Distinct: true}); got != "" {
		t.Errorf("words of another: got %q", got)
	}
	if got := snippets(t, s, "apples", EntryFilter{Distinct: true, Subscriptions: []int64{1}}); got != "Theirs: [apples]" {
		t.Errorf("among one feed: got %q", got)
	}
	p := aPost("pears\n")
	p.FromFeed = true
	savePosts(t, s, model.PostResult{EntryID: 1, Post: p})
	if got := snippets(t, s, "pears", EntryFilter{Distinct: true}); got != "" {
		t.Errorf("carried by another: got %q", got)
	}
}

// Whatever changes titles and posts, the index has exactly their words.
func TestIndexFollowsChanges(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	carrying := post("carrying.gmi", 9, "Carrying")
	carrying.Content = &feed.Content{Text: "of 日本 carried\n", MediaType: "text/plain"}
	feeds := []feed.Entry{post("c.gmi", 3, "Third"), post("b.gmi", 2, "Second 日本語"), post("a.gmi", 1, "First")}
	id := subscribe(t, s, page(append([]feed.Entry{carrying}, feeds...)...))
	second := page(post("c.gmi", 3, "Third, edited"), feeds[1], feeds[2])
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"posts in any order", func() error {
			err := s.Commit(t.Context(), withLinks(Batch{Posts: []*model.PostResult{{EntryID: 3, Post: aPost("three apples\n")}, {EntryID: 1, Post: aPost("an apple\n")}}}))
			return err
		}},
		{"the same post", func() error { savePosts(t, s, model.PostResult{EntryID: 3, Post: aPost("three apples\n")}); return nil }},
		{"another text", func() error { savePosts(t, s, model.PostResult{EntryID: 3, Post: aPost("four pears\n")}); return nil }},
		{"no text", func() error {
			savePosts(t, s, model.PostResult{EntryID: 2, Post: &model.Post{URL: pageURL, MediaType: "image/png", FetchedAt: start, Size: 7}})
			return nil
		}},
		{"another title", func() error { check(t, s, id, second); return nil }},
		{"no room", func() error { _, err := s.LimitPosts(t.Context(), PostRoom{Feed: 15, All: 100}); return err }},
		{"removal", func() error { return s.Remove(t.Context(), []int64{id}) }},
		{"undo", func() error { _, err := s.Undo(t.Context(), 0); return err }},
		{"read", func() error { markAllRead(t, s); return nil }},
		{"prune", func() error { _, err := s.Prune(t.Context(), EntryFilter{IDs: []Range{{2, 3}}}); return err }},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if err := s.Integrity(t.Context()); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		before := indexedWords(t, s)
		if err := s.Reindex(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(indexedWords(t, s), before); diff != "" {
			t.Errorf("%s: words (-rebuilt +indexed):\n%s", step.name, diff)
		}
	}
}

func found(t *testing.T, s *Store, query string) int {
	t.Helper()
	n, err := s.CountEntries(t.Context(), EntryFilter{Words: query})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// indexedWords returns all words in the index, and how often each occurs.
func indexedWords(t *testing.T, s *Store) []string {
	t.Helper()
	db := pool(s.path, writing, 1)
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `CREATE VIRTUAL TABLE temp.words USING fts4aux (main, entry_text)`); err != nil {
		t.Fatal(err)
	}
	return texts(t, db, `SELECT term || ' ' || col || ' ' || documents || ' ' || occurrences FROM temp.words ORDER BY 1`)
}

// The check of the whole file finds an index of words that is not that of the texts, or
// that cannot be searched. Reindex mends it.
func TestIntegrityOfIndex(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("2.gmi", 2, "Two"), post("1.gmi", 1, "One")))
	if err := s.Integrity(t.Context()); err != nil {
		t.Error(err)
	}
	for _, damage := range []string{
		`DELETE FROM entry_text_segdir`,
		`DELETE FROM feed_text_segdir`,
		`UPDATE entry_text_segdir SET root = x'ff'`,
		`DELETE FROM entry_text_docsize WHERE docid = 1`,
		`UPDATE entry_text_docsize SET size = x'ff'`,
		`INSERT INTO entry_text_docsize VALUES (77, x'0101')`,
	} {
		if _, err := s.db.ExecContext(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
		if err := s.Integrity(t.Context()); !errors.Is(err, ErrIndex) {
			t.Errorf("%s: error %v", damage, err)
		}
		if err := s.Reindex(t.Context()); err != nil {
			t.Errorf("%s: %v", damage, err)
		}
		if err := s.Integrity(t.Context()); err != nil {
			t.Errorf("%s, indexed again: %v", damage, err)
		}
		if got := search(t, s, "two", EntryFilter{}); got != "Two" {
			t.Errorf("%s: found %q", damage, got)
		}
	}
}

// A copy can be made even if the index of words is wrong.
func TestBackupOfWrongIndex(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("1.gmi", 1, "One")))
	if _, err := s.db.ExecContext(t.Context(), `DELETE FROM entry_text_segdir`); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), filepath.Join(t.TempDir(), "copy.db")); err != nil {
		t.Errorf("it cannot be copied: %v", err)
	}
}
