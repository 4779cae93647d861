package update

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

const (
	log   = "gemini://a.example/log/"
	other = "gemini://a.example/other/"
)

func TestReadsAndRecognises(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.page(log, gemlog(3))
		if err := run(t, e, m, log); err != nil {
			t.Fatal(err)
		}
		r := m.result(t, log)
		if r.Err != nil || r.State != model.StateOK || r.Feed == nil || len(r.Feed.Entries) != 3 {
			t.Fatalf("first check: %+v", r)
		}
		want := *r.Subscription
		want.CheckedAt, want.Rhythm, want.FeedUpdated = r.CheckedAt, r.Feed.Rhythm(), r.Feed.Updated
		if !r.NextCheckAt.Equal(NextCheck(want)) {
			t.Errorf("due at %v, want %v", r.NextCheckAt, NextCheck(want))
		}
		again := *r.Subscription
		again.Digest = r.Digest
		m.results = nil
		if err := drain(e.Run(t.Context(), []model.Subscription{again})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.Err != nil || r.Feed != nil || r.Digest != again.Digest {
			t.Errorf("an unchanged page was read again: %+v", r)
		}
		if n := w.count("gemini://a.example/robots.txt"); n != 1 {
			t.Errorf("robots.txt was asked for %d times", n)
		}
	})
}

// There is one request at a time to each authority, including redirects from elsewhere, but
// several authorities are asked at once.
func TestOneRequestPerAuthority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		var urls []string
		for host := range 8 {
			for page := range 4 {
				u := fmt.Sprintf("gemini://h%d.example/%d", host, page)
				urls = append(urls, u)
				w.page(u, gemlog(page))
			}
			u := fmt.Sprintf("gemini://h%d.example/away", host)
			urls = append(urls, u)
			w.reply(u, 30, fmt.Sprintf("gemini://h%d.example/0", (host+1)%8), "")
		}
		began := time.Now()
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if len(m.results) != len(urls) {
			t.Errorf("%d results for %d subscriptions", len(m.results), len(urls))
		}
		for authority, n := range w.mostOpen {
			if n != 1 {
				t.Errorf("%s had %d connections open at once", authority, n)
			}
		}
		// Each authority is asked for robots.txt, four pages, a redirect, and one page to
		// which a redirect from elsewhere leads.
		if took := time.Since(began); took > 10*latency {
			t.Errorf("took %v: authorities were not asked side by side", took)
		}
	})
}

func TestJobsBoundAuthorities(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Jobs = 2
		var urls []string
		for host := range 6 {
			u := fmt.Sprintf("gemini://h%d.example/", host)
			urls = append(urls, u)
			w.page(u, gemlog(1))
		}
		began := time.Now()
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 6*latency { // three times robots.txt and a page
			t.Errorf("two jobs took %v, want %v", took, 6*latency)
		}
	})
}

func TestOutcomes(t *testing.T) {
	tests := []struct {
		name  string
		serve func(w *web)
		state model.State
		kind  string
		text  string
	}{
		{"input wanted", func(w *web) { w.reply(log, 10, "Your name?", "") }, model.StatePaused, "wants input", "asks for input (10): Your name?"},
		{"temporary failure", func(w *web) { w.reply(log, 41, "", "") }, model.StateFailing, "temporary", "41 server unavailable"},
		{"not found", func(w *web) {}, model.StateFailing, "broken", "51 not found"},
		{"gone", func(w *web) { w.reply(log, 52, "", "") }, model.StateGone, "gone", "52 gone"},
		{"certificate wanted", func(w *web) { w.reply(log, 60, "", "") }, model.StatePaused, "wants certificate", "60"},
		{"no page", func(w *web) { w.reply(log, 20, "image/png", "") }, model.StateFailing, "not a feed", "image/png"},
		{"refused", func(w *web) {
			w.text("gemini://a.example/robots.txt", "User-agent: *\nDisallow: /log\n")
		}, model.StateRefused, "refused", `line 2, "Disallow: /log" for "User-agent: *"`},
		{"time-out", func(w *web) { w.fail(log, fetch.TimedOut, "no whole response") }, model.StateFailing, "timed out", "no whole response"},
		{"moved to no feed", func(w *web) {
			w.reply(log, 31, "/home", "")
			w.page("gemini://a.example/home", "# Home\n")
		}, model.StateFailing, "moved to no feed", "moved"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				test.serve(w)
				sub := model.Subscription{ID: 1, URL: log, Digest: "kept", NewestEntry: time.Unix(1, 0), Failures: 2}
				if err := drain(newEngine(w, m).Run(t.Context(), []model.Subscription{sub})); err != nil {
					t.Fatal(err)
				}
				r := m.result(t, log)
				if r.State != test.state || FailureName(r.Err) != test.kind || !strings.Contains(r.Err.Error(), test.text) {
					t.Errorf("got %s, %s, %v", r.State, FailureName(r.Err), r.Err)
				}
				if r.Failures != 3 || r.Feed != nil || r.Digest != "" || r.MovedTo != "" {
					t.Errorf("a failure kept more than itself: %+v", r)
				}
				asked := r.NextCheckAt.IsZero()
				if never := test.state == model.StateGone || test.state == model.StatePaused; never != asked {
					t.Errorf("due again at %v", r.NextCheckAt)
				}
				if !r.IsNews {
					t.Error("a new failure is no news")
				}
				r.Subscription.LastErrorKind = test.kind
				if conclude(r, r.Err, 0); r.IsNews {
					t.Error("the same failure is news again")
				}
			})
		})
	}
}

