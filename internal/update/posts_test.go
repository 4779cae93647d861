package update

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// wantPosts returns n wanted posts at a.example, from n.gmi down to 1.gmi.
func wantPosts(n int) (wanted []model.WantedPost) {
	for i := n; i > 0; i-- {
		wanted = append(wanted, wantPost(i, fmt.Sprintf("gemini://a.example/%d.gmi", i)))
	}
	return wanted
}

func wantPost(id int, url string) model.WantedPost {
	return model.WantedPost{EntryID: int64(id), URL: url, FeedURL: log, Reach: model.ReachPublic}
}

// fetchPosts fetches posts in a session of their own and returns the results by entry.
func fetchPosts(t *testing.T, s *Session, wanted []model.WantedPost) map[int64]model.PostResult {
	t.Helper()
	all := map[int64]model.PostResult{}
	for r, err := range s.Posts(t.Context(), wanted) {
		if err != nil {
			t.Fatal(err)
		}
		all[r.Post.EntryID] = *r.Post
	}
	return all
}

// The answer of a capsule decides when a post is requested again.
func TestPosts(t *testing.T) {
	const post = "gemini://a.example/1.gmi"
	day := retryWait + latency // since the answer takes that long
	tests := []struct {
		name   string
		serve  func(w *web)
		tries  int           // earlier tries
		again  time.Duration // counted from the beginning, 0 for never
		reason string        // of the failure, "" if the post was fetched
	}{
		{"there", func(w *web) { w.page(post, "# A post\n") }, 0, 0, ""},
		{"not there", func(*web) {}, 0, day, "51"},
		{"not there for the third time", func(*web) {}, 2, day, "51"},
		{"not there for the fourth time", func(*web) {}, 3, 0, "51"},
		{"gone", func(w *web) { w.reply(post, 52, "gone", "") }, 0, 0, "52"},
		{"wants input", func(w *web) { w.reply(post, 10, "who?", "") }, 0, 0, "10"},
		{"later", func(w *web) { w.reply(post, 41, "", "") }, 9, day, "41"},
		{"slow down", func(w *web) { w.reply(post, 44, "300", "") }, 0, 5*time.Minute + latency, "slow down"},
		{"refused by robots.txt", func(w *web) { w.text(robotsTxt, "User-agent: *\nDisallow: /") }, 0, 0, "robots.txt refuses"},
		{"robots.txt cannot be had", func(w *web) { w.reply(robotsTxt, 40, "", "") }, 0, day, "robots.txt"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				test.serve(w)
				wanted := wantPosts(1)
				wanted[0].Tries = test.tries
				begun := time.Now()
				r := fetchPosts(t, newEngine(w, m).NewSession(), wanted)[1]
				if (r.Post != nil) != (test.reason == "") || !strings.Contains(r.Failure, test.reason) {
					t.Errorf("post %v, failure %q", r.Post, r.Failure)
				}
				after := time.Duration(0)
				if !r.NotBefore.IsZero() {
					after = r.NotBefore.Sub(begun)
				}
				if test.again == 0 && after != 0 || after < test.again || after > test.again+latency {
					t.Errorf("asked again after %v, not %v", after, test.again)
				}
			})
		})
	}
}

// Posts are requested one after the other, and the robots.txt of their capsule once.
func TestPostsPolitely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		for i := range 5 {
			w.page(fmt.Sprintf("gemini://a.example/%d.gmi", i+1), "x\n")
		}
		s := newEngine(w, m).NewSession()
		all := fetchPosts(t, s, wantPosts(5))
		if len(all) != 5 || len(m.posts) != 5 || w.count(robotsTxt) != 1 || w.mostOpen["a.example:1965"] != 1 {
			t.Errorf("%d told, %d stored, robots.txt %d times, %d at once", len(all), len(m.posts), w.count(robotsTxt), w.mostOpen["a.example:1965"])
		}
		if p := all[3].Post; p == nil || p.Text != "" || p.Size != 2 || m.posts[0].Post.Text != "x\n" {
			t.Errorf("told %+v, stored %+v", p, m.posts[0].Post)
		}
	})
}

