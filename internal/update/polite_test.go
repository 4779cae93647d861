package update

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
)

const robotsTxt = "gemini://a.example/robots.txt"

// Each answer to the request for robots.txt decides whether the page is requested.
func TestRobotsAnswers(t *testing.T) {
	tests := []struct {
		name  string
		serve func(w *web)
		state model.State
		known bool
	}{
		{"no robots.txt", func(*web) {}, model.StateOK, true},
		{"not text", func(w *web) { w.reply(robotsTxt, 20, "image/png", "User-agent: *\nDisallow: /") }, model.StateOK, true},
		{"gemtext", func(w *web) { w.page(robotsTxt, "User-agent: *\nDisallow: /") }, model.StateRefused, true},
		{"no media type", func(w *web) { w.reply(robotsTxt, 20, "", "User-agent: *\nDisallow: /") }, model.StateRefused, true},
		{"parameters alone", func(w *web) { w.reply(robotsTxt, 20, "; charset=utf-8", "User-agent: *\nDisallow: /") }, model.StateRefused, true},
		{"UTF-16", func(w *web) {
			w.reply(robotsTxt, 20, "text/plain; charset=UTF-16LE", utf16le("User-agent: *\nDisallow: /"))
		}, model.StateRefused, true},
		{"input wanted", func(w *web) { w.reply(robotsTxt, 10, "?", "") }, model.StateOK, true},
		{"certificate wanted", func(w *web) { w.reply(robotsTxt, 60, "", "") }, model.StateOK, true},
		{"redirected", func(w *web) {
			w.reply(robotsTxt, 31, "gemini://b.example/policy", "")
			w.text("gemini://b.example/policy", "User-agent: *\nDisallow: /")
		}, model.StateRefused, true},
		{"redirected for ever", func(w *web) { w.reply(robotsTxt, 30, "/robots.txt", "") }, model.StateOK, true},
		{"unavailable", func(w *web) { w.reply(robotsTxt, 41, "", "") }, model.StateFailing, false},
		{"time-out", func(w *web) { w.fail(robotsTxt, fetch.TimedOut, "too slow") }, model.StateFailing, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				w.page(log, gemlog(1))
				test.serve(w)
				if err := run(t, newEngine(w, m), m, log); err != nil {
					t.Fatal(err)
				}
				r, kept := m.result(t, log), m.authorities["a.example:1965"]
				if r.State != test.state || kept.RobotsKnown != test.known || kept.RobotsStatus == "" {
					t.Errorf("got %s (%v), kept %+v", r.State, r.Err, kept)
				}
				if asked := w.count(log) > 0; asked != (test.state == model.StateOK) {
					t.Errorf("page asked for: %v", asked)
				}
			})
		})
	}
}

// If the connection ended within a line of robots.txt, it is requested once more; the same text
// again counts as complete. A reset never does. How any other answer ends does not matter.
func TestRobotsCut(t *testing.T) {
	const text, half, reset = "text/plain", "User-agent: *\nDisallow: /lo", "reset:"
	tests := []struct {
		name, meta string
		bodies     []string // the answers in order; the last is also that of further requests
		asked      int
		state      model.State
	}{
		{"whole lines", text, []string{half + "\n"}, 1, model.StateRefused},
		{"whole lines of CR", text, []string{half + "\r"}, 1, model.StateRefused},
		{"whole lines of UTF-16", "text/plain; charset=utf-16le", []string{utf16le(half + "\n")}, 1, model.StateRefused},
		{"not text", "application/octet-stream", []string{half}, 1, model.StateOK},
		{"the same again", text, []string{half}, 2, model.StateRefused},
		{"nothing again", text, []string{""}, 2, model.StateOK},
		{"more", text, []string{half, half + "st\n"}, 2, model.StateOK},
		{"less", text, []string{half, "User-agent: *\nDis"}, 2, model.StateFailing},
		{"nothing at last", text, []string{half, ""}, 2, model.StateFailing},
		{"reset", text, []string{reset + half, reset + half}, 2, model.StateFailing},
		{"reset after a line", text, []string{reset + half + "\n"}, 2, model.StateFailing},
		{"reset once", text, []string{reset + half, half + "st\n"}, 2, model.StateOK},
		{"reset after the same", text, []string{half, reset + half}, 2, model.StateFailing},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				w.page(log, gemlog(1))
				bodies := test.bodies
				w.pages[robotsTxt] = func() (*fetch.Response, error) {
					body := bodies[0]
					bodies = bodies[min(1, len(bodies)-1):]
					body, isReset := strings.CutPrefix(body, reset)
					return &fetch.Response{Status: 20, Meta: test.meta, Body: []byte(body), Cut: true, Reset: isReset}, nil
				}
				if err := run(t, newEngine(w, m), m, log); err != nil {
					t.Fatal(err)
				}
				if r := m.result(t, log); r.State != test.state || w.count(robotsTxt) != test.asked {
					t.Errorf("got %s (%v), asked %d times", r.State, r.Err, w.count(robotsTxt))
				}
			})
		})
	}
}