// The newest entries of a long page are kept, and the user is told.
func TestTooManyEntries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		var body strings.Builder
		for i := range feed.MaxEntries + 5 {
			fmt.Fprintf(&body, "=> %d 2026-01-01 x\n", i)
		}
		w.page(log, body.String())
		if err := run(t, newEngine(w, m), m, log); err != nil {
			t.Fatal(err)
		}
		r := m.result(t, log)
		want := log + ": 5000 entries or more: the newest count"
		if r.Err != nil || len(r.Notices) != 1 || r.Notices[0] != want {
			t.Errorf("%v, notices %q, want %q", r.Err, r.Notices, want)
		}
		if n, last := len(r.Feed.Entries), r.Feed.Entries[feed.MaxEntries-1].Link; n != feed.MaxEntries || last != log+"4999" {
			t.Errorf("%d entries, the last %s", n, last)
		}
	})
}

func TestMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.reply(log, 31, "gemini://b.example/log/", "")
		w.page("gemini://b.example/log/", gemlog(2))
		if err := run(t, e, m, log); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.MovedTo != "gemini://b.example/log/" || r.Err != nil {
			t.Errorf("got %+v", r)
		}
		if w.count("gemini://b.example/robots.txt") != 1 {
			t.Error("the capsule that a redirect leads to was not asked for its robots.txt")
		}
	})
}

// A feed that had no entries before may move without any.
func TestMovedBrief(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const there = "gemini://b.example/log/"
		w, m := newWeb(), newMemory()
		w.reply(log, 31, there, "")
		w.page(there, "# Nothing yet\n")
		if err := run(t, newEngine(w, m), m, log); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.Err != nil || r.State != model.StateOK || r.MovedTo != there {
			t.Errorf("got %+v", r)
		}
	})
}

// A page that was cut off does not move, whether it has entries or not.
func TestMovedToCutPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const there = "gemini://b.example/log/"
		for _, n := range []int{0, 2} {
			w, m := newWeb(), newMemory()
			w.reply(log, 31, there, "")
			w.pages[there] = func() (*fetch.Response, error) {
				return &fetch.Response{Status: 20, Body: []byte(gemlog(n)), Cut: true}, nil
			}
			if err := run(t, newEngine(w, m), m, log); err != nil {
				t.Fatal(err)
			}
			r := m.result(t, log)
			if r.MovedTo != "" || r.ReadAt != there || r.Err != nil || r.State != model.StateOK || len(r.Feed.Entries) != n {
				t.Errorf("%d entries: got %+v", n, r)
			}
		}
	})
}

// If a page moved and is the same as last time, it moves if it is complete: the last one may have
// been cut off. If it is cut off again, it is unchanged.
func TestMovedToSamePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const there = "gemini://b.example/log/"
		cut := true
		w, m := newWeb(), newMemory()
		w.reply(log, 31, there, "")
		w.pages[there] = func() (*fetch.Response, error) {
			return &fetch.Response{Status: 20, Body: []byte(gemlog(2)), Cut: cut}, nil
		}
		sub := model.Subscription{ID: 1, URL: log}
		check := func() *model.CheckResult {
			m.results = nil
			if err := drain(newEngine(w, m).Run(t.Context(), []model.Subscription{sub})); err != nil {
				t.Fatal(err)
			}
			return m.result(t, log)
		}
		sub.Digest = check().Digest
		if r := check(); r.Feed != nil || r.MovedTo != "" || r.Err != nil {
			t.Errorf("cut off again: got %+v", r)
		}
		cut = false
		if r := check(); r.Feed == nil || r.MovedTo != there {
			t.Errorf("whole: got %+v", r)
		}
	})
}

func TestRedirectIntoRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.reply(log, 30, "gemini://b.example/private", "")
		w.text("gemini://b.example/robots.txt", "User-agent: feed\nDisallow: /private\n")
		if err := run(t, newEngine(w, m), m, log); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.State != model.StateRefused || w.count("gemini://b.example/private") != 0 {
			t.Errorf("got %s, %d requests", r.State, w.count("gemini://b.example/private"))
		}
	})
}

// All feeds of a capsule that is down fail with the same error, after one request.
func TestDownOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.fail("gemini://a.example/robots.txt", fetch.ConnectionRefused, "connection refused")
		if err := run(t, newEngine(w, m), m, log, other); err != nil {
			t.Fatal(err)
		}
		if len(w.requests) != 1 {
			t.Errorf("%d requests to a dead capsule", len(w.requests))
		}
		for _, u := range []string{log, other} {
			if r := m.result(t, u); FailureName(r.Err) != "nobody listens" {
				t.Errorf("%s: %v", u, r.Err)
			}
		}
	})
}

func TestNoNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.fail("gemini://a.example/robots.txt", fetch.Unreachable, "network is unreachable")
		w.fail("gemini://b.example/robots.txt", fetch.Unreachable, "network is unreachable")
		if err := run(t, e, m, log, "gemini://b.example/"); !errors.Is(err, ErrNoNetwork) {
			t.Fatalf("got %v", err)
		}
		if len(m.results) != 0 || len(m.authorities) != 0 {
			t.Errorf("somebody was blamed: %v %v", m.results, m.authorities)
		}
		w.page("gemini://c.example/", gemlog(1))
		if err := run(t, e, m, log, "gemini://c.example/"); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.State != model.StateFailing {
			t.Errorf("with the network up, an unreachable capsule is %s", r.State)
		}
	})
}

// If the proxy does not answer or there is no route, no failure is counted, even if a capsule is
// alone in the run or another one was reached.
func TestOffline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.fail(robotsTxt, fetch.Offline, "network is unreachable")
		if err := run(t, e, m, log); !errors.Is(err, ErrNoNetwork) {
			t.Errorf("alone: %v", err)
		}
		w.page("gemini://b.example/", gemlog(1))
		if err := run(t, e, m, log, "gemini://b.example/"); !errors.Is(err, ErrNoNetwork) {
			t.Errorf("beside another: %v", err)
		}
		if m.result(t, "gemini://b.example/").Feed == nil || len(m.results) != 1 || !m.authorities["a.example:1965"].RobotsFailingSince.IsZero() {
			t.Errorf("got %+v, %+v", m.results, m.authorities)
		}
	})
}

// If a capsule is alone in a run and cannot be reached, the network does not count as down: the
// capsule failed. The same is true of two that could not be reached before.
func TestNoNetworkBesideOldFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.fail(robotsTxt, fetch.NoAnswer, "nobody answers")
		w.fail("gemini://b.example/robots.txt", fetch.NoAnswer, "nobody answers")
		one := model.Subscription{ID: 1, URL: log, State: model.StateFailing, Failures: 3, LastErrorKind: "broken"}
		if err := drain(e.Run(t.Context(), []model.Subscription{one})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.Failures != 4 || !r.IsNews {
			t.Errorf("got %+v", r)
		}

		m.results = nil
		one.LastErrorKind = "unreachable"
		two := model.Subscription{ID: 2, URL: "gemini://b.example/", State: model.StateFailing, Failures: 1, LastErrorKind: "unreachable"}
		if err := drain(e.Run(t.Context(), []model.Subscription{one, two})); err != nil {
			t.Fatal(err)
		}
		if len(m.results) != 2 || m.result(t, log).Failures != 4 || m.result(t, log).IsNews {
			t.Errorf("got %+v", m.results)
		}

		// With an error of another kind, the network may be at fault.
		m.results = nil
		two.LastErrorKind = "broken"
		if err := drain(e.Run(t.Context(), []model.Subscription{one, two})); !errors.Is(err, ErrNoNetwork) || len(m.results) != 1 {
			t.Errorf("got %v, %v", err, m.results)
		}
	})
}

// A refusal by a stored robots.txt does not prove that the network is up.
func TestNoNetworkBesideRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		m.authorities["a.example:1965"] = model.Authority{Robots: []byte("User-agent: *\nDisallow: /\n"), RobotsKnown: true, RobotsAt: time.Now()}
		w.fail("gemini://b.example/robots.txt", fetch.Unreachable, "network is unreachable")
		if err := run(t, newEngine(w, m), m, log, "gemini://b.example/"); !errors.Is(err, ErrNoNetwork) {
			t.Errorf("got %v", err)
		}
	})
}

func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Jobs = 1
		var subs []model.Subscription
		for host := range 10 {
			u := fmt.Sprintf("gemini://h%d.example/", host)
			subs = append(subs, model.Subscription{ID: int64(host + 1), URL: u})
			w.page(u, gemlog(1))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 7*latency-latency/2)
		defer cancel()
		if err := drain(e.Run(ctx, subs)); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v", err)
		}
		if len(m.results) != 3 {
			t.Errorf("%d results, want the 3 that were whole", len(m.results))
		}
		for _, r := range m.results {
			if r.Err != nil {
				t.Errorf("%s was blamed for the interrupt: %v", r.Subscription.URL, r.Err)
			}
		}
	})
}

// If nothing can be stored, such as while another process holds the lock, the run ends, and no
// feed counts as failing.
func TestCommitFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		m.err = errors.New("disk full")
		var urls []string
		for host := range 200 {
			urls = append(urls, fmt.Sprintf("gemini://h%d.example/", host))
		}
		e := newEngine(w, m)
		e.Jobs = 2
		if err := run(t, e, m, urls...); !errors.Is(err, m.err) {
			t.Fatalf("got %v", err)
		}
		if m.refusals != 1 {
			t.Errorf("tried to store %d times", m.refusals)
		}
		if len(w.requests) > 20 {
			t.Errorf("%d requests though nothing could be kept", len(w.requests))
		}
	})
}
