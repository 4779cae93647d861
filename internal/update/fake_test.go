package update

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"sync"
	"testing"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
)

// A web is a Fetcher whose pages are functions, so that tests need no network
// and run in a synctest bubble.
type web struct {
	mu       sync.Mutex
	pages    map[string]func() (*fetch.Response, error)
	slow     map[string]time.Duration // in addition to latency
	requests []made
	open     map[string]int
	mostOpen map[string]int
}

const day = 24 * time.Hour

// A made is a recorded request.
type made struct {
	url string
	at  time.Time
}

func newWeb() *web {
	return &web{
		pages:    map[string]func() (*fetch.Response, error){},
		slow:     map[string]time.Duration{},
		open:     map[string]int{},
		mostOpen: map[string]int{},
	}
}

// page serves a gemtext page, text a plain text, status an answer without a body, redirect a
// redirect, and fail an error.
func (w *web) page(url, body string) { w.reply(url, 20, "text/gemini", body) }
func (w *web) text(url, body string) { w.reply(url, 20, "text/plain", body) }

func (w *web) reply(url string, status int, meta, body string) {
	w.pages[url] = func() (*fetch.Response, error) {
		return &fetch.Response{Status: status, Meta: meta, Body: []byte(body)}, nil
	}
}

func (w *web) fail(url string, kind fetch.Kind, reason string) {
	w.pages[url] = func() (*fetch.Response, error) {
		op := "read"
		if kind == fetch.ConnectionRefused || kind == fetch.Unreachable || kind == fetch.NoAnswer || kind == fetch.Offline {
			op = "connect"
		}
		return nil, &fetch.Error{Op: op, Target: url, Kind: kind, Reason: reason}
	}
}

const latency = 100 * time.Millisecond

// Do answers as fetch.Client does.
func (w *web) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u, authority := r.URL, address.Authority(r.URL)
	w.mu.Lock()
	w.requests = append(w.requests, made{u.String(), time.Now()})
	w.open[authority]++
	w.mostOpen[authority] = max(w.mostOpen[authority], w.open[authority])
	page := w.pages[u.String()]
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		w.open[authority]--
		w.mu.Unlock()
	}()
	nothing := &fetch.Response{URL: u, Key: r.KnownKey}
	select {
	case <-time.After(latency + w.slow[u.String()]):
	case <-time.After(r.Limit):
		return nothing, &fetch.Error{Op: "read", Target: u.String(), Kind: fetch.TimedOut, Reason: "no whole response"}
	case <-ctx.Done():
		return nothing, context.Cause(ctx)
	}
	if page == nil {
		return &fetch.Response{URL: u, Status: 51}, nil
	}
	resp, err := page()
	if err != nil {
		return nothing, err
	}
	resp.URL = u
	return resp, nil
}

// count returns how often url was requested.
func (w *web) count(url string) int {
	n := 0
	for _, r := range w.requests {
		if r.url == url {
			n++
		}
	}
	return n
}

// A memory is a Store that keeps everything in maps.
type memory struct {
	mu          sync.Mutex
	authorities map[string]model.Authority
	results     []*model.CheckResult
	posts       []model.PostResult
	batches     int
	err         error // returned by Commit
	refusals    int   // how often Commit returned err
	refuses     func(*model.CheckResult) bool
	identity    func(*url.URL) *fetch.Identity // nil for none
}

var errRefused = errors.New("no room for it")

func newMemory() *memory { return &memory{authorities: map[string]model.Authority{}} }

func (m *memory) Authority(_ context.Context, authority string) (model.Authority, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.authorities[authority], nil
}

func (m *memory) Identity(_ context.Context, u *url.URL) (*fetch.Identity, error) {
	if m.identity == nil {
		return nil, nil
	}
	return m.identity(u), nil
}

func (m *memory) Commit(_ context.Context, b model.Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		m.refusals++
		return m.err
	}
	m.batches++
	for _, r := range b.Checks {
		if m.refuses != nil && m.refuses(r) {
			r.Changes.NotStored = errRefused
		} else {
			m.results = append(m.results, r)
		}
	}
	for _, r := range b.Posts {
		p := *r
		if p.Post != nil { // the result that is yielded has no text
			kept := *p.Post
			p.Post = &kept
		}
		m.posts = append(m.posts, p)
	}
	for _, a := range b.Authorities {
		m.authorities[a.Authority] = a
	}
	return nil
}

// result returns the only result for url of the last run.
func (m *memory) result(t *testing.T, url string) *model.CheckResult {
	t.Helper()
	for _, r := range m.results {
		if r.Subscription.URL == url {
			return r
		}
	}
	t.Fatalf("no result for %s", url)
	return &model.CheckResult{}
}

func newEngine(w *web, m *memory) *Engine {
	return &Engine{
		Fetch:  w,
		Store:  m,
		Now:    time.Now,
		Agents: robots.Agents{Name: "gemsub", Virtual: []string{"feed"}},
	}
}

// run checks urls, and forgets the results of earlier runs.
func run(t *testing.T, e *Engine, m *memory, urls ...string) error {
	t.Helper()
	m.results = nil
	var subs []model.Subscription
	for i, u := range urls {
		subs = append(subs, model.Subscription{ID: int64(i + 1), URL: u})
	}
	return drain(e.Run(t.Context(), subs))
}

// drain reads a sequence to its end and returns its error.
func drain(run iter.Seq2[model.UpdateStep, error]) error {
	for _, err := range run {
		if err != nil {
			return err
		}
	}
	return nil
}

// gemlog returns a page with n entries, newest first.
func gemlog(n int) string {
	body := "# A gemlog\n"
	for i := range n {
		body += fmt.Sprintf("=> %d.gmi 2026-01-%02d Post %d\n", n-i, n-i, n-i)
	}
	return body
}

// Run checks all of subs in a session of their own, as [Session.Run] does.
func (e *Engine) Run(ctx context.Context, subs []model.Subscription) iter.Seq2[model.UpdateStep, error] {
	var all []*model.Subscription
	for _, s := range subs {
		all = append(all, &s)
	}
	return e.NewSession().Run(ctx, all)
}