func utf16le(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(string([]byte{byte(r), 0}))
	}
	return b.String()
}

// Only the part of an endless robots.txt that counts is kept, without a line that may be cut off.
func TestLongRobots(t *testing.T) {
	const line = "Disallow: /é\n"
	long := strings.Repeat(line, 5<<20/len(line))
	latin1 := strings.ReplaceAll(long, "é", "\xe9")
	for meta, body := range map[string]string{
		"text/plain":                      long,
		"text/plain; charset=iso-8859-1":  latin1,
		"text/plain; charset=utf-16le":    utf16le(strings.ReplaceAll(long, "é", "e")),
		"text/plain; charset=nonsense":    long,
		"text/plain; charset=iso-8859-15": strings.Repeat("\xe9\n", 400<<10),
	} {
		resp := &fetch.Response{URL: new(url.URL), Status: 20, Meta: meta, Body: []byte(body[:min(len(body), robots.MaxSize)])}
		got := policyText(resp)
		if len(got) > robots.MaxSize || cap(got) > 2*robots.MaxSize || len(got) < robots.MaxSize/3 || got[len(got)-1] != '\n' {
			t.Errorf("%s: %d bytes in %d", meta, len(got), cap(got))
		}
	}
}

// If robots.txt redirects to another capsule that fails, the message names that capsule, and the
// known policy stays in force.
func TestRobotsElsewhere(t *testing.T) {
	const there = "gemini://b.example/policy"
	tests := []struct {
		name  string
		serve func(w *web)
		waits bool
		err   string
	}{
		{
			"nobody listens",
			func(w *web) { w.fail(there, fetch.ConnectionRefused, "connection refused") },
			false, "robots.txt: connect gemini://b.example/policy: connection refused",
		},
		{
			"slow down",
			func(w *web) { w.reply(there, 44, "60", "") },
			true, "a.example:1965 has its robots.txt at b.example:1965, which asks to slow down (44) for 1 minute: not before ",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				w.page(log, gemlog(1))
				w.reply(robotsTxt, 30, there, "")
				test.serve(w)
				if err := run(t, newEngine(w, m), m, log); err != nil {
					t.Fatal(err)
				}
				r := m.result(t, log)
				if r.Err == nil || !strings.HasPrefix(r.Err.Error(), test.err) || r.Waits() != test.waits {
					t.Errorf("waits %v: %v", r.Waits(), r.Err)
				}
				w.text(robotsTxt, "User-agent: *\nDisallow: /other")
				time.Sleep(day)
				if err := run(t, newEngine(w, m), m, log); err != nil {
					t.Fatal(err)
				}
				w.reply(robotsTxt, 30, there, "")
				time.Sleep(day)
				if err := run(t, newEngine(w, m), m, log); err != nil {
					t.Fatal(err)
				}
				if r := m.result(t, log); r.Err != nil {
					t.Errorf("with a known policy: %v", r.Err)
				}
			})
		})
	}
}

func TestRobotsOnceADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		for range 24 {
			if err := run(t, e, m, log, other); err != nil {
				t.Fatal(err)
			}
			time.Sleep(59 * time.Minute)
		}
		if n := w.count(robotsTxt); n != 1 {
			t.Errorf("asked %d times in a day", n)
		}
		time.Sleep(time.Hour)
		if err := run(t, e, m, log, other); err != nil {
			t.Fatal(err)
		}
		if n := w.count(robotsTxt); n != 2 {
			t.Errorf("asked %d times in two days", n)
		}
	})
}

// The last policy stays in force during an outage of up to 30 days, and then no longer counts.
func TestLastPolicyThroughOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.page(log, gemlog(1))
		w.text(robotsTxt, "User-agent: *\nDisallow: /log/\n")
		check := func(want model.State) {
			t.Helper()
			if err := run(t, e, m, log); err != nil {
				t.Fatal(err)
			}
			if r := m.result(t, log); r.State != want {
				t.Errorf("after %v: %s (%v)", time.Now(), r.State, r.Err)
			}
		}
		check(model.StateRefused)
		w.reply(robotsTxt, 41, "", "")
		time.Sleep(25 * time.Hour)
		check(model.StateRefused)
		time.Sleep(29 * 24 * time.Hour)
		check(model.StateRefused)
		time.Sleep(2 * 24 * time.Hour)
		check(model.StateOK)
		w.text(robotsTxt, "User-agent: *\nDisallow: /log/\n")
		check(model.StateRefused)
	})
}

func TestIgnoreRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.page(log, gemlog(1))
		w.text(robotsTxt, "User-agent: *\nDisallow: /\n")
		sub := model.Subscription{ID: 1, URL: log, IgnoreRobots: true}
		if err := drain(newEngine(w, m).Run(t.Context(), []model.Subscription{sub})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.State != model.StateOK || w.count(robotsTxt) != 0 {
			t.Errorf("got %s, robots.txt asked for %d times", r.State, w.count(robotsTxt))
		}
	})
}

func TestCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 5\n")
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		for range 2 { // the delay is observed from one run to the next
			if err := run(t, e, m, log, other); err != nil {
				t.Fatal(err)
			}
		}
		if len(w.requests) != 5 {
			t.Fatalf("%d requests, want robots.txt and two pages twice", len(w.requests))
		}
		for i := 1; i < len(w.requests); i++ {
			gap := w.requests[i].at.Sub(w.requests[i-1].at)
			if gap < 5*time.Second || gap > 6*time.Second {
				t.Errorf("%v between %s and %s", gap, w.requests[i-1].url, w.requests[i].url)
			}
		}
	})
}

// Capsules whose robots.txt redirects to another capsule cannot make gemsub ask that one more
// often than its known Crawl-delay allows.
func TestCrawlDelayOfRedirectedRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		m.authorities["b.example:1965"] = model.Authority{Robots: []byte("User-agent: *\nCrawl-delay: 30\n")}
		var pages []string
		for _, host := range []string{"a", "c", "d"} {
			page := "gemini://" + host + ".example/log"
			w.page(page, gemlog(1))
			w.reply("gemini://"+host+".example/robots.txt", 30, "gemini://b.example/policy", "")
			pages = append(pages, page)
		}
		w.text("gemini://b.example/policy", "")
		if err := run(t, newEngine(w, m), m, pages...); err != nil {
			t.Fatal(err)
		}
		var last time.Time
		for _, r := range w.requests {
			if r.url == "gemini://b.example/policy" {
				if gap := r.at.Sub(last); gap < 30*time.Second {
					t.Errorf("asked again after %v", gap)
				}
				last = r.at
			}
		}
		if n := w.count("gemini://b.example/policy"); n != 3 {
			t.Errorf("asked %d times", n)
		}
	})
}

// A page that was requested in spite of robots.txt counts too: the next run observes the
// Crawl-delay after it.
func TestCrawlDelayAfterIgnoredRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 5\n")
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		check := func(s model.Subscription) time.Time {
			t.Helper()
			if err := drain(e.Run(t.Context(), []model.Subscription{s})); err != nil {
				t.Fatal(err)
			}
			last := w.requests[len(w.requests)-1]
			if last.url != s.URL {
				t.Fatalf("%s was requested last, not %s", last.url, s.URL)
			}
			return last.at
		}
		check(model.Subscription{ID: 1, URL: log})
		time.Sleep(time.Hour)
		before := check(model.Subscription{ID: 2, URL: other, IgnoreRobots: true})
		if gap := check(model.Subscription{ID: 1, URL: log}).Sub(before); gap < 5*time.Second {
			t.Errorf("%v between two pages", gap)
		}
	})
}

// A run waits for a Crawl-delay of exactly a minute.
func TestMinuteCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 60\n")
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		if err := run(t, newEngine(w, m), m, log, other); err != nil {
			t.Fatal(err)
		}
		if w.count(log) != 1 || w.count(other) != 1 {
			t.Errorf("%d requests: %v", len(w.requests), w.requests)
		}
	})
}

// With a Crawl-delay of over a minute, a run makes one request and leaves the others due.
func TestLongCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.text(robotsTxt, "User-agent: *\nCrawl-delay: 90\n")
		w.page(log, gemlog(1))
		w.page(other, gemlog(1))
		read := func(want int) {
			t.Helper()
			if err := run(t, e, m, log, other); err != nil {
				t.Fatal(err)
			}
			done := 0
			for _, r := range m.results {
				if r.Waits() != (r.Err != nil) {
					t.Errorf("%s: waits is %v with %v", r.Subscription.URL, r.Waits(), r.Err)
				}
				if !r.Waits() {
					done++
				}
			}
			if done != want {
				t.Errorf("%d pages read, want %d", done, want)
			}
		}
		read(1)
		read(0)
		time.Sleep(90 * time.Second)
		read(1)
		time.Sleep(25 * time.Hour) // then robots.txt is requested again, besides a page
		read(1)
	})
}

