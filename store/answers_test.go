package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// errEnough rolls back a transaction of a test.
var errEnough = errors.New("enough")

// postAt returns the post of the page at a URL.
func postAt(t *testing.T, s *Store, url string) (p pagePost) {
	t.Helper()
	page := address.PageKey(url)
	fine(t)(nil, s.commit(t.Context(), "read", func(tx *transaction) { p = *tx.postsOf([]string{page})[page] }))
	return p
}

// answersOf lists the links that count: the entries of the post and of the page, "-" for a
// page that is not known, and "!" for answers.
const answersOf = `
	SELECT post_id || ' ' || COALESCE(answered_id, '-') || IIF(answers, '!', '') || ' by ' || entry_id || ' ' || page
	FROM post_link WHERE post_id IS NOT NULL ORDER BY post_id, entry_id, page`

// checkAnswers compares the stored answers with answers that are decided afresh.
func checkAnswers(t *testing.T, s *Store, what string) {
	t.Helper()
	got := texts(t, s.db, answersOf)
	var want []string
	err := s.commit(t.Context(), "decide", func(tx *transaction) {
		tx.exec(`UPDATE post_link SET post_id = NULL, answered_id = NULL, answers = 0`)
		tx.exec(`INSERT OR IGNORE INTO undecided SELECT page FROM entry`)
		tx.decideLinks()
		want = allRows[string](tx, answersOf)
		tx.fail(errEnough)
	})
	if !errors.Is(err, errEnough) || want == nil && got != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("answers after %s (-afresh +stored):\n%s", what, diff)
	}
}

// A talk has authors who answer each other and change what they wrote.
type talk struct {
	*testing.T
	*rand.Rand
	store *Store
	round int
	urls  []string // of feeds
}

// link is the URL of a post of some author, in some spelling.
func (k *talk) link() string {
	page := fmt.Sprintf("host%d.example/~%c/%d.gmi", k.IntN(3), 'a'+rune(k.IntN(2)), k.IntN(4))
	switch k.IntN(5) {
	case 0:
		return "gopher://" + strings.Replace(page, "/", "/0/", 1)
	case 1:
		return "gemini://" + strings.Replace(page, "/~", "/users/", 1)
	}
	return "gemini://" + page
}

func (k *talk) text() string {
	var b strings.Builder
	for range k.IntN(4) + 8*(k.IntN(8)/7) {
		b.WriteString("=> " + k.link() + "\n")
	}
	return b.String() + strings.Repeat("x", k.IntN(50))
}

// check stores a check of a feed that lists some posts, half of them in its folder, with contents
// or without.
func (k *talk) check(url string) {
	k.round++
	f := &feed.Feed{ID: url, Updated: noon, Format: "gemtext"}
	if strings.HasSuffix(url, "tiny.gmi") {
		f.Format = "headings"
	}
	for i := range k.IntN(5) {
		e := feed.Entry{Link: k.link(), Title: fmt.Sprint(i), Updated: noon.Add(time.Duration(-k.IntN(8)) * day)}
		if k.IntN(2) == 0 {
			e.Link = fmt.Sprint(url, i, ".gmi")
		}
		if e.ID = e.Link; f.Format == "headings" {
			e.Link = url
			e.ID = fmt.Sprint(url, "#", i)
		}
		if k.IntN(3) == 0 || f.Format == "headings" {
			e.Content = &feed.Content{MediaType: "text/gemini", Text: k.text()}
		}
		f.Entries = append(f.Entries, e)
	}
	c := Check{CheckedAt: start.Add(time.Duration(k.round) * time.Hour), State: StateOK, Format: string(f.Format), Feed: f, Cut: k.IntN(2) == 0}
	if n, known := k.number(url); known {
		c.Subscription = byID(n)
	} else {
		c.Subscription = &Subscription{URL: url, Backlog: new(-1)}
	}
	if !c.IsNew() && k.IntN(6) == 0 {
		c.MovedTo = url + "new/"
	}
	commit(k.T, k.store, c)
}

func (k *talk) number(url string) (number int64, known bool) {
	for _, sub := range subscriptions(k.T, k.store, SubscriptionFilter{}) {
		if sub.URL == url {
			return sub.ID, true
		}
	}
	return 0, false
}

// fetch stores the posts of some entries, some of them read at another URL.
func (k *talk) fetch() {
	var batch Batch
	for _, e := range entries(k.T, k.store, EntryFilter{}) {
		if k.IntN(3) > 0 {
			continue
		}
		url := e.URL
		if k.IntN(5) == 0 {
			url = k.link()
		}
		k.round++
		batch.Posts = append(batch.Posts, &model.PostResult{EntryID: e.ID, Post: &Post{URL: url, MediaType: "text/gemini", FetchedAt: start, Text: k.text()}})
	}
	fine(k.T)(nil, k.store.Commit(k.Context(), batch))
}

