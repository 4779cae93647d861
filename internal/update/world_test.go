package update

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"gemsub/internal/fetch"
)

// These are the rhythms of 47 gemlogs in public repositories. The first list has each gemlog's
// median gap, in days, between the newest 20 days on which it has entries. The second list is
// about the 1814 gaps of gemlogs with ten or more, divided by their gemlog's median: the 5th,
// 15th, 25th percentile and so on.
var (
	realGaps = []float64{
		1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 12, 12, 15, 16, 20, 20, 21, 23,
		29, 32, 33, 35, 43, 43, 48, 48, 48, 48, 81, 92, 151, 634, 943,
	}
	realRatios = []float64{0.19, 0.33, 0.40, 0.67, 1.00, 1.17, 1.64, 2.33, 5.00, 21.00}
)

// never is after the end of every simulation.
var never = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// A span is a time during which something cannot be reached.
type span struct{ from, to time.Time }

func (s span) holds(t time.Time) bool { return !t.Before(s.from) && t.Before(s.to) }

// A site is a capsule with its outages.
type site struct {
	outages []span
	dies    time.Time  // never, for most
	down    fetch.Kind // the error during an outage
	flaky   bool       // one request in 25 stalls
}

// newSite chooses about four random outages a year, from ten minutes to ten days. There is none in
// the first two days or at the end.
func newSite(r *rand.Rand, start, end time.Time) *site {
	s := &site{dies: never, down: []fetch.Kind{fetch.ConnectionRefused, fetch.NoAnswer, fetch.UnknownHost}[r.IntN(3)]}
	for t := start.Add(2 * day); ; {
		t = t.Add(time.Duration(r.ExpFloat64() * 90 * float64(day)))
		if t.After(end.Add(-15 * day)) {
			return s
		}
		outage := span{t, t.Add(time.Duration(float64(10*time.Minute) * math.Pow(1440, r.Float64())))}
		s.outages = append(s.outages, outage)
		t = outage.to
	}
}

// trouble returns the reason why u cannot be read at a moment, nil if it can.
func (s *site) trouble(u *url.URL, now time.Time) error {
	if !now.Before(s.dies) || slices.ContainsFunc(s.outages, func(o span) bool { return o.holds(now) }) {
		return &fetch.Error{Op: "connect", Target: u.Host, Kind: s.down, Reason: "nobody there"}
	}
	if s.flaky && chance(u.String()+now.String(), 25) {
		return &fetch.Error{Op: "read", Target: u.Host, Kind: fetch.TimedOut, Reason: "no whole response"}
	}
	return nil
}

// chance is true for one word in n. It always gives the same result for a word.
func chance(word string, n uint32) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(word))
	return h.Sum32()%n == 0
}

// A blog is a gemlog's page, with its future.
type blog struct {
	gap         time.Duration
	posted      []time.Time // oldest first; some before the start
	url, newURL string      // before and after the move, if it moves
	// Most of the following times are never.
	moves, dies, gone time.Time
	last              int // the status once it is gone

	shown int // the number of posts on the page when it was last rendered
	page  []byte
}

// newBlog chooses a blog's rhythm, history and future at random.
func newBlog(r *rand.Rand, n int, start, end time.Time) *blog {
	host := n
	if n%5 < 3 { // three of five share a capsule
		host = n - n%5
	}
	home := fmt.Sprintf("gemini://h%d.example/~%d/", host, n)
	b := &blog{url: home, newURL: home, moves: never, dies: never, gone: never}
	fate := start.Add(2*day + time.Duration(r.Int64N(int64(end.Sub(start)-20*day))))
	switch n % 40 { // blogs with a capsule of their own
	case 8, 23:
		b.moves, b.newURL = fate, fmt.Sprintf("gemini://new%d.example/log/", n)
	case 9:
		b.gone, b.last = fate, 51
	case 19:
		b.gone, b.last = fate, 52
	case 13, 33:
		b.dies = fate
	}
	b.gap = time.Duration(realGaps[r.IntN(len(realGaps))] * float64(day))
	gap := func() time.Duration {
		return time.Duration(realRatios[r.IntN(len(realRatios))] * (0.8 + 0.4*r.Float64()) * float64(b.gap))
	}
	for t := start.Add(-gap()); len(b.posted) < 25 && t.Year() > 2000; t = t.Add(-gap()) {
		b.posted = append(b.posted, t)
	}
	slices.Reverse(b.posted)
	for t := start.Add(gap()); t.Before(end) && t.Before(b.gone) && t.Before(b.dies); t = t.Add(gap()) {
		b.posted = append(b.posted, t)
	}
	return b
}

