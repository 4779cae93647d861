package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// A provocation is how the capsule of a feed comes to an outcome, and what the user
// reads of it.
type provocation struct {
	provoke func(w *outcomeWorld)
	message string
}

func provocations() map[string]provocation {
	const path = "/log/"
	status := func(status int, meta string) func(*outcomeWorld) {
		return func(w *outcomeWorld) { w.feed.Reply(path, capsule.Reply{Status: status, Meta: meta}) }
	}
	unreached := func(err error) func(*outcomeWorld) {
		return func(w *outcomeWorld) { w.broken = err }
	}
	robots := func(text string) func(*outcomeWorld) {
		return func(w *outcomeWorld) {
			w.feed.Reply("/robots.txt", capsule.Reply{Status: 20, Meta: "text/plain", Body: text})
		}
	}
	reply := func(r capsule.Reply) func(*outcomeWorld) {
		return func(w *outcomeWorld) { w.feed.Reply(path, r) }
	}
	return map[string]provocation{
		"moved": {func(w *outcomeWorld) {
			w.feed.Redirect(path, 31, "/new/")
			w.feed.Page("/new/", page(0, 0))
		}, "gemini://a.example/log/ moved to gemini://a.example/new/"},
		"cut short": {reply(capsule.Reply{Status: 20, Meta: "text/gemini", Body: page(0, 1), End: capsule.Truncate}), ""},
		"unchanged": {func(*outcomeWorld) {}, ""},
		"ok":        {func(w *outcomeWorld) { w.feed.Page(path, page(0, 1)) }, ""},

		"no network": {func(w *outcomeWorld) { w.offline = true }, "no capsule could be reached: is the network up?"},
		"slow down":  {status(44, "360000"), "asked to slow down: not before"},
		"too early":  {robots("User-agent: *\nCheck: 360000\n"), "wants to be checked every"},
		"refused":    {robots("User-agent: *\nDisallow: /log\n"), `robots.txt refuses gemini://a.example/log/: line 2, "Disallow: /log"`},

		"no robots.txt": {func(w *outcomeWorld) {
			w.sql(`UPDATE authority SET robots_known = 0, robots_at = 0`)
			w.feed.Reply("/robots.txt", capsule.Reply{Status: 40, Meta: "Back soon"})
		}, "Log: gemini://a.example/log/: robots.txt: 40 Back soon"},

		"wants input":       {status(10, "Your name?"), "Log: gemini://a.example/log/: asks for input (10): Your name?"},
		"temporary":         {status(41, "Back soon"), "Log: gemini://a.example/log/: 41 Back soon"},
		"gone":              {status(52, "For good"), "Log: gemini://a.example/log/: 52 For good"},
		"broken":            {status(51, "Nothing here"), "Log: gemini://a.example/log/: 51 Nothing here"},
		"wants certificate": {status(60, "Who are you?"), "Log: gemini://a.example/log/: 60 Who are you?"},

		"moved to no feed": {func(w *outcomeWorld) {
			w.feed.Redirect(path, 31, "/new/")
			w.feed.Page("/new/", "# Home\n")
		}, "the page moved to one without dated links"},
		"moved to known feed": {status(31, "gemini://b.example/"), "Log: gemini://a.example/log/: moved to gemini://b.example/, which you already added, or removed in the last 30 days"},
		"unsafe move": {func(w *outcomeWorld) {
			w.feed.Redirect(path, 31, "/new/?yes")
			w.feed.Page("/new/", page(0, 0))
		}, "Log: gemini://a.example/log/: moved to gemini://a.example/new/?yes, which has a query"},

		"not stored": {func(w *outcomeWorld) {
			w.sql(`CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
			w.feed.Page(path, page(0, 1))
		}, "the disk is full"},

		"not a feed":   {status(20, "image/png"), "image/png"},
		"too large":    {reply(capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 1<<20), Repeat: true}), "5 MiB"},
		"malformed":    {reply(capsule.Reply{Header: "HTTP/1.1 200 OK\r\n"}), "Log: "},
		"bad redirect": {status(31, "https://a.example/"), `unsupported URL scheme "https"`},

		"private address": {func(w *outcomeWorld) { w.address = "10.0.0.1:1965" }, "a.example:1965: 10.0.0.1 is a private address"},

		"no such host":   {unreached(&net.DNSError{Err: "no such host", Name: "a.example", IsNotFound: true}), "no such host"},
		"nobody listens": {unreached(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}), "connection refused"},
		"unreachable":    {unreached(&net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}), "no route to host"},
		"timed out":      {reply(capsule.Reply{Status: 20, Meta: "text/gemini", End: capsule.Stall}), "no whole response within 30s"},
		"took too long": {func(w *outcomeWorld) {
			for i, from := range []string{path, "/1/", "/2/", "/3/"} {
				w.feed.Reply(from, capsule.Reply{Status: 30, Meta: fmt.Sprintf("/%d/", i+1), Delay: 29 * time.Second})
			}
		}, "Crawl-delays, take longer than 1m30s"},
		"no TLS": {func(w *outcomeWorld) { w.feed.RefuseHandshake() }, "start TLS with a.example:1965"},
		"bad certificate": {func(w *outcomeWorld) {
			w.must(w.feed.NewCertificate(capsule.CertOptions{SameKey: true, Alter: capsule.NonASCIIName}))
			w.deaf = true
		}, "its certificate cannot be read"},
		"key changed": {func(w *outcomeWorld) { w.must(w.feed.NewCertificate(capsule.CertOptions{})) }, "its key changed from"},
		"bad URL": {func(w *outcomeWorld) {
			w.sql(`UPDATE subscription SET url = 'gemini://a.example:99999/' WHERE id = 1`)
		}, "99999"},
		"other": {unreached(&fetch.Error{Reason: "something else"}), "something else"}, // such as the refusal of a proxy
	}
}

// A manualOutcome is a row of the table of outcomes in gemsub(7).
type manualOutcome struct{ outcome, cause, state, asked, told, exit string }

// manualOutcomes returns the rows of the table.
func manualOutcomes(t *testing.T) (rows []manualOutcome) {
	_, table, _ := strings.Cut(manualSection(t, "gemsub.7", ".Sh OUTCOMES"), "Exit\n")
	for line := range strings.Lines(table) {
		if row, ok := strings.CutPrefix(strings.TrimSpace(line), ".It "); ok && strings.Contains(row, " Ta ") {
			cells := strings.Split(row, " Ta ")
			rows = append(rows, manualOutcome{cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]})
		}
	}
	return rows
}

// Every row of the manual's table is provoked, and has to come true: state, next check,
// message and exit code.
func TestOutcomes(t *testing.T) {
	provoked := provocations()
	rows := manualOutcomes(t)
	if len(rows) != len(provoked) {
		t.Errorf("the manual has %d outcomes, the test provokes %d", len(rows), len(provoked))
	}
	for _, row := range rows {
		t.Run(row.outcome, func(t *testing.T) {
			f, ok := provoked[row.outcome]
			if !ok {
				t.Fatal("nothing provokes it")
			}
			synctest.Test(t, func(t *testing.T) {
				w := newOutcomeWorld(t)
				before := w.listed()
				f.provoke(w)
				time.Sleep(25 * time.Hour)
				first := w.run("update")
				time.Sleep(25 * time.Hour)
				checkRetry(t, row, before, w.listed())
				checkNotify(t, row, f.message, w, first)
			})
		})
	}
}

// checkRetry looks at the state and at the next check of a feed that has an
// interval of an hour.
func checkRetry(t *testing.T, row manualOutcome, before, after listedFeed) {
	t.Helper()
	want := row.state
	if want == "kept" {
		want = string(before.State)
	}
	if string(after.State) != want {
		t.Errorf("state %s, want %s", after.State, want)
	}
	if failure := row.exit == "3"; failure && after.LastErrorKind != row.outcome {
		t.Errorf("last_error_kind %q", after.LastErrorKind)
	}
	rest := after.NextCheckAt.Sub(after.CheckedAt)
	var fits bool
	switch row.asked {
	case "interval":
		fits = rest > 45*time.Minute && rest <= time.Hour
	case "doubled":
		fits = rest > 90*time.Minute && rest <= 2*time.Hour
	case "named", "next run":
		fits = after.NextCheckAt.IsZero()
	case "allowed":
		fits = after.NextCheckAt.Equal(before.NextCheckAt) && after.CheckedAt.Equal(before.CheckedAt)
	}
	if !fits {
		t.Errorf("asked again %s: checked at %v, next at %v", row.asked, after.CheckedAt, after.NextCheckAt)
	}
}

// checkNotify looks at what a first update said and did, and a second one later.
func checkNotify(t *testing.T, row manualOutcome, message string, w *outcomeWorld, first outcome) {
	t.Helper()
	if strconv.Itoa(first.code) != row.exit {
		t.Errorf("exit code %d, want %s", first.code, row.exit)
	}
	tells := row.told == "changes" || row.told == "once" || row.told == "always"
	if tells != strings.Contains(first.stderr, message) && message != "" || !tells && first.stderr != "" {
		t.Errorf("told %s, but the first update said %q", row.told, first.stderr)
	}
	if news := row.told == "entries"; news != (first.stdout != "") {
		t.Errorf("told %s, but the first update printed %q", row.told, first.stdout)
	}
	second := w.run("update")
	if always := row.told == "always"; always != (second.stderr != "") && row.asked != "named" {
		t.Errorf("told %s, but the second update said %q", row.told, second.stderr)
	}
	if named := w.run("update", "1"); row.told == "named" && !strings.Contains(named.stderr, message) {
		t.Errorf("told %s, but who named the feed was told %q", row.told, named.stderr)
	}
}

// An outcomeWorld has one feed on a capsule, another one that is always well,
// and a database that knows both.
type outcomeWorld struct {
	t          *testing.T
	db         string
	feed, well *capsule.Server
	broken     error // for who connects to the feed's capsule
	offline    bool
	deaf       bool   // the feed's capsule hears no more than a greeting
	address    string // of the feed's capsule
}

func newOutcomeWorld(t *testing.T) *outcomeWorld {
	w := &outcomeWorld{t: t, db: filepath.Join(t.TempDir(), "gemsub.db"), feed: pipedCapsule(t), well: pipedCapsule(t), address: "1.1.1.1:1965"}
	w.feed.Page("/log/", page(0, 0))
	w.well.Page("/", page(1, 0))
	for _, args := range [][]string{
		{"add", "--title", "Log", "--backlog", "none", "--interval", "1h", "a.example/log/"},
		{"add", "--backlog", "none", "--interval", "1h", "b.example"},
	} {
		if o := w.run(args...); o.code != exitOK {
			t.Fatalf("%q: %s", args, o.stderr)
		}
	}
	return w
}

func pipedCapsule(t *testing.T) *capsule.Server {
	s, err := capsule.New(capsule.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

type outcome struct {
	code           int
	stdout, stderr string
}

// run is the whole program in this process.
func (w *outcomeWorld) run(args ...string) outcome {
	var stdout, stderr bytes.Buffer
	code := run(w.t.Context(), append([]string{"gemsub", "--db", w.db}, args...), environment{
		stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
		getenv: func(string) string { return "" }, environ: os.Environ,
		Environment: app.Environment{Now: time.Now, Dial: w.dial},
	})
	return outcome{code, stdout.String(), stderr.String()}
}

func (w *outcomeWorld) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	switch {
	case w.offline:
		return nil, &net.OpError{Op: "dial", Err: syscall.ENETUNREACH}
	case strings.HasPrefix(addr, "b."):
		return w.well.Dial(ctx, network, addr)
	case w.broken != nil:
		return nil, w.broken
	}
	address := w.address
	if _, err := netip.ParseAddrPort(addr); err == nil {
		address = addr
	}
	conn, err := w.feed.Dial(ctx, network, addr)
	if w.deaf && err == nil {
		conn = &greeting{Conn: conn}
	}
	return remote{conn, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}, err
}

// A remote connection has an address.
type remote struct {
	net.Conn
	addr net.Addr
}

// RemoteAddr implements net.Conn.
func (r remote) RemoteAddr() net.Addr { return r.addr }

// A greeting is a connection that passes only its first write on. A pipe has no
// buffer: a client that ends a handshake would wait for a server that is writing.
type greeting struct {
	net.Conn
	sent bool
}

func (g *greeting) Write(p []byte) (int, error) {
	if g.sent {
		return len(p), nil
	}
	g.sent = true
	return g.Conn.Write(p)
}

type listedFeed struct {
	State       model.State `json:"state"`
	CheckedAt   time.Time   `json:"checked_at"`
	NextCheckAt time.Time   `json:"next_check_at"`

	LastErrorKind string `json:"last_error_kind"`
}

// listed returns what list says about the feed.
func (w *outcomeWorld) listed() (f listedFeed) {
	w.t.Helper()
	line, _, _ := strings.Cut(w.run("list", "--json").stdout, "\n")
	w.must(json.Unmarshal([]byte(line), &f))
	return f
}

func (w *outcomeWorld) sql(statement string) {
	w.t.Helper()
	db, err := sql.Open("sqlite3", w.db)
	w.must(err)
	defer db.Close()
	_, err = db.Exec(statement)
	w.must(err)
}

func (w *outcomeWorld) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}
