package update

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

// rounds checks subs repeatedly, with a pause after each run, and updates them as a store does.
// It returns how often each was read.
func rounds(t *testing.T, w *web, m *memory, subs []model.Subscription, runs int, pause time.Duration, jobs int) map[string]int {
	t.Helper()
	read := map[string]int{}
	for range runs {
		m.results = nil
		e := newEngine(w, m)
		e.Jobs = jobs
		if err := drain(e.Run(t.Context(), subs)); err != nil {
			t.Fatal(err)
		}
		for _, r := range m.results {
			s := &subs[r.Subscription.ID]
			if !r.RequestedAt.IsZero() {
				s.AttemptedAt = r.RequestedAt.Truncate(time.Second)
			}
			if !r.Waits() {
				s.CheckedAt = r.CheckedAt.Truncate(time.Second)
				s.AttemptedAt = s.CheckedAt
				read[s.URL]++
			}
		}
		time.Sleep(pause)
	}
	return read
}

func subscriptionsTo(urls ...string) []model.Subscription {
	subs := make([]model.Subscription, len(urls))
	for i, url := range urls {
		subs[i] = model.Subscription{ID: int64(i), URL: url}
	}
	return subs
}

// However many feeds answer each request with 44, the other feeds of their capsule are read.
func TestSlowDownTakesTurns(t *testing.T) {
	for greedy := 1; greedy <= 4; greedy++ {
		t.Run(fmt.Sprint(greedy), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				var urls []string
				for i := range greedy {
					urls = append(urls, fmt.Sprintf("gemini://a.example/greedy-%d/", i))
					w.reply(urls[i], 44, "86400", "")
				}
				for i := range 3 {
					url := fmt.Sprintf("gemini://a.example/patient-%d/", i)
					w.page(url, gemlog(1))
					urls = append(urls, url)
				}
				read := rounds(t, w, m, subscriptionsTo(urls...), 50, 25*time.Hour, 0)
				for _, url := range urls[greedy:] {
					if read[url] < 50/(greedy+1) {
						t.Errorf("%s was read %d times in 50 runs", url, read[url])
					}
				}
				for _, url := range urls[:greedy] {
					if w.count(url) < 10 {
						t.Errorf("%s was asked for %d times in 50 runs", url, w.count(url))
					}
				}
			})
		})
	}
}

// If a feed leads to another capsule that answers 44, the feeds there are read too, even with one
// job.
func TestSlowDownFromElsewhereTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.reply("gemini://b.example/", 30, "gemini://a.example/greedy/", "")
		w.reply("gemini://a.example/greedy/", 44, "86400", "")
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		subs := subscriptionsTo("gemini://b.example/", log, other)
		read := rounds(t, w, m, subs, 20, 25*time.Hour, 1)
		for _, s := range subs[1:] {
			if read[s.URL] < 9 {
				t.Errorf("%s was read %d times in 20 runs", s.URL, read[s.URL])
			}
		}
	})
}

// If a Crawl-delay allows one request in a run, each feed gets its turn, even one whose request is
// redirected, and one with a time from a wrong clock.
func TestLongDelayTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 3600\n")
		w.reply("gemini://a.example/round/", 30, "gemini://a.example/again/", "")
		w.page("gemini://a.example/again/", gemlog(1))
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		subs := subscriptionsTo("gemini://a.example/round/", log, other)
		subs[2].AttemptedAt = time.Now().Add(wrongYears)
		read := rounds(t, w, m, subs, 30, 61*time.Minute, 0)
		for _, s := range subs[1:] {
			if read[s.URL] < 9 {
				t.Errorf("%s was read %d times in 30 runs", s.URL, read[s.URL])
			}
		}
	})
}
