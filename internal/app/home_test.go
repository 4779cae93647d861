package app_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
	"gemsub/internal/scratch"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
	page = "gemini://a.example/log/"
)

func TestMain(m *testing.M) {
	scratch.InMemory()
	m.Run()
}

// A home is an App on a database of its own, with a network of capsules in memory
// and a clock that only the test moves.
type home struct {
	*app.App
	t    *testing.T
	path string // of the database
	net  capsule.Network
	unix *atomic.Int64
	away map[string]bool // hosts that cannot be reached
}

// newHome returns a home whose clock says 2026-03-10 06:30.
func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{t: t, path: filepath.Join(t.TempDir(), "gemsub.db"), net: capsule.Network{}, unix: new(atomic.Int64), away: map[string]bool{}}
	h.unix.Store(time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC).Unix())
	h.App = h.open(h.environment())
	return h
}

// open returns one more App on the database.
func (h *home) open(env app.Environment) *app.App {
	h.t.Helper()
	a, err := app.Open(h.t.Context(), h.path, env)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { a.Close() })
	return a
}

func (h *home) environment() app.Environment {
	return app.Environment{Now: h.now, Dial: h.dial}
}

func (h *home) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if host, _, _ := net.SplitHostPort(addr); h.away[host] {
		return nil, &net.OpError{Op: "dial", Net: network, Err: os.NewSyscallError("connect", syscall.ENETUNREACH)}
	}
	return h.net.Dial(ctx, network, addr)
}

func (h *home) now() time.Time          { return time.Unix(h.unix.Load(), 0).UTC() }
func (h *home) sleep(d time.Duration)   { h.unix.Add(int64(d.Seconds())) }
func (h *home) url(raw string) *url.URL { return parse(h.t, raw) }

// parse reads a URL as the command line does.
func parse(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := address.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// host returns the capsule of a name, and starts it if there is none.
func (h *home) host(name string) *capsule.Server {
	h.t.Helper()
	if s, ok := h.net[name]; ok {
		return s
	}
	s, err := capsule.New(capsule.Options{Now: h.now, Certificate: capsule.CertOptions{Names: []string{name}}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(s.Close)
	h.net[name] = s
	return s
}

// serve answers for a URL with a page.
func (h *home) serve(raw, body string) {
	h.t.Helper()
	u := h.url(raw)
	h.host(u.Hostname()).Page(u.EscapedPath(), body)
}

// reply answers for a URL with a status.
func (h *home) reply(raw string, status int, meta string) {
	h.t.Helper()
	u := h.url(raw)
	h.host(u.Hostname()).Reply(u.EscapedPath(), capsule.Reply{Status: status, Meta: meta})
}

// policy serves a robots.txt for the host of a URL.
func (h *home) policy(raw, text string) {
	h.t.Helper()
	h.host(h.url(raw).Hostname()).Reply("/robots.txt", capsule.Reply{Status: 20, Meta: "text/plain", Body: text})
}

// log is a gemlog with posts named in titles, the newest first, a day apart
// before 2026-03-09.
func log(title string, titles ...string) string {
	newest := time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)
	text := "# " + title + "\n"
	for i, t := range titles {
		date := newest.Add(-time.Duration(i) * day).Format(time.DateOnly)
		text += fmt.Sprintf("=> %s.gmi %s %s\n", strings.ToLower(strings.ReplaceAll(t, " ", "-")), date, t)
	}
	return text
}

// subscribe serves a gemlog and subscribes to it, with all its posts unread.
func (h *home) subscribe(raw, title string, titles ...string) app.AddResult {
	h.t.Helper()
	h.serve(raw, log(title, titles...))
	return h.add(raw)
}

// add subscribes to a page that is served, with all its posts unread.
func (h *home) add(raw string) app.AddResult {
	h.t.Helper()
	all := collect(h.t, h.Add(h.t.Context(), app.AddOptions{URLs: []string{raw}, Wanted: model.Settings{Backlog: new(-1)}}))
	if len(all) != 1 || all[0].Err != nil {
		h.t.Fatalf("subscribe to %s: %+v", raw, all)
	}
	return all[0]
}

// checked updates and returns the results of the checks.
func (h *home) checked(o app.UpdateOptions) []model.CheckResult {
	h.t.Helper()
	all, err := h.update(o)
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

// update checks feeds without posts. It returns the results even if an error follows.
func (h *home) update(o app.UpdateOptions) (all []model.CheckResult, err error) {
	h.t.Helper()
	run, err := h.Update(h.t.Context(), o)
	if err != nil {
		return nil, err
	}
	defer run.Close()
	for step, err := range run.Steps(h.t.Context()) {
		if err != nil || step.Check == nil {
			return all, err
		}
		all = append(all, *step.Check)
	}
	return all, nil
}

// steps updates with posts, and returns what was done.
func (h *home) steps(o app.UpdateOptions) []model.UpdateStep {
	h.t.Helper()
	run, err := h.Update(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	defer run.Close()
	return collect(h.t, run.Steps(h.t.Context()))
}

// feed returns the one subscription that a selector fits.
func (h *home) feed(selector string) model.Subscription {
	h.t.Helper()
	all, err := h.Select(h.t.Context(), []string{selector})
	if err != nil {
		h.t.Fatal(err)
	}
	return all[0]
}

// titles lists the titles of what q selects.
func (h *home) titles(q app.EntryQuery) string {
	h.t.Helper()
	return joined(collect(h.t, h.Entries(h.t.Context(), q)))
}

// unread lists the titles of unread entries.
func (h *home) unread() string {
	h.t.Helper()
	return h.titles(app.EntryQuery{EntryFilter: app.EntryFilter{UnreadOnly: true}})
}

func joined(entries []model.Entry) string {
	var titles []string
	for _, e := range entries {
		titles = append(titles, e.Title)
	}
	return strings.Join(titles, ", ")
}

// named selects entries.
func named(t *testing.T, selectors ...string) app.Selection {
	t.Helper()
	s, err := app.ParseSelection(selectors)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gather returns what a sequence yields before its error.
func gather[T any](sequence iter.Seq2[T, error]) (all []T, err error) {
	for v, err := range sequence {
		if err != nil {
			return all, err
		}
		all = append(all, v)
	}
	return all, nil
}

// collect returns all that a sequence yields, and fails on an error.
func collect[T any](t *testing.T, sequence iter.Seq2[T, error]) []T {
	t.Helper()
	all, err := gather(sequence)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// hint returns the hint of an error.
func hint(err error) string {
	if hinted, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return hinted.Hint()
	}
	return ""
}

// expect fails unless an error has this text and this hint.
func expect(t *testing.T, err error, text, try string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want one with %q", err, text)
		return
	}
	if got := hint(err); got != try {
		t.Errorf("%v\nhint %q, want %q", err, got, try)
	}
}
