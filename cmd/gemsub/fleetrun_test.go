package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/store"
)

// A cost is what one process needed, and what it did for that.
type cost struct {
	cpu, wall     float64 // s
	memory        float64 // bytes that were in use at most
	robots, pages int     // requests that the capsules received
	entries       int     // in the store afterwards
}

// The peers are capsules in a process of their own.
type peers struct {
	pages []string // URLs
	ask   io.Writer
	told  *bufio.Scanner
}

func startPeers(tb testing.TB, n int, where string) *peers {
	tb.Helper()
	cmd := exec.Command("capsules", strconv.Itoa(n), where)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		stdin.Close()
		_ = cmd.Wait() // it has told all, or the test has failed
	})
	p := &peers{ask: stdin, told: bufio.NewScanner(stdout)}
	for p.told.Scan() && p.told.Text() != "" {
		p.pages = append(p.pages, p.told.Text())
	}
	if len(p.pages) != n {
		tb.Fatalf("%d capsules started, want %d", len(p.pages), n)
	}
	return p
}

// requests returns how many there were so far.
func (p *peers) requests(tb testing.TB) (robots, pages int) {
	tb.Helper()
	fmt.Fprintln(p.ask)
	p.told.Scan()
	if _, err := fmt.Sscan(p.told.Text(), &robots, &pages); err != nil {
		tb.Fatal(err)
	}
	return robots, pages
}

// A measured fleet are peers and a database that is subscribed to them.
type measured struct {
	t      *testing.T
	peers  []*peers // as many of each kind
	n      int      // of all
	rounds int
	pages  string // URLs, one a line
	both   string // those of pages and robots.txt
	status string // file for what a process tells of itself
	db     string
	former int // entries of each feed that its page has no more
}

// newMeasured starts n peers of each kind.
func newMeasured(t *testing.T, n, times int, kinds ...string) *measured {
	m := &measured{t: t, n: n * len(kinds), rounds: times, status: filepath.Join(t.TempDir(), "status")}
	var pages, robots []string
	for _, kind := range kinds {
		p := startPeers(t, n, kind)
		m.peers = append(m.peers, p)
		for _, page := range p.pages {
			pages, robots = append(pages, page), append(robots, robotsOfPeer(page))
		}
	}
	m.pages = strings.Join(pages, "\n")
	m.both = m.pages + "\n" + strings.Join(robots, "\n")
	return m
}

// requests returns how many all peers received so far.
func (m *measured) requests() (robots, pages int) {
	m.t.Helper()
	for _, p := range m.peers {
		r, n := p.requests(m.t)
		robots, pages = robots+r, pages+n
	}
	return robots, pages
}

// robotsOfPeer is the robots.txt beside a page.
func robotsOfPeer(page string) string {
	if server, _, ok := strings.Cut(page, "/1/log/"); ok {
		return server + "/0robots.txt"
	}
	return strings.ReplaceAll(page, "/log/", "/robots.txt")
}

// subscribe makes a new database.
func (m *measured) subscribe() {
	m.t.Helper()
	if m.db != "" {
		os.RemoveAll(filepath.Dir(m.db)) // else what nobody needs is written to the disk meanwhile
	}
	m.db = filepath.Join(m.t.TempDir(), "gemsub.db")
	m.run(m.pages, gemsub(m.t, m.db, "import", "-", "--as", "urls"), 0, 0)
	resume(m.t, m.db)
}

// update checks all feeds, with the clock set forward. It must ask as many capsules for robots.txt
// as robots says.
func (m *measured) update(jobs int, forward time.Duration, robots int) cost {
	m.t.Helper()
	cmd := gemsub(m.t, m.db, "update", "--force", "--quiet", "--jobs", strconv.Itoa(jobs))
	cmd.Env = append(cmd.Env, "CLOCK="+forward.String())
	c := m.run("", cmd, robots, m.n)
	c.entries = m.stored()
	return c
}

// bare is the bare client on a list of URLs.
func (m *measured) bare(jobs int, urls string, robots int) cost {
	m.t.Helper()
	cmd := exec.Command("ceiling", strconv.Itoa(jobs))
	cmd.Env = os.Environ()
	return m.run(urls, cmd, robots, m.n)
}

// run measures a process, which has to make exactly those requests.
func (m *measured) run(stdin string, cmd *exec.Cmd, robots, pages int) cost {
	m.t.Helper()
	cmd.Env = append(cmd.Env, "STATUS="+m.status)
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = strings.NewReader(stdin), &stderr
	robotsBefore, pagesBefore := m.requests()
	began := time.Now()
	if err := cmd.Run(); err != nil {
		m.t.Fatalf("%v: %v\n%s", cmd.Args, err, &stderr)
	}
	wall := time.Since(began)
	robotsAfter, pagesAfter := m.requests()
	c := cost{
		cpu:    (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		wall:   wall.Seconds(),
		memory: m.peak(),
		robots: robotsAfter - robotsBefore,
		pages:  pagesAfter - pagesBefore,
	}
	if c.robots != robots || c.pages != pages {
		m.t.Fatalf("%v asked for %d robots.txt and %d pages, want %d and %d", cmd.Args, c.robots, c.pages, robots, pages)
	}
	return c
}

// peak reads how much memory the last process used, in bytes.
func (m *measured) peak() float64 {
	m.t.Helper()
	data, err := os.ReadFile(m.status)
	if err != nil {
		m.t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "VmHWM:")
	var kib float64
	if _, err := fmt.Sscan(text, &kib); err != nil {
		m.t.Fatal(err)
	}
	return kib * 1024
}

// stored returns how many entries are in the database: all of all pages.
func (m *measured) stored() (entries int) {
	m.t.Helper()
	db := m.open()
	defer db.Close()
	for i, s := range m.subscriptions(db) {
		if want := fleetEntries(i%len(m.peers[0].pages)) + m.former; s.State != model.StateOK || s.Entries != want {
			m.t.Fatalf("%s is %s with %d entries, want %d", s.URL, s.State, s.Entries, want)
		}
		entries += s.Entries
	}
	return entries
}

// fill gives each feed a thousand entries that its page has no more.
func (m *measured) fill() {
	m.t.Helper()
	m.former = 1000
	db := m.open()
	defer db.Close()
	for some := range slices.Chunk(m.subscriptions(db), 50) {
		var batch store.Batch
		for _, s := range some {
			batch.Checks = append(batch.Checks, &store.Check{Subscription: &s, CheckedAt: time.Now(), State: s.State, Feed: formerly(s, m.former)})
		}
		if err := db.Commit(m.t.Context(), batch); err != nil {
			m.t.Fatal(err)
		}
	}
}

// formerly is a page of s with n entries that it has no more.
func formerly(s store.Subscription, n int) *feed.Feed {
	f := &feed.Feed{ID: s.URL, Title: s.FeedTitle, Updated: s.FeedUpdated}
	for i := range n {
		link := fmt.Sprintf("%sof-former-times-number-%d.gmi", s.URL, i)
		f.Entries = append(f.Entries, feed.Entry{ID: link, Link: link, Title: "Of former times", Updated: s.FeedUpdated.AddDate(0, 0, -i)})
	}
	return f
}

func (m *measured) open() *store.Store {
	m.t.Helper()
	db, err := store.Open(m.t.Context(), m.db, time.Now)
	if err != nil {
		m.t.Fatal(err)
	}
	return db
}

func (m *measured) subscriptions(db *store.Store) []store.Subscription {
	m.t.Helper()
	all, err := db.Subscriptions(m.t.Context(), store.SubscriptionFilter{})
	if err != nil {
		m.t.Fatal(err)
	}
	return all
}
