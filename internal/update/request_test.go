package update

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

func parsed(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := address.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// get makes one request in a session of its own.
func get(t *testing.T, e *Engine, raw string, p Purpose) (Answer, error) {
	t.Helper()
	s := e.NewSession()
	answer, err := s.Get(t.Context(), Request{URL: parsed(t, raw), Purpose: p})
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return answer, err
}

// Requests for all purposes and the checks of a run share one connection.
func TestOneGateForAllPurposes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		s := newEngine(w, m).NewSession()
		var asked sync.WaitGroup
		for _, p := range []Purpose{ForPerson, ForPost, ForFeed} {
			asked.Go(func() {
				if _, err := s.Get(t.Context(), Request{URL: parsed(t, other), Purpose: p}); err != nil {
					t.Error(err)
				}
			})
		}
		if err := drain(s.Run(t.Context(), []*model.Subscription{{ID: 1, URL: log}})); err != nil {
			t.Fatal(err)
		}
		asked.Wait()
		if w.mostOpen["a.example:1965"] != 1 || w.count(robotsTxt) != 1 || w.count(other) != 3 {
			t.Errorf("%d connections at once, requests %v", w.mostOpen["a.example:1965"], w.requests)
		}
	})
}

// Requests that nobody asked for obey a refusal. A person is only told of it, at each hop.
func TestRefusalByPurpose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const away = "gemini://b.example/private"
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		for _, robots := range []string{robotsTxt, "gemini://b.example/robots.txt"} {
			w.text(robots, "User-agent: *\nDisallow: /\n")
		}
		w.reply(log, 30, away, "")
		w.page(away, gemlog(1))
		answer, err := get(t, e, log, ForPerson)
		if err != nil || answer.URL.String() != away || len(answer.Refusals) != 2 || !answer.Requested {
			t.Errorf("a person got %+v, %v", answer, err)
		}
		for _, p := range []Purpose{ForFeed, ForPost} {
			answer, err := get(t, e, log, p)
			if _, refused := errors.AsType[*DisallowedError](err); !refused || answer.Requested || len(answer.Refusals) > 0 {
				t.Errorf("purpose %d got %+v, %v", p, answer, err)
			}
		}
		if w.count(log) != 1 {
			t.Errorf("asked %d times", w.count(log))
		}
	})
}

// A request for a person waits a few seconds for a Crawl-delay, also from one command to the
// next. Other requests never wait in a run for over a minute.
func TestCrawlDelayByPurpose(t *testing.T) {
	for _, test := range []struct {
		name, says string
		purpose    Purpose
		took       time.Duration // until the second request
		waits      bool
	}{
		{"short, person", "3", ForPerson, 3 * time.Second, false},
		{"long, person", "50", ForPerson, maxPersonDelay, false},
		{"very long, person", "3600", ForPerson, maxPersonDelay, false},
		{"long, post", "50", ForPost, 50 * time.Second, false},
		{"very long, post", "3600", ForPost, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				e := newEngine(w, m)
				w.text(robotsTxt, "User-agent: *\nCrawl-delay: "+test.says+"\n")
				w.page(log, gemlog(1))
				if _, err := get(t, e, log, test.purpose); err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				_, err := get(t, e, log, test.purpose)
				if _, waits := errors.AsType[*WaitError](err); waits != test.waits {
					t.Errorf("got %v", err)
				}
				if took := time.Since(began).Truncate(time.Second); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
			})
		})
	}
}

// A 44 stops all requests to its authority, including robots.txt, also if a person's request got
// it.
func TestSlowDownByPurpose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.reply(log, 44, "300", "")
		w.page(other, gemlog(1))
		slowDown := func(raw string, p Purpose) {
			t.Helper()
			_, err := get(t, e, raw, p)
			if wait, ok := errors.AsType[*WaitError](err); !ok || !wait.SlowDown {
				t.Errorf("%s: %v", raw, err)
			}
		}
		slowDown(log, ForPerson)
		asked := len(w.requests)
		for _, p := range []Purpose{ForPerson, ForPost, ForFeed} {
			slowDown(other, p)
		}
		if len(w.requests) != asked {
			t.Errorf("requests while the capsule wanted none: %v", w.requests[asked:])
		}
		time.Sleep(301 * time.Second)
		if _, err := get(t, e, other, ForPerson); err != nil {
			t.Error(err)
		}
		w.reply("gemini://b.example/robots.txt", 44, "60", "")
		slowDown("gemini://b.example/", ForPerson)
		if w.count("gemini://b.example/") != 0 {
			t.Error("asked though robots.txt was answered with 44")
		}
	})
}

// The burst rule counts the requests of all purposes.
func TestBurstByPurpose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Resolve = func(context.Context, string) (netip.Addr, bool) { return netip.MustParseAddr("192.0.2.1"), true }
		w.page(log, gemlog(1))
		s := e.NewSession()
		began := time.Now()
		for i := range 11 { // besides robots.txt
			if _, err := s.Get(t.Context(), Request{URL: parsed(t, log), Purpose: ForPerson}); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); i < 9 && took > 2*time.Second {
				t.Errorf("request %d took %v", i+1, took)
			}
		}
		if took := time.Since(began); took < 2*burstGap {
			t.Errorf("11 pages took %v", took)
		}
	})
}

// A failure of robots.txt does not stop a person's request. If the capsule is down, that is
// reported once.
func TestPersonWithoutRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.page(log, gemlog(1))
		w.fail(robotsTxt, fetch.TimedOut, "too slow")
		if answer, err := get(t, e, log, ForPerson); err != nil || len(answer.Body) == 0 {
			t.Errorf("got %+v, %v", answer, err)
		}
		w.fail("gemini://b.example/robots.txt", fetch.ConnectionRefused, "connection refused")
		if _, err := get(t, e, "gemini://b.example/", ForPerson); fetch.KindOf(err) != fetch.ConnectionRefused {
			t.Errorf("got %v", err)
		}
		if n := len(w.requests); n != 3 {
			t.Errorf("%d requests, want 3: %v", n, w.requests)
		}
	})
}

// The user's decision to ignore robots.txt counts for every purpose.
func TestIgnoreRobotsByPurpose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.page(log, gemlog(1))
		w.text(robotsTxt, "User-agent: *\nDisallow: /\n")
		s := newEngine(w, m).NewSession()
		_, err := s.Get(t.Context(), Request{URL: parsed(t, log), Purpose: ForPost, IgnoreRobots: true})
		if err != nil || w.count(robotsTxt) != 0 {
			t.Errorf("robots.txt asked for %d times, %v", w.count(robotsTxt), err)
		}
	})
}
