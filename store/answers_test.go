package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// postAt returns the post of the page at a URL.
func postAt(t *testing.T, s *Store, url string) (p pagePost) {
	t.Helper()
	page := address.PageKey(url)
	fine(t)(nil, s.commit(t.Context(), "read", func(tx *transaction) { p = *tx.postsOf([]string{page})[page] }))
	return p
}

// answersOf lists the links that count between the posts of all entries: the entries of the post
// and of the page, "-" for a page that is not known, and "!" for answers.
func answersOf(t *testing.T, s *Store) (rows []string) {
	t.Helper()
	var all []int64
	for _, e := range entries(t, s, EntryFilter{}) {
		n, err := s.PostEntry(t.Context(), e.ID)
		fine(t)(nil, err)
		all = append(all, n)
	}
	slices.Sort(all)
	links, err := s.PostLinks(t.Context(), slices.Compact(all))
	fine(t)(nil, err)
	for _, l := range links {
		row := fmt.Sprint(l.From, " ", l.To)
		if l.Answers {
			row += "!"
		}
		rows = append(rows, row)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// TestConversing compares the result with the rule, applied word by word, for each pair of posts.
func TestConversing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	r := rand.New(rand.NewPCG(1, 1))
	const authors, each = 12, 8
	for a := range authors {
		days := make([]int, each)
		for i := range days {
			days[i] = -r.IntN(5)
		}
		addLog(t, s, fmt.Sprint(a), days...)
	}
	var batch Batch
	links := map[string]string{} // the texts of posts
	all := entries(t, s, EntryFilter{})
	for _, e := range all {
		if e.ID%9 == 0 { // known and not kept
			continue
		}
		var text strings.Builder
		for range r.IntN(3) * r.IntN(5) {
			fmt.Fprintf(&text, "=> gemini://%d.example/%d.gmi\n", r.IntN(authors), 1+r.IntN(each))
		}
		links[e.URL] = text.String()
		batch.Posts = append(batch.Posts, &model.PostResult{EntryID: e.ID, Post: &Post{URL: e.URL, MediaType: "text/gemini", Text: text.String()}})
	}
	fine(t)(nil, s.Commit(t.Context(), withLinks(batch)))
	fine(t)(nil, s.commit(t.Context(), "change", func(tx *transaction) {
		tx.exec(`UPDATE post SET joins = entry_id % 7 < 4`)
	}))
	answers := func(e, to Entry) bool {
		return e.ID%7 < 4 && e.FeedURL != to.FeedURL && strings.Contains(links[e.URL], "=> "+to.URL+"\n")
	}
	conversing := 0
	for _, e := range entries(t, s, EntryFilter{WithAnswers: true}) {
		want := slices.ContainsFunc(all, func(o Entry) bool { return answers(e, o) || answers(o, e) })
		if e.Conversing != want {
			t.Errorf("%s: conversing is %v, want %v", e.URL, e.Conversing, want)
		}
		if want {
			conversing++
		}
	}
	if n, err := s.CountEntries(t.Context(), EntryFilter{Conversing: true}); n != conversing || n == 0 || n == len(all) || err != nil {
		t.Errorf("%d entries of %d in conversations, want %d, %v", n, len(all), conversing, err)
	}
}

// If a capsule has no folders of users, a feed in its root carries contents for the pages of all
// feeds there. Links count only from the contents of the feed's own pages.
func TestCarriedForAnother(t *testing.T) {
	t.Parallel()
	const root, ann, bob = "gemini://host.example/", "gemini://host.example/ann/", "gemini://bob.example/"
	s := newStore(t)
	follow(t, s, bob, linkedAs(bob+"1", bob+"1", 0, "Bob"))
	roundup := "=> " + bob + "1\n"
	for i := range 6 {
		roundup += fmt.Sprintf("=> //r%d.example/\n", i)
	}
	lies := linkedAs(ann+"1", ann+"1", 1, "Lies")
	lies.Content = &feed.Content{MediaType: "text/gemini", Text: roundup}
	own := linkedAs(root+"2", root+"2", 1, "Own")
	own.Content = &feed.Content{MediaType: "text/gemini", Text: "=> " + bob + "1\n"}
	follow(t, s, root, lies, own)
	follow(t, s, ann, linkedAs(ann+"1", ann+"1", 1, "Ann"))
	all, _, err := s.Mentions(t.Context(), []string{bob})
	if err != nil || len(all) != 1 || all[0].Title != "Own" {
		t.Errorf("mentions %+v, %v", all, err)
	}
	if got, want := answersOf(t, s), []string{"2 1!"}; !slices.Equal(got, want) {
		t.Errorf("answers %q, want %q", got, want)
	}
	if p := postAt(t, s, ann+"1"); !p.Joins || p.text > 0 {
		t.Errorf("post %+v", p)
	}
	for _, e := range entries(t, s, EntryFilter{WithAnswers: true}) {
		if want := e.URL != ann+"1"; e.Conversing != want {
			t.Errorf("%s: conversing is %v", e.URL, e.Conversing)
		}
	}
}

// A feed that is read as one page takes no post of another author out of a conversation.
func TestHeadingsOfAnother(t *testing.T) {
	t.Parallel()
	const root, ann = "gemini://host.example/", "gemini://host.example/people/ann/"
	s := newStore(t)
	follow(t, s, root, linkedAs(ann+"1", ann+"1", 1, "Lies"))
	follow(t, s, ann, linkedAs(ann+"1", ann+"1", 1, "Ann"))
	for id, want := range map[int64]bool{1: true, 2: false} {
		fine(t)(s.db.ExecContext(t.Context(), `UPDATE subscription SET format = IIF(id = ?, 'headings', 'links')`, id))
		if p := postAt(t, s, ann+"1"); p.Joins != want {
			t.Errorf("headings of feed %d: %+v", id, p)
		}
	}
}

// The answers of a restored post are decided anew, and so is the entry that stands for a page if
// the owner of the page changes.
func TestAnswersDecidedAnew(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ann, bob := addLog(t, s, "ann", 1), addLog(t, s, "bob", 2)
	follow(t, s, "gemini://eve.example/", linkedAs("gemini://ann.example/1.gmi", "gemini://ann.example/1.gmi", 1, "Ann"))
	keep(t, s, "gemini://bob.example/1.gmi", "//ann.example/1.gmi")
	expect := func(what, want string) {
		t.Helper()
		if got := answersOf(t, s); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	expect("at first", "2 1!")
	fine(t)(nil, s.Remove(t.Context(), []int64{bob}))
	fine(t)(nil, s.Remove(t.Context(), []int64{ann}))
	fine(t)(s.Undo(t.Context(), 1))
	expect("restored without what it answered", "2 3!")
	fine(t)(s.Undo(t.Context(), 2))
	expect("restored", "2 1!")
	fine(t)(nil, s.commit(t.Context(), "test", func(tx *transaction) { tx.exec(`UPDATE entry SET nearness = -1 WHERE id = 1`) }))
	expect("of another owner", "2 3!")
}

// Links to the pages of a feed under its old URL count after a move, not those to another author's
// pages there.
func TestAnswersAfterMove(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ann := addLog(t, s, "ann", 1)
	addLog(t, s, "bob", 2)
	keep(t, s, "gemini://bob.example/1.gmi", "//ann.example/1.gmi")
	keep(t, s, "gemini://ann.example/1.gmi", "//cid.example/1.gmi")
	want := answersOf(t, s)
	c := Check{
		CheckedAt: start.Add(day), State: StateOK, Format: "gemtext", Subscription: byID(ann), MovedTo: "gemini://new.example/log/",
		Feed: &feed.Feed{ID: "gemini://new.example/log/", Updated: noon, Format: "gemtext", Entries: []feed.Entry{
			linkedAs("gemini://new.example/log/1.gmi", "gemini://new.example/log/1.gmi", 1, "ann"),
		}},
	}
	commit(t, s, c)
	if got := answersOf(t, s); !slices.Equal(got, want) {
		t.Errorf("after the move: %q, before: %q", got, want)
	}
	for _, e := range entries(t, s, EntryFilter{WithAnswers: true}) {
		if !e.Conversing {
			t.Errorf("%s is in no conversation", e.URL)
		}
	}
	keep(t, s, "gemini://bob.example/1.gmi", "//ann.example/1.gmi", "//ann.example/~dan/1.gmi")
	pages := texts(t, s.db, `SELECT page FROM post_link WHERE entry_id = 2 ORDER BY 1`)
	if want := []string{"ann.example/~dan/1.gmi", "new.example/log/1.gmi"}; !slices.Equal(pages, want) {
		t.Errorf("links lead to %q, want %q: Dan did not move", pages, want)
	}
}