func TestCheckField(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.text(robotsTxt, "Virtual-agent: feed\nCheck: 21600\n")
		w.page(log, gemlog(2))
		if err := run(t, e, m, log); err != nil {
			t.Fatal(err)
		}
		r := m.result(t, log)
		if want := r.CheckedAt.Add(6 * time.Hour); !r.NextCheckAt.Equal(want) {
			t.Errorf("due at %v, want %v", r.NextCheckAt, want)
		}
		again := model.Subscription{ID: 1, URL: log, CheckedAt: r.CheckedAt}
		time.Sleep(5 * time.Hour)
		m.results = nil
		if err := drain(e.Run(t.Context(), []model.Subscription{again})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); !r.Waits() || w.count(log) != 1 {
			t.Errorf("asked again too early: %+v", r)
		}
	})
}

// The field Check applies to the feeds of its own capsule, not to feeds that redirect to one of
// its pages.
func TestCheckFieldElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		const there = "gemini://b.example/log"
		w.reply(log, 30, there, "")
		w.page(there, gemlog(2))
		w.text("gemini://b.example/robots.txt", "User-agent: *\nCheck: 172800\n")
		if err := run(t, e, m, log); err != nil {
			t.Fatal(err)
		}
		r := m.result(t, log)
		if r.Waits() || r.NextCheckAt.After(r.CheckedAt.Add(24*time.Hour)) {
			t.Errorf("checked at %v, due at %v: %v", r.CheckedAt, r.NextCheckAt, r.Err)
		}
		time.Sleep(25 * time.Hour)
		m.results = nil
		again := model.Subscription{ID: 1, URL: log, CheckedAt: r.CheckedAt}
		if err := drain(e.Run(t.Context(), []model.Subscription{again})); err != nil {
			t.Fatal(err)
		}
		if r := m.result(t, log); r.Waits() || w.count(there) != 2 {
			t.Errorf("asked %d times: %+v", w.count(there), r)
		}
	})
}

// A 44 stops requests to the whole authority, for the seconds that it names; without a number the
// time doubles.
func TestSlowDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.reply(log, 44, "300", "")
		w.page(other, gemlog(1))
		deferred := func() time.Duration {
			t.Helper()
			if err := run(t, e, m, log, other); err != nil {
				t.Fatal(err)
			}
			for _, u := range []string{log, other} {
				var wait *WaitError
				if r := m.result(t, u); !r.Waits() || !errors.As(r.Err, &wait) {
					t.Errorf("%s: %+v", u, r)
				}
			}
			return m.authorities["a.example:1965"].DeferFor
		}
		if got := deferred(); got != 5*time.Minute {
			t.Errorf("deferred for %v", got)
		}
		time.Sleep(299 * time.Second)
		deferred()
		if n := len(w.requests); n != 2 {
			t.Errorf("%d requests while the capsule wanted none", n)
		}
		w.reply(log, 44, "slow down", "")
		time.Sleep(time.Hour)
		if got := deferred(); got != 10*time.Minute {
			t.Errorf("deferred for %v, want twice as long", got)
		}
		w.page(log, gemlog(1))
		time.Sleep(time.Hour)
		if err := run(t, e, m, log, other); err != nil {
			t.Fatal(err)
		}
		if a := m.authorities["a.example:1965"]; a.DeferFor != 0 || m.result(t, other).Waits() {
			t.Errorf("still deferred: %+v", a)
		}
	})
}

// A 44 stops requests for a day at most, whatever number it names. The end of that wait does not
// look like a time from a wrong clock.
func TestSlowDownForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.reply(log, 44, "200000", "")
		for _, step := range []struct {
			after time.Duration
			asked int
		}{{0, 1}, {24*time.Hour - time.Minute, 1}, {2 * time.Minute, 2}} {
			time.Sleep(step.after)
			if err := run(t, e, m, log); err != nil {
				t.Fatal(err)
			}
			if n := w.count(log); n != step.asked {
				t.Errorf("%v later: asked %d times, want %d", step.after, n, step.asked)
			}
		}
		if r := m.result(t, log); r.Err == nil || !strings.Contains(r.Err.Error(), " (44) for 24 hours: ") {
			t.Errorf("told %v", r.Err)
		}
		if a := m.authorities["a.example:1965"]; a.DeferFor != 24*time.Hour {
			t.Errorf("deferred for %v", a.DeferFor)
		}
	})
}

func TestDecide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		w.text(robotsTxt, "User-agent: *\nDisallow: /log?secret\n")
		u, err := address.Parse("a.example/log?secret=1")
		if err != nil {
			t.Fatal(err)
		}
		d, kept, err := e.Decide(t.Context(), u)
		if err != nil || d.Allowed || d.Line != 2 || kept.RobotsStatus != "20 text/plain" {
			t.Errorf("got %+v, %+v, %v", d, kept, err)
		}
		if !m.authorities["a.example:1965"].RobotsKnown {
			t.Error("the answer was not kept")
		}
	})
}