// step makes a change at random, and says which.
func (k *talk) step() string {
	url := k.urls[k.IntN(len(k.urls))]
	sub, known := k.number(url)
	switch n := k.IntN(12); {
	case n < 4 || !known:
		k.check(url)
		return "check of " + url
	case n < 7:
		k.fetch()
		return "fetch"
	case n == 7:
		fine(k.T)(nil, k.store.Remove(k.Context(), []int64{sub}))
		k.fetch()
		return "removal of " + url
	case n == 8:
		_, err := k.store.Undo(k.Context(), 0)
		if _, isTaken := errors.AsType[*TakenError](err); err != nil && !isTaken && !errors.Is(err, ErrNothingToUndo) {
			k.Fatal(err)
		}
		return "undo"
	case n == 9:
		format := []string{"headings", "page", "gemtext", "atom"}[k.IntN(4)]
		fine(k.T)(nil, k.store.Set(k.Context(), map[int64]time.Time{sub: start}, Settings{Format: &format}))
		return url + " as " + format
	case n == 10:
		markAllRead(k.T, k.store)
		fine(k.T)(k.store.Prune(k.Context(), EntryFilter{WithPost: true, Subscriptions: []int64{sub}}))
		return "prune of posts of " + url
	default:
		markAllRead(k.T, k.store)
		prune(k.T, k.store, EntryFilter{Subscriptions: []int64{sub}, BeyondNewest: 2})
		return "prune of " + url
	}
}

// Whatever changed before, the stored answers are the same as if they were decided afresh.
func TestAnswersAfresh(t *testing.T) {
	t.Parallel()
	answers, shared := 0, 0
	for seed := range uint64(20) {
		s := newStore(t)
		k := &talk{T: t, Rand: rand.New(rand.NewPCG(seed, 0)), store: s, urls: []string{"gemini://host0.example/", "gemini://host0.example/tiny.gmi", "gemini://far.example/list.gmi"}}
		for i := range 3 {
			for _, author := range []string{"a", "b"} {
				k.urls = append(k.urls, fmt.Sprintf("gemini://host%d.example/~%s/", i, author))
			}
		}
		for range 60 {
			checkAnswers(t, s, fmt.Sprintf("seed %d: %s", seed, k.step()))
		}
		for _, row := range texts(t, s.db, answersOf) {
			var post, answered string
			var text int64
			fmt.Sscan(strings.Replace(row, "by", "", 1), &post, &answered, &text)
			if strings.HasSuffix(answered, "!") {
				answers++
			}
			if post != fmt.Sprint(text) {
				shared++
			}
		}
	}
	if answers < 20 || shared < 5 {
		t.Errorf("%d answers, %d in texts that another feed's entry has", answers, shared)
	}
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
	fine(t)(nil, s.Commit(t.Context(), batch))
	fine(t)(nil, s.commit(t.Context(), "change", func(tx *transaction) {
		tx.exec(`UPDATE post SET joins = entry_id % 7 < 4`)
		tx.exec(`UPDATE subscription SET format = 'headings' WHERE id = 3`)
		tx.exec(`INSERT OR IGNORE INTO undecided SELECT page FROM entry`)
	}))
	joins := func(e Entry) bool { return e.SubscriptionID != 3 && (e.ID%7 < 4 || e.ID%9 == 0) }
	answers := func(e, to Entry) bool {
		return strings.Contains(links[e.URL], "=> "+to.URL+"\n") && e.FeedURL != to.FeedURL && joins(e) && joins(to) && !to.Updated.After(e.Updated)
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
	if got, want := texts(t, s.db, answersOf), []string{"2 1! by 2 bob.example/1"}; !slices.Equal(got, want) {
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
		if got := texts(t, s.db, answersOf); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	expect("at first", "2 1! by 2 ann.example/1.gmi")
	fine(t)(nil, s.Remove(t.Context(), []int64{bob}))
	fine(t)(nil, s.Remove(t.Context(), []int64{ann}))
	fine(t)(s.Undo(t.Context(), 1))
	expect("restored without what it answered", "2 3! by 2 ann.example/1.gmi")
	fine(t)(s.Undo(t.Context(), 2))
	expect("restored", "2 1! by 2 ann.example/1.gmi")
	fine(t)(nil, s.commit(t.Context(), "test", func(tx *transaction) { tx.exec(`UPDATE entry SET own = -1 WHERE id = 1`) }))
	expect("of another owner", "2 3! by 2 ann.example/1.gmi")
}
