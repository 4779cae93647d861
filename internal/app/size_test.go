package app_test

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/view"
	"gemsub/store"
)

var sizeFactor = flag.Int("size", 1, "how many `times` BenchmarkSize makes a database of the size that gemsub is built for")

// The size that gemsub is built for: 2,000 feeds, 100,000 entries and 30,000 posts of
// 5,000 bytes. Two feeds are large: one in entries, one in posts.
const (
	builtForFeeds = 2000
	usualEntries  = 46 // of a usual feed
	usualPosts    = 13 // of a usual feed
	usualText     = 5000
	manyEntries   = 5000
	manyTexts     = 4000 // 20 MB
)

// BenchmarkSize prints how long commands take at the size that gemsub is built for: the
// median of nine, and the bound that holds for it. With -size 10 the database is ten
// times as large.
func BenchmarkSize(b *testing.B) {
	path := filepath.Join(b.TempDir(), "gemsub.db")
	begin := time.Now()
	f := &filler{b: b, random: rand.New(rand.NewPCG(1, 2))}
	f.fill(path, builtForFeeds**sizeFactor)
	fmt.Printf("%d entries, %d posts with %.0f MB of text, made in %.1f s; the database is %.2f times the text\n",
		f.entries, f.posts, float64(f.text)/1e6, time.Since(begin).Seconds(), float64(fileSize(b, path)-f.free)/float64(f.text))
	a, err := app.Open(b.Context(), path, app.Environment{Now: sizeNow})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	m := measurement{b, a}
	m.readings()
	m.changes()
}

func sizeNow() time.Time { return time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC) }

// A filler makes a database whose texts have words as frequent as those of a language.
type filler struct {
	b                    *testing.B
	random               *rand.Rand
	entries, posts, text int
	free                 int64 // bytes of the file that are unused
}

func (f *filler) fill(path string, feeds int) {
	s, err := store.Open(f.b.Context(), path, sizeNow)
	if err != nil {
		f.b.Fatal(err)
	}
	defer s.Close()
	const atOnce = 20 // feeds
	for first := 0; first < feeds; first += atOnce {
		f.commit(s, first, atOnce, usualEntries, usualPosts)
	}
	f.commit(s, feeds, 1, manyEntries, 0)
	f.commit(s, feeds+1, 1, manyTexts, manyTexts)
	if f.free, err = s.Free(f.b.Context()); err != nil {
		f.b.Fatal(err)
	}
}

// commit adds feeds, and then the posts of their newest entries.
func (f *filler) commit(s *store.Store, first, feeds, entries, posts int) {
	var checks []*store.Check
	for i := first; i < first+feeds; i++ {
		page := sizePage(i, entries)
		checks = append(checks, &store.Check{Subscription: &model.Subscription{URL: page.ID, Backlog: new(-1)}, CheckedAt: sizeNow(), State: model.StateOK, Feed: page})
	}
	if err := s.Commit(f.b.Context(), store.Batch{Checks: checks}); err != nil {
		f.b.Fatal(err)
	}
	var batch store.Batch
	for i, c := range checks {
		f.entries += entries
		for n, e := range newest(c.Changes.New, posts) {
			text := f.post(first+i, n)
			f.posts, f.text = f.posts+1, f.text+len(text)
			batch.Posts = append(batch.Posts, &model.PostResult{EntryID: e.ID, Post: &model.Post{
				URL: e.URL, MediaType: "text/gemini", FetchedAt: sizeNow(), Size: len(text), Text: text,
			}})
		}
	}
	for _, r := range batch.Posts {
		app.AddFacts(r)
	}
	if err := s.Commit(f.b.Context(), batch); err != nil {
		f.b.Fatal(err)
	}
}

func newest(entries []model.Entry, n int) []model.Entry {
	slices.SortFunc(entries, func(a, b model.Entry) int { return b.Updated.Compare(a.Updated) })
	return entries[:min(n, len(entries))]
}

func sizeURL(i int) string { return fmt.Sprintf("gemini://capsule-%05d.example.org/log/", i) }

func sizePage(i, entries int) *feed.Feed {
	f := &feed.Feed{ID: sizeURL(i), Title: fmt.Sprintf("Capsule %d", i), Updated: sizeNow()}
	for n := range entries {
		link := fmt.Sprintf("%spost-%04d.gmi", f.ID, n)
		f.Entries = append(f.Entries, feed.Entry{
			ID: link, Link: link, Title: fmt.Sprintf("What happened on day %d", i*7+n),
			Updated: sizeNow().Add(-time.Duration(n+1) * day),
		})
	}
	return f
}

// post returns the text of the n-th post of the i-th feed. Each links to an older post of
// the feed before, so that long conversations come about, and to a page of nobody.
func (f *filler) post(i, n int) string {
	zipf := rand.NewZipf(f.random, 1.1, 2.7, 200_000)
	var b strings.Builder
	fmt.Fprintf(&b, "# What happened\n=> %spost-%04d.gmi Re: what happened\n=> gemini://elsewhere-%d.example/\n", sizeURL(max(0, i-1)), n+1, f.posts%500)
	if f.posts%10 == 0 {
		b.WriteString("tenthword ")
	}
	for b.Len() < usualText {
		fmt.Fprintf(&b, "w%d ", zipf.Uint64())
		if f.random.IntN(12) == 0 {
			b.WriteString("\n")
		}
	}
	return b.String() + "\n"
}

// A measurement prints how long commands take.
type measurement struct {
	*testing.B
	app *app.App
}

