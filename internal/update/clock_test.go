package update

import (
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// wrongYears is how many years the wrong clock of these tests is ahead.
const wrongYears = 73 * 365 * day

// skewed calls run once with an engine whose clock is ahead, so that the store then has times in
// 2099.
func skewed(t *testing.T, w *web, m *memory, url string) model.Subscription {
	t.Helper()
	e := newEngine(w, m)
	e.Now = func() time.Time { return time.Now().Add(wrongYears) }
	m.results = nil
	if err := drain(e.Run(t.Context(), []model.Subscription{{ID: 1, URL: url}})); err != nil {
		t.Fatal(err)
	}
	r := m.result(t, url)
	return model.Subscription{ID: 1, URL: url, State: r.State, CheckedAt: r.CheckedAt, NextCheckAt: r.NextCheckAt}
}

// If a run with a clock in 2099 began a wait, the next run with the right time makes requests
// anyway. From then on waits are observed again.
func TestWrongClock(t *testing.T) {
	tests := []struct {
		name   string
		robots string
		first  int // the status of the page in the first run
	}{
		{"nothing", "", 20},
		{"44", "", 44},
		{"short Crawl-delay", "User-agent: *\nCrawl-delay: 30\n", 20},
		{"long Crawl-delay", "User-agent: *\nCrawl-delay: 3600\n", 20},
		{"endless Crawl-delay", "User-agent: *\nCrawl-delay: 99999999\n", 20},
		{"Check", "User-agent: *\nCheck: 7200\n", 20},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				w.text(robotsTxt, test.robots)
				w.reply(log, test.first, map[int]string{20: "text/gemini", 44: "86400"}[test.first], gemlog(1))
				sub := skewed(t, w, m, log)
				w.page(log, gemlog(2))
				if !IsDue(sub, time.Now()) {
					t.Error("not due")
				}
				began := time.Now()
				m.results = nil
				if err := drain(newEngine(w, m).Run(t.Context(), []model.Subscription{sub})); err != nil {
					t.Fatal(err)
				}
				if r := m.result(t, log); r.Err != nil || w.count(log) != 2 {
					t.Errorf("asked %d times: %v", w.count(log), r.Err)
				}
				if took := time.Since(began); took > 2*time.Second && test.name != "short Crawl-delay" {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// A Crawl-delay of more than a day counts as a day.
func TestEndlessCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 99999999\n")
		w.page(log, gemlog(1))
		for range 47 {
			if err := run(t, newEngine(w, m), m, log); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Hour)
		}
		if n := w.count(log); n != 2 {
			t.Errorf("asked %d times in two days", n)
		}
	})
}

// A wrong clock may make an outage of robots.txt 73 years long. That neither ends the last policy
// for good nor keeps pages waiting so long.
func TestWrongClockDuringOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.page(log, gemlog(1))
		w.text(robotsTxt, "User-agent: *\nDisallow: /log/\n")
		state := func() model.State {
			t.Helper()
			if err := run(t, e, m, log); err != nil {
				t.Fatal(err)
			}
			return m.result(t, log).State
		}
		state()
		w.fail(robotsTxt, fetch.TimedOut, "too slow")
		time.Sleep(25 * time.Hour)
		if got := state(); got != model.StateRefused {
			t.Errorf("in the outage: %s", got)
		}
		skewed(t, w, m, log)
		if got := state(); got != model.StateRefused {
			t.Errorf("after a run by a wrong clock: %s", got)
		}
		m.authorities["a.example:1965"] = model.Authority{
			Authority: "a.example:1965", RobotsFailingSince: time.Now().Add(wrongYears), RobotsAt: time.Now().Add(wrongYears),
		}
		state()
		time.Sleep(31 * day)
		if got := state(); got != model.StateOK {
			t.Errorf("31 days after an outage began: %s", got)
		}
	})
}

// If a wrong clock dated a policy, robots.txt is requested again.
func TestPolicyOfTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.page(log, gemlog(1))
		w.text(robotsTxt, "User-agent: *\nDisallow: /log/\n")
		skewed(t, w, m, log)
		w.text(robotsTxt, "")
		if err := run(t, newEngine(w, m), m, log); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.Err != nil || w.count(robotsTxt) != 2 {
			t.Errorf("asked for robots.txt %d times: %v", w.count(robotsTxt), r.Err)
		}
	})
}

// If robots.txt then cannot be read, the policy does not stay in force for ever.
func TestOutageAfterPolicyOfTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.page(log, gemlog(1))
		w.text(robotsTxt, "User-agent: *\nDisallow: /log/\n")
		skewed(t, w, m, log)
		w.fail(robotsTxt, fetch.TimedOut, "too slow")
		for _, want := range []model.State{model.StateRefused, model.StateOK} {
			if err := run(t, newEngine(w, m), m, log); err != nil {
				t.Fatal(err)
			}
			if r := m.result(t, log); r.State != want {
				t.Errorf("got %s, want %s", r.State, want)
			}
			time.Sleep(31 * day)
		}
	})
}

func TestPending(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for ahead, want := range map[time.Duration]bool{
		-time.Second: false, 0: false, time.Second: true, day: true, day + time.Second: false, wrongYears: false,
	} {
		if got := !pending(now.Add(ahead), now, day).IsZero(); got != want {
			t.Errorf("%v ahead: %t", ahead, got)
		}
	}
	if end := time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC); !pending(end, now, day).IsZero() {
		t.Error("the end of time is waited for")
	}
}

// An outage cannot have begun before the last answer, even if a clock that was behind says so:
// the policy stays in force for 30 days from that answer.
func TestOutageBeforePolicy(t *testing.T) {
	answered := time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)
	a := model.Authority{RobotsKnown: true, RobotsAt: answered, RobotsFailingSince: time.Unix(1000, 0)}
	for after, want := range map[time.Duration]bool{time.Hour: false, 30*day - time.Second: false, 30 * day: true} {
		if got := isPolicyExpired(a, answered.Add(after)); got != want {
			t.Errorf("%v after the answer: outdated is %t", after, got)
		}
	}
}
