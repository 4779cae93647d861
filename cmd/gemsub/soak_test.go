package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
)

// A fleet in which every kind of fault stands among healthy capsules is updated
// three times. Each run ends soon after the one deadline, reads all that can be
// read, blames who is to blame, and asks nobody more than it may. Time is that
// of a bubble, so stalls cost none.
//
// GEMSUB_SOAK makes it a thousand capsules (make soak).
func TestSoak(t *testing.T) {
	each, healthy := 2, 40
	if os.Getenv("GEMSUB_SOAK") != "" {
		each, healthy = 15, 1000-15*len(allFaults())
	}
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		f := newFleet(t, each, healthy)
		f.run(exitOK, strings.NewReader(f.urls()), "import", "-", "--as", "urls")
		for n := range 3 {
			began := time.Now()
			f.run(exitPartly, nil, "update", "--force", "--jobs", "64", "--posts", "none")
			took := time.Since(began)
			t.Logf("run %d of %d capsules took %v", n+1, len(f.network), took)
			if took > 40*time.Second {
				t.Errorf("run %d did not end in time", n+1)
			}
			f.check(n)
			f.wear(n)
			time.Sleep(time.Minute) // a server that drips notices a closed connection late
		}
	})
}

// A fleet are capsules by host name, and the database that is subscribed to
// all of them.
type fleet struct {
	t       *testing.T
	db      string
	network capsule.Network
	faults  map[string]fault
}

func newFleet(t *testing.T, each, healthy int) *fleet {
	f := &fleet{t, filepath.Join(t.TempDir(), "gemsub.db"), capsule.Network{}, map[string]fault{}}
	add := func(host string, what fault) {
		s, err := capsule.New(capsule.Options{Protocol: what.protocol})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		s.Reply("/robots.txt", capsule.Reply{Status: 51, Delay: soakLatency})
		s.Reply("/log.gmi", capsule.Reply{Status: 20, Meta: "text/gemini", Body: soakPage, Delay: soakLatency})
		what.strike(s)
		f.network[host], f.faults[host] = s, what
	}
	for i := range healthy {
		add(fmt.Sprintf("healthy-%d.example", i), fault{strike: func(*capsule.Server) {}, state: "ok"})
	}
	for _, what := range allFaults() {
		for i := range each {
			add(fmt.Sprintf("%s-%d.example", what.name, i), what)
		}
	}
	return f
}

// urls are the feeds of all capsules, in no order.
func (f *fleet) urls() string {
	var b strings.Builder
	for host := range f.network {
		switch protocol := f.faults[host].protocol; protocol {
		case "":
			fmt.Fprintf(&b, "gemini://%s/log.gmi\n", host)
		default:
			fmt.Fprintf(&b, "%s://%s/1/log.gmi\n", protocol, host)
		}
	}
	return b.String()
}

// run is the program with the fleet for its network; it returns what that wrote
// to its standard output.
func (f *fleet) run(want int, stdin io.Reader, args ...string) []byte {
	f.t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(f.t.Context(), append([]string{"gemsub", "--db", f.db}, args...), environment{
		Environment: app.Environment{Now: time.Now, Dial: f.network.Dial},
		stdin:       stdin,
		stdout:      &stdout,
		stderr:      &stderr,
		getenv:      func(string) string { return "" },
	})
	if code != want {
		f.t.Fatalf("gemsub %q: exit code %d, want %d\n%s", args, code, want, &stderr)
	}
	return stdout.Bytes()
}

// check compares the fleet with what must be true after run n; the first run is run 0.
func (f *fleet) check(n int) {
	f.t.Helper()
	feeds := json.NewDecoder(bytes.NewReader(f.run(exitOK, nil, "list", "--json")))
	count := 0
	for ; feeds.More(); count++ {
		var feed struct {
			URL, State string
			Entries    int
			Error      string `json:"last_error"`
		}
		if err := feeds.Decode(&feed); err != nil {
			f.t.Fatal(err)
		}
		u, err := url.Parse(feed.URL)
		if err != nil {
			f.t.Fatal(err)
		}
		what, s := f.faults[u.Host], f.network[u.Host]
		state, text := what.state, what.text
		if n > 0 && what.wear != nil {
			state, text = what.wornState, what.wornText
		}
		if feed.State != state || !strings.Contains(feed.Error, text) || text == "" && feed.Error != "" {
			f.t.Errorf("run %d: %s is %s, %q; want %s, %q", n+1, u.Host, feed.State, feed.Error, state, text)
		}
		if state == "ok" && feed.Entries == 0 {
			f.t.Errorf("run %d: nothing was read of %s", n+1, u.Host)
		}
		f.checkRequests(u.Host, s, n)
	}
	if count != len(f.network) {
		f.t.Errorf("run %d: %d feeds, want %d", n+1, count, len(f.network))
	}
}

// checkRequests counts what a capsule was asked in all runs so far.
func (f *fleet) checkRequests(host string, s *capsule.Server, n int) {
	f.t.Helper()
	requests := s.Requests()
	if len(requests) > 0 && !strings.HasSuffix(requests[0].URL, "robots.txt") {
		f.t.Errorf("run %d: %s was asked for %s first", n+1, host, requests[0].URL)
	}
	if s.Count("/robots.txt") > 1 || s.Count("robots.txt") > 1 {
		f.t.Errorf("run %d: %s was asked for robots.txt %d times in a day", n+1, host, s.Count("/robots.txt"))
	}
	if f.faults[host].once && s.Count("/log.gmi") != 1 {
		f.t.Errorf("run %d: %s was asked %d times, want once", n+1, host, s.Count("/log.gmi"))
	}
	if s.MostOpen() > 1 {
		f.t.Errorf("run %d: %s had %d connections open at once", n+1, host, s.MostOpen())
	}
}

// wear makes faults worse after the first run.
func (f *fleet) wear(n int) {
	for host, what := range f.faults {
		if n > 0 || what.wear == nil {
			continue
		}
		if err := what.wear(f.network[host]); err != nil {
			f.t.Fatal(err)
		}
	}
}
