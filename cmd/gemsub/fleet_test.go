package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/store"
)

// Updates of capsules in another process are measured against a bare client that
// makes the same requests in the same minute; figures of a busy machine mean
// little without that. Nothing fails for being slow: the table says what was
// reached. Each figure is the median of three runs, with the least and the most.
//
// GEMSUB_FLEET holds the numbers of capsules (make bench-fleet).
func TestFleet(t *testing.T) {
	sizes := []int{10}
	if list := os.Getenv("GEMSUB_FLEET"); list != "" {
		sizes = nil
		for field := range strings.FieldsSeq(list) {
			n, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, n)
		}
	}
	t.Logf("%d cores, %s, %s/%s", runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	var first time.Duration
	for _, n := range sizes {
		m := newMeasured(t, n, 0)
		m.first()
		m.stored()
		unchanged := m.unchanged() / time.Duration(n)
		first = cmp.Or(first, unchanged)
		m.row("growth, CPU a feed", float64(unchanged)/float64(first), 1.15)
		m.tomorrow()
	}
	newMeasured(t, sizes[0], fleetLatency).distant()
}

const (
	fleetRuns    = 3
	fleetJobs    = 16
	fleetLatency = 175 * time.Millisecond
)

// A measured fleet and the database that is subscribed to it.
type measured struct {
	t     *testing.T
	db    string
	pages []string
	both  string // URLs of robots.txt and pages, one a line
}

// A cost is what a process needed.
type cost struct {
	cpu, wall time.Duration
	memory    float64 // MB
}

func newMeasured(t *testing.T, n int, latency time.Duration) *measured {
	m := &measured{t: t, db: filepath.Join(t.TempDir(), "gemsub.db"), pages: startFleet(t, n, latency)}
	for _, page := range m.pages {
		m.both += strings.TrimSuffix(page, "/log/") + "/robots.txt\n" + page + "\n"
	}
	m.gemsub(strings.Join(m.pages, "\n"), 0, "import", "-", "--as", "urls")
	return m
}

// startFleet returns the URLs of the pages of n capsules in a process of their own.
func startFleet(t testing.TB, n int, latency time.Duration) (pages []string) {
	cmd := exec.Command("capsules", strconv.Itoa(n), latency.String())
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		_ = cmd.Wait() // its pages were read, or the test has failed
	})
	for lines := bufio.NewScanner(stdout); lines.Scan() && lines.Text() != ""; {
		pages = append(pages, lines.Text())
	}
	if len(pages) != n {
		t.Fatalf("%d capsules started, want %d", len(pages), n)
	}
	return pages
}

// first measures the first update, in which robots.txt is read and all entries
// are stored.
func (m *measured) first() {
	bare := m.ceiling(m.both)
	c := m.gemsub("", 0, "update", "--quiet", "--jobs", strconv.Itoa(fleetJobs))
	m.row("first update, CPU", ratio(c.cpu, bare.cpu), 2)
}

// stored fails unless all entries of all pages are in the database.
func (m *measured) stored() {
	m.t.Helper()
	db, err := store.Open(m.t.Context(), m.db, time.Now)
	if err != nil {
		m.t.Fatal(err)
	}
	defer db.Close()
	all, err := db.Subscriptions(m.t.Context(), store.SubscriptionFilter{})
	if err != nil {
		m.t.Fatal(err)
	}
	for i, s := range all {
		if s.State != store.StateOK || s.Entries != fleetEntries(i) {
			m.t.Fatalf("%s is %s with %d entries, want %d", s.URL, s.State, s.Entries, fleetEntries(i))
		}
	}
}

// unchanged measures updates in which no page has changed, and returns the CPU
// time of one.
func (m *measured) unchanged() time.Duration {
	var cpu, wall, memory []float64
	var needed []time.Duration
	for range fleetRuns {
		bare := m.ceiling(strings.Join(m.pages, "\n"))
		c := m.update(0)
		cpu, wall = append(cpu, ratio(c.cpu, bare.cpu)), append(wall, ratio(c.wall, bare.wall))
		needed, memory = append(needed, c.cpu), append(memory, c.memory)
	}
	m.median("unchanged, CPU", cpu, 1.3)
	m.median("unchanged, wall", wall, 1.5)
	m.median("memory, MB", memory, 60)
	slices.Sort(needed)
	return needed[len(needed)/2]
}

// tomorrow measures updates in which robots.txt is due again and no page has
// changed.
func (m *measured) tomorrow() {
	var cpu []float64
	for i := range fleetRuns {
		bare := m.ceiling(m.both)
		c := m.update(time.Duration(i+1) * 25 * time.Hour)
		cpu = append(cpu, ratio(c.cpu, bare.cpu))
	}
	m.median("with robots.txt, CPU", cpu, 1.3)
}

// distant measures how long capsules that take their time hold up an update.
func (m *measured) distant() {
	m.update(0) // and robots.txt is known
	var all time.Duration
	for i := range m.pages {
		all += spread(fleetLatency, i)
	}
	m.row("distant, wall", ratio(m.update(0).wall, all/fleetJobs), 1.15)
}

func (m *measured) update(forward time.Duration) cost {
	return m.gemsub("", forward, "update", "--force", "--quiet", "--jobs", strconv.Itoa(fleetJobs))
}

// gemsub runs the program, its clock set forward.
func (m *measured) gemsub(stdin string, forward time.Duration, args ...string) cost {
	m.t.Helper()
	cmd := gemsub(m.t, m.db, args...)
	cmd.Env = append(cmd.Env, "CLOCK="+forward.String())
	cmd.Stdin = strings.NewReader(stdin)
	return m.measure(cmd)
}

func (m *measured) ceiling(urls string) cost {
	m.t.Helper()
	cmd := exec.Command("ceiling", strconv.Itoa(fleetJobs))
	cmd.Stdin = strings.NewReader(urls)
	return m.measure(cmd)
}

func (m *measured) measure(cmd *exec.Cmd) cost {
	m.t.Helper()
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = io.Discard, &stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		m.t.Fatalf("%v: %v\n%s", cmd.Args, err, &stderr)
	}
	used := cmd.ProcessState
	c := cost{cpu: used.UserTime() + used.SystemTime(), wall: time.Since(began)}
	if usage, ok := used.SysUsage().(*syscall.Rusage); ok {
		c.memory = float64(usage.Maxrss) / 1024
	}
	return c
}

func (m *measured) median(what string, figures []float64, goal float64) {
	slices.Sort(figures)
	m.row(fmt.Sprintf("%s, %.2f-%.2f", what, figures[0], figures[len(figures)-1]), figures[len(figures)/2], goal)
}

func (m *measured) row(what string, figure, goal float64) {
	verdict := "reached"
	if figure > goal {
		verdict = "missed"
	}
	m.t.Logf("%6d feeds  %-36s %6.2f  goal %5.2f  %s", len(m.pages), what, figure, goal, verdict)
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }
