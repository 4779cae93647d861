package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/store"
)

// conversing has three gemlogs: Bob answers Ann, and Cid answers both; Cid's round-up
// links to six authors.
func conversing(t *testing.T) *home {
	t.Helper()
	h := newHome(t)
	serve := func(host, title, entries string, posts ...string) {
		log := "gemini://" + host + ".example/"
		h.serve(log, "# "+title+"\n"+entries)
		for i, post := range posts {
			h.serve(fmt.Sprintf("%s%d.gmi", log, i+1), post)
		}
		h.add(log)
	}
	serve("a", "Ann", "=> 1.gmi 2026-03-01 First\n=> 2.gmi 2026-03-04 Second\n", "Hello.\n", "=> 1.gmi Before\n")
	serve("b", "Bob", "=> 1.gmi 2026-03-02 Bob\n", "=> gemini://a.example/1.gmi Ann\n=> gemini://far.example/x.gmi Far\n")
	round := "=> gemini://a.example/1.gmi\n"
	for i := range 6 {
		round += fmt.Sprintf("=> gemini://r%d.example/1.gmi\n", i)
	}
	serve("c", "Cid", "=> 1.gmi 2026-03-03 Cid\n=> 2.gmi 2026-03-05 Round-up\n", "=> gemini://b.example/1.gmi\n=> gemini://a.example/1.gmi\n", round)
	h.updated(app.UpdateOptions{})
	return h
}

// drawn is a thread, each post under its depth.
func drawn(posts []model.ThreadPost) string {
	var all []string
	for _, p := range posts {
		place := fmt.Sprint(p.Depth)
		if p.SeeAlso {
			place = "-"
		}
		all = append(all, place+" "+p.Title)
	}
	return strings.Join(all, ", ")
}

// Each answer stands under the oldest post that it answers, whichever post the thread is asked for.
func TestThread(t *testing.T) {
	t.Parallel()
	h := conversing(t)
	for url, want := range map[string]string{
		"gemini://a.example/1.gmi": "0 First, 1 Bob, 1 Cid, - Round-up",
		"gemini://b.example/1.gmi": "0 First, 1 Bob, 1 Cid, - Round-up",
		"gemini://a.example/2.gmi": "0 Second",
	} {
		posts, _, err := h.Thread(t.Context(), h.entry(url))
		if got := drawn(posts); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", url, got, err, want)
		}
	}
}

// A post has the posts that it answers and that answer it, and the URLs of pages that nobody
// follows.
func TestReplies(t *testing.T) {
	t.Parallel()
	h := conversing(t)
	r, err := h.Replies(t.Context(), h.entry("gemini://b.example/1.gmi"))
	if err != nil {
		t.Fatal(err)
	}
	if got := joined(r.Answers) + "|" + joined(r.AnsweredBy) + "|" + strings.Join(r.Elsewhere, " "); got != "First|Cid|gemini://far.example/x.gmi" {
		t.Error(got)
	}
	opened, err := h.OpenPost(t.Context(), app.PostToShow{Entry: h.entry("gemini://b.example/1.gmi")}, false)
	if err != nil || joined(opened.Replies.AnsweredBy) != "Cid" || opened.Post.Text == "" || opened.Entry.ID == 0 {
		t.Errorf("opened: %+v, %v", opened, err)
	}
	if r, err := h.Replies(t.Context(), model.Entry{}); err != nil || len(r.Answers)+len(r.AnsweredBy) > 0 {
		t.Errorf("a document of no entry: %+v, %v", r, err)
	}
}

