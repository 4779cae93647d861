package update

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The first 10 requests to one IP address do not wait, then one is made every 4 s. Capsules at
// other addresses, and on this machine, do not wait for them.
func TestBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Resolve = func(_ context.Context, host string) (netip.Addr, bool) {
			if strings.HasPrefix(host, "local") {
				return netip.Addr{}, false
			}
			if strings.HasPrefix(host, "shared") {
				return netip.MustParseAddr("192.0.2.1"), true
			}
			return netip.MustParseAddr("192.0.2.2"), true
		}
		var urls []string
		for i := range 8 {
			for _, kind := range []string{"shared", "local"} {
				u := fmt.Sprintf("gemini://%s%d.example/", kind, i)
				urls = append(urls, u)
				w.page(u, gemlog(1))
			}
		}
		w.page("gemini://else.example/", gemlog(1))
		began := time.Now()
		if err := run(t, e, m, append(urls, "gemini://else.example/")...); err != nil {
			t.Fatal(err)
		}
		var shared []time.Duration
		for _, r := range w.requests {
			after := r.at.Sub(began)
			switch {
			case strings.Contains(r.url, "shared"):
				shared = append(shared, after)
			case after > time.Second:
				t.Errorf("%s had to wait %v", r.url, after)
			}
		}
		if len(shared) != 16 || shared[9] > time.Second {
			t.Fatalf("requests to the shared address after %v", shared)
		}
		for i := 10; i < len(shared); i++ {
			if gap := shared[i] - shared[i-1]; gap < burstGap {
				t.Errorf("request %d came %v after the one before", i+1, gap)
			}
		}
	})
}

// If a proxy resolves names, requests are counted by name.
func TestBurstByName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Resolve = func(context.Context, string) (netip.Addr, bool) { return netip.Addr{}, true }
		var urls []string
		for i := range 12 {
			for _, host := range []string{"a", "b"} {
				u := fmt.Sprintf("gemini://%s.example/%d", host, i)
				urls = append(urls, u)
				w.page(u, gemlog(1))
			}
		}
		began := time.Now()
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		// Each gets 13 requests, with robots.txt; three of them wait.
		if took := time.Since(began); took < 3*burstGap || took > 4*burstGap {
			t.Errorf("took %v", took)
		}
	})
}

// A Crawl-delay replaces the burst rule.
func TestCrawlDelayWithoutBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		e.Resolve = func(context.Context, string) (netip.Addr, bool) { return netip.MustParseAddr("192.0.2.1"), true }
		w.text("gemini://a.example/robots.txt", "User-agent: *\nCrawl-delay: 1\n")
		var urls []string
		for i := range 20 {
			u := fmt.Sprintf("gemini://a.example/%d", i)
			urls = append(urls, u)
			w.page(u, gemlog(1))
		}
		began := time.Now()
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 25*time.Second {
			t.Errorf("took %v", took)
		}
	})
}
