package update

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// maze makes log redirect through n capsules to a page. Each capsule answers requests for its
// robots.txt, which is text, and for its page after the time slow.
func maze(w *web, n int, slow time.Duration, text string) {
	from := log
	for i := range n {
		to := fmt.Sprintf("gemini://maze-%d.example/", i)
		w.reply(from, 30, to, "")
		w.text(to+"robots.txt", text)
		w.slow[from], w.slow[to+"robots.txt"] = slow, slow
		from = to
	}
	w.slow[from] = slow
	w.page(from, gemlog(1))
}

// However slow the capsules are to which a feed redirects, its check takes 90 s at most, and does
// not hold up another feed.
func TestTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		maze(w, 5, 25*time.Second, "")
		w.slow[robotsTxt] = 25 * time.Second
		w.page(other, gemlog(1))
		began := time.Now()
		if err := run(t, newEngine(w, m), m, log, other); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > MaxCheckTime+time.Second {
			t.Errorf("took %v", took)
		}
		r := m.result(t, log)
		if !errors.Is(r.Err, ErrTooLong) || r.ErrKind != "took too long" || r.State != model.StateFailing {
			t.Errorf("came to %v: %s, %s", r.Err, r.ErrKind, r.State)
		}
		if r := m.result(t, other); r.Err != nil {
			t.Error(r.Err)
		}
	})
}

// If a slow capsule redirects to another one and no time remains for that robots.txt, this is not
// a failure of the other capsule: its own feeds are read.
func TestTooLongElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		const victim = "gemini://b.example/"
		from := log
		for i := range 3 {
			to := fmt.Sprintf("gemini://a.example/%d", i)
			w.reply(from, 30, to, "")
			w.slow[from] = 29*time.Second + 700*time.Millisecond
			from = to
		}
		w.reply(from, 30, victim, "")
		w.page(victim, gemlog(1))
		u, err := address.Parse(victim)
		if err != nil {
			t.Fatal(err)
		}
		w.slow[address.RobotsURL(u).String()] = 5 * time.Second
		s := newEngine(w, m).NewSession()
		if err := drain(s.Run(t.Context(), []*model.Subscription{{ID: 1, URL: log}})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); !errors.Is(r.Err, ErrTooLong) {
			t.Errorf("came to %v", r.Err)
		}
		if kept := m.authorities[address.Authority(u)]; !kept.RobotsFailingSince.IsZero() {
			t.Errorf("kept of %s: %+v", victim, kept)
		}
		if err := drain(s.Run(t.Context(), []*model.Subscription{{ID: 2, URL: victim}})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, victim); r.Err != nil {
			t.Errorf("its own feed came to %v", r.Err)
		}
	})
}

// The Crawl-delay before a feed's first request does not count.
func TestFirstWaitIsNotTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 60\n")
		w.page(log, gemlog(1))
		w.slow[robotsTxt], w.slow[log] = 25*time.Second, 25*time.Second
		began := time.Now()
		if err := run(t, newEngine(w, m), m, log); err != nil {
			t.Fatal(err)
		}
		if r, took := m.result(t, log), time.Since(began); r.Err != nil || took < 110*time.Second {
			t.Errorf("after %v: %v", took, r.Err)
		}
	})
}

// The Crawl-delays before redirects count, on the same capsule and on others: a capsule cannot hold
// up the update for minutes.
func TestLaterWaitsAreTooLong(t *testing.T) {
	for name, at := range map[string]string{"home": log + "%d", "elsewhere": "gemini://b%d.example/"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				from := log
				for i := range 5 {
					to := fmt.Sprintf(at, i)
					u, err := address.Parse(from)
					if err != nil {
						t.Fatal(err)
					}
					w.text(address.RobotsURL(u).String(), "User-agent: *\nCrawl-delay: 60\n")
					w.reply(from, 30, to, "")
					from = to
				}
				w.page(from, gemlog(1))
				began := time.Now()
				if err := run(t, newEngine(w, m), m, log); err != nil {
					t.Fatal(err)
				}
				if r, took := m.result(t, log), time.Since(began); !errors.Is(r.Err, ErrTooLong) || took > time.Minute+MaxCheckTime {
					t.Errorf("after %v: %v", took, r.Err)
				}
			})
		})
	}
}

// If a robots.txt redirects for too long, it counts as not answered for all feeds.
func TestTooLongRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		from := robotsTxt
		for i := range 5 {
			to := fmt.Sprintf("gemini://maze-%d.example/", i)
			w.reply(from, 30, to, "")
			w.slow[from] = 29 * time.Second
			from = to
		}
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		began := time.Now()
		if err := run(t, newEngine(w, m), m, log, other); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > MaxCheckTime+time.Second {
			t.Errorf("took %v", took)
		}
		for _, url := range []string{log, other} {
			if r := m.result(t, url); !errors.Is(r.Err, ErrTooLong) {
				t.Errorf("%s came to %v", url, r.Err)
			}
		}
		if m.authorities["a.example:1965"].RobotsFailingSince.IsZero() {
			t.Error("the outage of robots.txt was not noted")
		}
		began = time.Now()
		u, err := address.Parse(log)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := newEngine(w, m).Decide(t.Context(), u); !errors.Is(err, ErrTooLong) {
			t.Errorf("Decide came to %v", err)
		}
		if took := time.Since(began); took > MaxCheckTime+time.Second {
			t.Errorf("Decide took %v", took)
		}
	})
}

// If no time remains, no request begins.
func TestNoHopWithoutTime(t *testing.T) {
	t.Parallel()
	s := newEngine(newWeb(), newMemory()).NewSession()
	a, err := s.loadAuthority(t.Context(), "a.example:1965")
	if err != nil {
		t.Fatal(err)
	}
	x := &request{session: s, worker: s.newWorker()}
	x.worker.timeLeft = 0
	if err := x.enterGate(t.Context(), a, 0); !errors.Is(err, ErrTooLong) || !a.gate.TryAcquire(1) || !s.jobs.TryAcquire(DefaultJobs) {
		t.Errorf("came to %v", err)
	}
}