// Two feeds that answer each other's posts without end push out no nearer answer, and
// unknown pages none at all.
func TestThreadOfChain(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	const ann = "gemini://a.example/"
	h.subscribeTo(ann, "Ann", atomEntry{ann + "1", "2026-01-01", ""})
	chain := map[string][]atomEntry{}
	last := ann + "1"
	for i := range 600 {
		host := fmt.Sprintf("gemini://evil%d.example/", i%2)
		text := "=> " + last + "\n"
		for j := range 90 {
			text += fmt.Sprintf("=> %snothing-%d-%d\n", ann, i, j)
		}
		last = fmt.Sprint(host, i)
		chain[host] = append(chain[host], atomEntry{last, "2026-01-02", text})
	}
	for host, entries := range chain {
		h.subscribeTo(host, host, entries...)
	}
	const bob = "gemini://z.example/"
	h.subscribeTo(bob, "Bob", atomEntry{bob + "1", "2026-01-03", "=> " + ann + "1\n"})
	posts, more, err := h.Thread(t.Context(), h.entry(ann+"1"))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for _, p := range posts {
		of[p.FeedTitle]++
	}
	if len(posts) != 500 || of["Ann"] != 1 || of["Bob"] != 1 || len(more) > 0 {
		t.Errorf("%d posts, of feeds %v, and %+v", len(posts), of, more)
	}
}

// A feed has more posts only if it answers a post over three times. Answers for which the thread
// has no room are not counted.
func TestThreadOfThrees(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	hosts := []string{"gemini://a.example/", "gemini://b.example/", "gemini://c.example/"}
	posts := []atomEntry{{hosts[0] + "0", "2026-01-01", ""}}
	of := map[string][]atomEntry{hosts[0]: posts}
	for i := 0; len(posts) < 620; i++ {
		for _, host := range hosts {
			for range 3 {
				if !strings.HasPrefix(posts[i].url, host) {
					answer := atomEntry{fmt.Sprint(host, len(posts)), "2026-01-02", "=> " + posts[i].url + "\n"}
					posts, of[host] = append(posts, answer), append(of[host], answer)
				}
			}
		}
	}
	for host, entries := range of {
		h.subscribeTo(host, host, entries...)
	}
	got, more, err := h.Thread(t.Context(), h.entry(posts[0].url))
	if err != nil || len(got) != 500 || len(more) > 0 {
		t.Errorf("%d posts, %+v, %v", len(got), more, err)
	}
}

// A post has three answers of each feed below it, even of a feed to whose posts it links itself,
// and each post counts once.
func TestRepliesOfFeed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	const ann, bob = "gemini://a.example/", "gemini://b.example/"
	links, answers := "", []atomEntry{}
	for i := range 8 {
		links += fmt.Sprintf("=> %s%d\n", bob, i)
		answers = append(answers, atomEntry{fmt.Sprint(bob, i), "2026-01-01", "=> " + ann + "1\n=> " + ann + "2\n"})
	}
	h.subscribeTo(ann, "Ann", atomEntry{ann + "1", "2026-01-01", links}, atomEntry{ann + "2", "2026-01-01", links})
	h.subscribeTo(bob, "Bob", answers...)
	r, err := h.Replies(t.Context(), h.entry(ann+"1"))
	if err != nil || len(r.AnsweredBy) != 3 || len(r.More) != 1 || r.More[0].Posts != 5 {
		t.Errorf("answered by %q, and %+v, %v", joined(r.AnsweredBy), r.More, err)
	}
}

// An atomEntry is an entry of a feed that carries its post.
type atomEntry struct{ url, date, text string }

// subscribeTo stores a feed with entries, newest first.
func (h *home) subscribeTo(url, title string, entries ...atomEntry) {
	h.t.Helper()
	s, err := store.Open(h.t.Context(), h.path, h.now)
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Close()
	f := &feed.Feed{ID: url, Title: title, Updated: h.now()}
	for _, e := range entries {
		date, err := time.Parse(time.DateOnly, e.date)
		if err != nil {
			h.t.Fatal(err)
		}
		f.Entries = append(f.Entries, feed.Entry{ID: e.url, Link: e.url, Title: e.url, Updated: date, Content: &feed.Content{MediaType: "text/gemini", Text: e.text}})
	}
	check := &store.Check{Subscription: &model.Subscription{URL: url}, CheckedAt: h.now(), State: model.StateOK, Format: "atom", Feed: f}
	app.AddLinkedPages(check)
	if err := s.Commit(h.t.Context(), store.Batch{Checks: []*store.Check{check}}); err != nil {
		h.t.Fatal(err)
	}
}

