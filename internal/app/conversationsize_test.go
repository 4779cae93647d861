package app_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
	"gemsub/store"
)

// The size of [TestConversationsAtSize]: posts, of which each has three links.
const (
	sizeFeeds   = 1000
	sizeEach    = 100
	sizeChanges = 100 // feeds that have a new post in each update
)

func sizeLog(i int) string { return fmt.Sprintf("gemini://capsule-%d.example/", i) }

// TestConversationsAtSize measures what conversations cost with 100,000 posts and 300,000
// links: a thread, mentions, and an update with and without URLs of the user's own. It
// runs only on request, with GEMSUB_LINKS=1.
func TestConversationsAtSize(t *testing.T) {
	if os.Getenv("GEMSUB_LINKS") == "" {
		t.Skip("GEMSUB_LINKS is not set")
	}
	h := newHome(t)
	h.fillLogs()
	h.serveLogs()
	times := func(what string, do func(i int)) {
		var all []time.Duration
		for i := range 50 {
			began := time.Now()
			do(i)
			all = append(all, time.Since(began))
		}
		slices.Sort(all)
		t.Logf("%s: median %v, longest %v", what, all[len(all)/2], all[len(all)-1])
	}
	posts := 0
	times("thread", func(i int) {
		e := h.entry(fmt.Sprintf("%s%d.gmi", sizeLog(i*19%sizeFeeds), 1+i))
		all, _, err := h.Thread(t.Context(), e)
		posts = max(posts, len(all))
		if err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("the longest thread has %d posts", posts)
	times("replies", func(i int) {
		_, _ = h.Replies(t.Context(), h.entry(fmt.Sprintf("%s%d.gmi", sizeLog(i*19%sizeFeeds), 1+i)))
	})
	times("mentions", func(i int) { _, _, _ = h.Mentions(t.Context(), []string{sizeLog(i * 19 % sizeFeeds)}) })
	for i := range 18 {
		o := app.UpdateOptions{Force: true}
		o.Mine = [][]string{nil, {sizeLog(7)}, {"gemini://me.example/"}}[i%3]
		all, forMentions, told := h.timedUpdate(i, o)
		t.Logf("update %d, own URLs %v: %v, of which %v for %d mentions", i, o.Mine, all, forMentions, told)
	}
}

// fillLogs subscribes to the logs and stores their posts.
func (h *home) fillLogs() {
	h.t.Helper()
	s, err := store.Open(h.t.Context(), h.path, h.now)
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Close()
	n := 0
	for i := range sizeFeeds {
		log := sizeLog(i)
		f := &feed.Feed{ID: log, Title: log, Updated: h.now()}
		batch := store.Batch{}
		for j := range sizeEach {
			id := fmt.Sprintf("%s%d.gmi", log, 1+j)
			f.Entries = append(f.Entries, feed.Entry{ID: id, Link: id, Title: id, Updated: h.now().Add(time.Duration(j-sizeEach) * day)})
			text := "A post.\n"
			for k := range 3 {
				n++
				to := n * 7919
				link := fmt.Sprintf("gemini://site-%d.example/gemlog/2026-01-02-a-title-of-words-%d.gmi", to%5000, to%150_000)
				if k == 0 {
					link = fmt.Sprintf("%s%d.gmi", sizeLog(to%sizeFeeds), 1+to/sizeFeeds%sizeEach)
				}
				text += "=> " + link + "\n"
			}
			batch.Posts = append(batch.Posts, &model.PostResult{EntryID: int64(len(batch.Posts) + 1 + i*sizeEach), Post: &model.Post{URL: id, MediaType: "text/gemini", FetchedAt: h.now(), Size: len(text), Text: text}})
		}
		batch.Checks = []*store.Check{{Subscription: &model.Subscription{URL: log}, CheckedAt: h.now(), State: model.StateOK, Format: "gemtext", Feed: f}}
		for _, r := range batch.Posts {
			app.AddFacts(r)
		}
		if err := s.Commit(h.t.Context(), batch); err != nil {
			h.t.Fatal(err)
		}
	}
}

// serveLogs starts one capsule for the logs that change.
func (h *home) serveLogs() {
	h.t.Helper()
	var names []string
	for i := range sizeChanges {
		names = append(names, h.url(sizeLog(i)).Hostname())
	}
	s, err := capsule.New(capsule.Options{Now: h.now, Certificate: capsule.CertOptions{Names: names}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(s.Close)
	for _, name := range names {
		h.net[name] = s
	}
}

// timedUpdate lets each log that changes publish a post, and updates. It returns how long all of
// this took, how long mentions took, and how many there were.
func (h *home) timedUpdate(round int, o app.UpdateOptions) (all, forMentions time.Duration, told int) {
	h.t.Helper()
	for i := range sizeChanges {
		host := "//" + h.url(sizeLog(i)).Hostname() + "/"
		h.host(h.url(sizeLog(i)).Hostname()).Page(host, fmt.Sprintf("# Log\n=> new-%d.gmi 2026-03-09 New\n", round))
		h.host(h.url(sizeLog(i)).Hostname()).Page(fmt.Sprintf("%snew-%d.gmi", host, round), fmt.Sprintf("=> %s%d.gmi\n=> gemini://site-%d.example/\n", sizeLog(7), i, i))
	}
	h.sleep(time.Hour)
	for i := range sizeChanges {
		o.Feeds = append(o.Feeds, sizeLog(i))
	}
	began := time.Now()
	run, err := h.Update(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	defer run.Close()
	fetchedAt, mentions := began, 0
	for step, err := range run.Steps(h.t.Context()) {
		if err != nil {
			h.t.Fatal(err)
		}
		if step.Post != nil {
			fetchedAt = time.Now()
		}
		mentions += len(step.Mentions)
	}
	return time.Since(began), time.Since(fetchedAt), mentions
}