// A 44 postpones the remaining posts.
func TestPostsSlowDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.page("gemini://a.example/3.gmi", "x\n")
		w.reply("gemini://a.example/2.gmi", 44, "600", "")
		all := fetchPosts(t, newEngine(w, m).NewSession(), wantPosts(3))
		if len(w.requests) != 3 || all[3].Post == nil || all[1].NotBefore.IsZero() || all[1].NotBefore != all[2].NotBefore {
			t.Errorf("%d requests, %+v", len(w.requests), all)
		}
	})
}

// Fetching posts takes a minute at most in a session, even in several calls.
func TestPostsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		wanted := wantPosts(4)
		for _, p := range wanted {
			w.page(p.URL, "x\n")
		}
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 25\n")
		begun := time.Now()
		s := newEngine(w, m).NewSession()
		all := fetchPosts(t, s, wanted)
		if took := time.Since(begun); took > MaxPostTime+latency {
			t.Errorf("took %v", took)
		}
		if all[4].Post == nil || all[3].Post == nil || all[2].EntryID != 0 {
			t.Errorf("%+v", all)
		}
		for range 2 {
			again := fetchPosts(t, s, wanted)
			if took := time.Since(begun); took > MaxPostTime+latency || len(again) > 0 {
				t.Errorf("asked once more, took %v: %+v", took, again)
			}
		}
	})
}

// Authorities are visited in random order, so slow ones that take all time do not always come
// before the same others.
func TestRandomOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Jobs, e.Shuffle = 1, rand.New(rand.NewPCG(1965, 70)).Shuffle
		var wanted []model.WantedPost
		for i := range 20 {
			wanted = append(wanted, wantPost(i, fmt.Sprintf("gemini://h%d.example/post.gmi", i)))
			w.page(wanted[i].URL, "x\n")
			w.slow[wanted[i].URL] = 10 * time.Second
		}
		fetched := map[int64]int{}
		for range 20 { // five or so in each
			for id := range fetchPosts(t, e.NewSession(), wanted) {
				fetched[id]++
			}
			time.Sleep(day)
		}
		for i := range int64(20) {
			if fetched[i] == 0 {
				t.Errorf("entry %d was passed over 20 times: %v", i, fetched)
			}
		}
	})
}

// A feed leads to private addresses only if its own page is known to have one. A page kept for
// later counts as named by the user, unless it came by a file.
func TestFromFeed(t *testing.T) {
	const page = "gemini://a.example/~ann/log/"
	for reach, public := range map[model.Reach]bool{"": true, model.ReachPublic: true, model.ReachLocal: false} {
		got := FromFeed(page, reach, true)
		if got.Home != "a.example:1965" || got.Page.String() != page || got.LeftHome || got.Public != public {
			t.Errorf("reach %q: %+v, want public %t", reach, got, public)
		}
	}
	if got := FromFeed(model.LaterURL, "", false); got != (Origin{}) {
		t.Errorf("kept for later: %+v", got)
	}
	if got := FromFeed(model.LaterURL, "", true); got.Home == "" || !got.LeftHome || !got.Public {
		t.Errorf("kept for later by a file: %+v", got)
	}
}

// An interrupted run keeps its complete results.
func TestPostsInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		wanted := wantPosts(2)
		w.page(wanted[0].URL, "x\n")
		w.slow[wanted[1].URL] = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var got error
		for _, err := range newEngine(w, m).NewSession().Posts(ctx, wanted) {
			got = err
		}
		if !errors.Is(got, context.DeadlineExceeded) || len(m.posts) != 1 || m.posts[0].Post == nil {
			t.Errorf("error %v, stored %+v", got, m.posts)
		}
	})
}

// If the network is down, no failure of a post is stored. An error of the store ends the run.
func TestPostsUnstored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.fail(robotsTxt, fetch.Unreachable, "no network")
		if fetchPosts(t, newEngine(w, m).NewSession(), wantPosts(2)); len(m.posts) > 0 {
			t.Errorf("stored %+v", m.posts)
		}
		w, m = newWeb(), newMemory()
		w.page("gemini://a.example/1.gmi", "x\n")
		m.err = errRefused
		var got error
		for _, err := range newEngine(w, m).NewSession().Posts(t.Context(), wantPosts(1)) {
			got = err
		}
		if !errors.Is(got, errRefused) {
			t.Errorf("error %v", got)
		}
	})
}