// ends returns when the blog can no longer be read.
func (b *blog) ends() time.Time {
	if b.dies.Before(b.gone) {
		return b.dies
	}
	return b.gone
}

// response answers for one of the blog's URLs.
func (b *blog) response(u string, now time.Time) *fetch.Response {
	switch {
	case !now.Before(b.gone):
		return &fetch.Response{Status: b.last}
	case !now.Before(b.moves) && u != b.newURL:
		return &fetch.Response{Status: 31, Meta: b.newURL}
	}
	n, _ := slices.BinarySearchFunc(b.posted, now.Add(1), time.Time.Compare)
	if n != b.shown {
		b.render(n)
	}
	return &fetch.Response{Status: 20, Meta: "text/gemini", Body: b.page}
}

// render writes the page with its first n posts, of which it shows the last 60.
func (b *blog) render(n int) {
	var page strings.Builder
	for i := n; i > max(0, n-60); i-- {
		fmt.Fprintf(&page, "=> %d.gmi %s Post %d\n", i, b.posted[i-1].Format(time.DateOnly), i)
	}
	b.shown, b.page = n, []byte(page.String())
}

// gapSince returns the median gap between the days of posts from t on.
func (b *blog) gapSince(t time.Time) time.Duration {
	var gaps []time.Duration
	var last time.Time
	for _, p := range b.posted {
		date := p.Truncate(day)
		if p.After(t) && !last.IsZero() && date != last {
			gaps = append(gaps, date.Sub(last))
		}
		last = date
	}
	return percentile(gaps, 50)
}

// A world has all blogs and the network between them. It is a Fetcher.
type world struct {
	now     time.Time
	offline span
	blogs   []*blog
	pages   map[string]*blog // by URL, old and new
	sites   map[string]*site // by host

	mu       sync.Mutex // guards what follows
	requests map[string]int
}

// newWorld makes n random blogs, the same ones every time.
func newWorld(n int, start, end time.Time) *world {
	r := rand.New(rand.NewPCG(1965, 1965))
	w := &world{pages: map[string]*blog{}, sites: map[string]*site{}, requests: map[string]int{}}
	for i := range n {
		b := newBlog(r, i, start, end)
		w.blogs = append(w.blogs, b)
		for _, u := range []string{b.url, b.newURL} {
			w.pages[u] = b
			if w.sites[hostOf(u)] == nil {
				w.sites[hostOf(u)] = newSite(r, start, end)
			}
		}
		home := w.sites[hostOf(b.url)]
		if b.dies != never {
			home.dies = b.dies
		}
		home.flaky = home.flaky || i%20 == 0
	}
	return w
}

// Do answers as fetch.Client does.
func (w *world) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	resp, err := w.hop(r.URL)
	if err != nil {
		return &fetch.Response{URL: r.URL}, err
	}
	resp.URL = r.URL
	return resp, nil
}

// hop makes one request; no capsule has a robots.txt.
func (w *world) hop(u *url.URL) (*fetch.Response, error) {
	if w.offline.holds(w.now) {
		return nil, &fetch.Error{Op: "connect", Target: u.Host, Kind: fetch.Unreachable, Reason: "network is unreachable"}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests[u.String()]++
	if err := w.sites[u.Host].trouble(u, w.now); err != nil {
		return nil, err
	}
	if b := w.pages[u.String()]; b != nil {
		return b.response(u.String(), w.now), nil
	}
	return &fetch.Response{Status: 51}, nil
}

// hostOf returns the host of a world's URL.
func hostOf(u string) string {
	return strings.Split(u, "/")[2]
}

// robotsOf returns the URL of the robots.txt of a world's URL.
func robotsOf(u string) string {
	return "gemini://" + hostOf(u) + "/robots.txt"
}
