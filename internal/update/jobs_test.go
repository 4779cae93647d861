package update

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/fetch"
)

// Capsules that stall, or send too slowly to end in time, do not hold up others for long, even if
// there are as many as jobs, or many more.
func TestStallsHoldNobodyUp(t *testing.T) {
	const stall = 30 * time.Second
	tests := []struct {
		name          string
		jobs, stalled int
		healthyBy     time.Duration // when the healthy capsules have been read
		end           time.Duration
	}{
		{"as many as jobs", 4, 4, 5 * time.Second, 33 * time.Second},
		{"more than jobs", 4, 8, 7 * time.Second, 35 * time.Second},
		{"many more", 4, 32, 20 * time.Second, 50 * time.Second},
		{"one after the other", 1, 2, 65 * time.Second, 65 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, m := newWeb(), newMemory()
				e := newEngine(w, m)
				e.Jobs = test.jobs
				var urls []string
				for i := range test.stalled {
					u := fmt.Sprintf("gemini://stalled%d.example/", i)
					urls = append(urls, u)
					w.pages[u] = func() (*fetch.Response, error) {
						time.Sleep(stall - latency)
						return nil, &fetch.Error{Op: "read", Target: u, Kind: fetch.TimedOut, Reason: "no whole response"}
					}
				}
				for i := range 20 {
					u := fmt.Sprintf("gemini://healthy%d.example/", i)
					urls = append(urls, u)
					w.page(u, gemlog(1))
				}
				began := time.Now()
				if err := run(t, e, m, urls...); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(began); took > test.end {
					t.Errorf("the run took %v, want %v at most", took, test.end)
				}
				for _, r := range m.results {
					if took := r.CheckedAt.Sub(began); r.Err == nil && took > test.healthyBy {
						t.Errorf("%s was read after %v", r.Subscription.URL, took)
					}
				}
				if len(m.results) != len(urls) {
					t.Errorf("%d results for %d subscriptions", len(m.results), len(urls))
				}
			})
		})
	}
}

// With one job there is never more than one connection, however slow a capsule is.
func TestOneJob(t *testing.T) {
	const slow, capsules = 3 * maxJobTime, 5
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Jobs = 1
		var open, most atomic.Int32
		var urls []string
		for i := range capsules {
			u := fmt.Sprintf("gemini://slow%d.example/", i)
			urls = append(urls, u)
			w.pages[u] = func() (*fetch.Response, error) {
				most.Store(max(most.Load(), open.Add(1)))
				defer open.Add(-1)
				time.Sleep(slow - latency)
				return &fetch.Response{Status: 20, Meta: "text/gemini", Body: []byte(gemlog(1))}, nil
			}
		}
		began := time.Now()
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if took, want := time.Since(began), capsules*(latency+slow); most.Load() != 1 || took != want {
			t.Errorf("%d connections at once, all in %v; want 1, %v", most.Load(), took, want)
		}
	})
}

// A waiting request holds no job: one job is enough for hundreds of capsules at one address, and
// for another capsule beside them.
func TestNoJobWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Jobs = 1
		e.Resolve = func(_ context.Context, host string) (netip.Addr, bool) {
			return netip.MustParseAddr("192.0.2.1"), host != "healthy.example"
		}
		var urls []string
		for i := range 300 {
			u := fmt.Sprintf("gemini://shared%d.example/", i)
			urls = append(urls, u)
			w.page(u, gemlog(1))
		}
		const healthy = "gemini://healthy.example/"
		w.page(healthy, gemlog(1))
		began := time.Now()
		if err := run(t, e, m, append(urls, healthy)...); err != nil {
			t.Fatal(err)
		}
		if took := m.result(t, healthy).CheckedAt.Sub(began); took > time.Minute {
			t.Errorf("another capsule was read after %v", took)
		}
	})
}