// took calls do several times, with undo after each if there is one, and prints the median of both.
func (m measurement) took(name string, limit time.Duration, times int, do, undo func() error) {
	m.Helper()
	took, back := make([]time.Duration, times), make([]time.Duration, times)
	for i := range times {
		begin := time.Now()
		if err := do(); err != nil {
			m.Fatalf("%s: %v", name, err)
		}
		took[i] = time.Since(begin)
		begin = time.Now()
		if undo == nil {
			continue
		}
		if err := undo(); err != nil {
			m.Fatalf("undo of %s: %v", name, err)
		}
		back[i] = time.Since(begin)
	}
	slices.Sort(took)
	slices.Sort(back)
	line := fmt.Sprintf("%-30s %8.1f ms, at most %5d", name, took[times/2].Seconds()*1e3, limit.Milliseconds())
	if undo != nil {
		line += fmt.Sprintf("; undone in %8.1f", back[times/2].Seconds()*1e3)
	}
	fmt.Println(line)
}

const often = 9

// readings measures commands that change nothing.
func (m measurement) readings() {
	ctx, a := m.Context(), m.app
	const limit = 100 * time.Millisecond
	unread := app.EntryQuery{EntryFilter: app.EntryFilter{UnreadOnly: true, Limit: 20}}
	m.took("entries", limit, often, func() error { return drained(a.Entries(ctx, unread)) }, nil)
	unread.Order = "arrival"
	m.took("entries --sort arrival", limit, often, func() error { return drained(a.Entries(ctx, unread)) }, nil)
	unread.Order = ""
	m.took("entries --all --sort arrival", limit, often, func() error {
		return drained(a.Entries(ctx, app.EntryQuery{EntryFilter: app.EntryFilter{Order: "arrival", Limit: 20}}))
	}, nil)
	m.took("entries --all of a feed", limit, often, func() error {
		return drained(a.Entries(ctx, app.EntryQuery{EntryFilter: app.EntryFilter{Limit: 100}, Feeds: []string{"7"}}))
	}, nil)
	for name, since := range map[string]time.Time{"count of a view of 3,000": sizeNow().Add(-3 * day), "count of a view of 30,000": sizeNow().Add(-30 * day)} {
		m.took(name, limit, often, func() error {
			_, err := a.CountEntries(ctx, app.EntryQuery{EntryFilter: app.EntryFilter{UnreadOnly: true, Since: since}})
			return err
		}, nil)
	}
	m.took("list", limit, often, func() error { _, err := a.Feeds(ctx, app.FeedQuery{}); return err }, nil)
	for _, words := range []string{"tenthword", "w0 tenthword", "capsule tenthword"} {
		m.took("search "+words, limit, often, func() error {
			return drained(a.Entries(ctx, app.EntryQuery{EntryFilter: app.EntryFilter{Words: words, Limit: 20}}))
		}, nil)
	}
	m.took("show", limit, often, func() error { return m.show(m.one()) }, nil)
	m.took("next", limit, often, func() error {
		next, err := a.Next(ctx, unread)
		if err != nil {
			return err
		}
		return m.show(next[0])
	}, nil)
	m.took("thread", limit, often, func() error { _, _, err := a.Thread(ctx, m.one()); return err }, nil)
	m.took("mentions", limit, often, func() error { _, _, err := a.Mentions(ctx, []string{sizeURL(7)}); return err }, nil)
}

// changes measures commands that can be undone.
func (m measurement) changes() {
	ctx, a := m.Context(), m.app
	undo := func() error { _, err := a.Undo(ctx, 0); return err }
	m.took("star", 100*time.Millisecond, often, func() error {
		_, err := a.MarkStarred(ctx, app.These(m.one()), true)
		return err
	}, undo)
	m.took("read --all", 3*time.Second, often, func() error { _, err := a.MarkUnread(ctx, app.EntryQuery{}, false); return err }, undo)
	before := app.EntryQuery{EntryFilter: app.EntryFilter{Before: sizeNow().Add(-23 * day)}} // half of them
	m.took("read --before", 3*time.Second, often, func() error { _, err := a.MarkUnread(ctx, before, false); return err }, undo)
	remove := func(i int) func() error {
		return func() error { _, err := a.Remove(ctx, []string{sizeURL(i)}); return err }
	}
	m.took("remove 5,000 entries", 3*time.Second, 3, remove(builtForFeeds**sizeFactor), undo)
	m.took("remove 20 MB of posts", 3*time.Second, 3, remove(builtForFeeds**sizeFactor+1), undo)
}

// one returns an entry in the middle of a conversation.
func (m measurement) one() model.Entry {
	m.Helper()
	e, err := m.app.Entry(m.Context(), sizeURL(1000)+"post-0005.gmi")
	if err != nil {
		m.Fatal(err)
	}
	return e
}

// show reads and lays out a post with what answers it.
func (m measurement) show(e model.Entry) error {
	ctx := m.Context()
	opened, err := m.app.OpenPost(ctx, app.PostToShow{Entry: e}, false)
	if err != nil {
		return err
	}
	for range view.Post(opened).Lines(render.Layout{Width: 80, ScreenWidth: 80}, func(text string) string { return text }) {
	}
	return nil
}

func drained(all iter.Seq2[model.Entry, error]) error {
	n := 0
	for _, err := range all {
		if err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return context.Canceled
	}
	return nil
}

func fileSize(b *testing.B, path string) (size int64) {
	b.Helper()
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return size
}