// Mentions are posts of other authors.
func TestMentions(t *testing.T) {
	t.Parallel()
	h := conversing(t)
	all, _, err := h.Mentions(t.Context(), []string{"gemini://a.example/"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, m.Title+" "+strings.Join(m.Links, " "))
	}
	const link = " gemini://a.example/1.gmi"
	if want := "Round-up" + link + ", Cid" + link + ", Bob" + link; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, _, err := h.Mentions(t.Context(), []string{"gemini://a b/"}); err == nil {
		t.Error("a URL that is none is taken")
	}
}

// An update finds mentions in long posts too, whose links are stored later.
func TestMentionInLongPost(t *testing.T) {
	t.Parallel()
	h := conversing(t)
	h.serve("gemini://b.example/", "# Bob\n=> 2.gmi 2026-03-09 Long\n")
	h.serve("gemini://b.example/2.gmi", "=> gemini://me.example/1.gmi\n"+strings.Repeat("Words.\n", 10_000))
	run, err := h.Update(t.Context(), app.UpdateOptions{Force: true, Mine: []string{"gemini://me.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	var titles []string
	for _, step := range collect(t, run.Steps(t.Context())) {
		for _, m := range step.Mentions {
			titles = append(titles, m.Title)
		}
	}
	if !slices.Equal(titles, []string{"Long"}) {
		t.Errorf("mentions in %q", titles)
	}
}

// If a stranger's feed lists a URL of somebody else, the post counts as the stranger's, unless the
// user follows the other: then it counts only as the other's.
func TestStrangersFeed(t *testing.T) {
	t.Parallel()
	h := conversing(t)
	h.serve("gemini://mallory.example/", "# Mallory\n=> gemini://me.example/1.gmi 2026-02-28 I hate all of you\n=> gemini://a.example/1.gmi 2026-02-01 Ann is a fool\n=> 1.gmi 2026-03-06 Listen\n")
	h.serve("gemini://mallory.example/1.gmi", "=> gemini://me.example/1.gmi\n=> gemini://a.example/1.gmi\n")
	h.add("gemini://mallory.example/")
	h.updated(app.UpdateOptions{})
	for url, want := range map[string]string{
		"gemini://me.example/1.gmi": "Mallory: I hate all of you, Mallory: Listen",
		"gemini://a.example/1.gmi":  "Ann: First, Bob: Bob, Cid: Cid, Cid: Round-up, Mallory: Listen",
	} {
		posts, _, err := h.Thread(t.Context(), h.entry(url))
		var got []string
		for _, p := range posts {
			got = append(got, p.FeedTitle+": "+p.Title)
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, %v; want %q", url, got, err, want)
		}
	}
	all, _, err := h.Mentions(t.Context(), []string{"gemini://me.example/"})
	if err != nil || len(all) != 1 || all[0].FeedTitle != "Mallory" || all[0].Title != "Listen" {
		t.Errorf("%+v, %v", all, err)
	}
}

// At most ten entries are tried, and no more than the limit.
func TestNext(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "L", "K", "J", "I", "H", "G", "F", "E", "D", "C", "B", "A")
	for limit, want := range map[int]int{0: 10, 3: 3, 99: 10} {
		q := app.EntryQuery{}
		q.Limit = limit
		if got, err := h.Next(t.Context(), q); err != nil || len(got) != want || got[0].Title != "L" {
			t.Errorf("limit %d: %d entries, %v", limit, len(got), err)
		}
	}
}

// A page is checked without a subscription; in Atom, an entry without a date has that of the page.
func TestCheck(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	c, err := app.Check(feed.Page{URL: h.url(page), Meta: "text/gemini", Format: feed.Links, Fetched: h.now(), Body: []byte("# Log\n=> a.gmi A\n=> b.gmi 2021/03/04 B\n")})
	if err != nil || c.Fault != nil || len(c.Feed.Entries) != 2 {
		t.Fatalf("%+v, %v", c, err)
	}
	var out strings.Builder
	if err := c.WriteAtom(&out); err != nil || !strings.Contains(out.String(), "<updated>2026-03-10T06:30:00Z</updated>") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if _, err := app.Check(feed.Page{URL: h.url(page), Meta: "image/png", Body: []byte("\x89PNG")}); err == nil {
		t.Error("a picture is a feed")
	}
}
