package main

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Updates of capsules in another process are measured against a bare client that
// makes the same requests in the same minute; figures of a busy machine mean
// little without that. Nothing fails for being slow: the table says what was
// reached. What fails is a run that asked for less, or stored less, than it had to.
//
// GEMSUB_FLEET holds the numbers of capsules (make bench-fleet). With it each figure
// is the median of three rounds, with the least and the most.
func TestFleet(t *testing.T) {
	t.Parallel()
	var lines []line
	var small series
	sizes, times := fleetSizes(t)
	for i, n := range sizes {
		m := newMeasured(t, n, times, "near")
		r := m.measure()
		lines = append(lines, r.lines()...)
		if i == 0 {
			small = r
			lines = append(lines, m.filled(r))
		} else {
			lines = append(lines, r.growth(small)...)
		}
	}
	lines = append(lines, newMeasured(t, sizes[0], times, "distant").distant()...)
	t.Logf("%d cores, %s, %s/%s, median [least-most] of %d rounds\n%s",
		runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH, times, table(lines))
}

const (
	fleetJobs = 16
	manyJobs  = 256
)

func fleetSizes(t *testing.T) (sizes []int, times int) {
	list := os.Getenv("GEMSUB_FLEET")
	if list == "" {
		return []int{5, 10}, 1
	}
	for field := range strings.FieldsSeq(list) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, n)
	}
	return sizes, 3
}

// A series is what updates of a fleet and the bare client needed, a cost for each
// round.
type series struct {
	n         int
	first     []cost // updates in which robots.txt is read and all entries are stored
	due       []cost // updates in which robots.txt is due again and no page has changed
	unchanged []cost // updates in which no page has changed
	both      []cost // the bare client's requests for robots.txt and pages
	pages     []cost // its requests for pages
}

// measure runs gemsub and the bare client in turns.
func (m *measured) measure() series {
	r := series{n: m.n}
	for i := range m.rounds {
		m.t.Logf("%d feeds, round %d of %d", m.n, i+1, m.rounds)
		m.subscribe()
		r.first = append(r.first, m.update(fleetJobs, 0, m.n))
		r.both = append(r.both, m.bare(fleetJobs, m.both, m.n))
		r.due = append(r.due, m.update(fleetJobs, tomorrow, m.n))
		r.pages = append(r.pages, m.bare(fleetJobs, m.pages, 0))
		r.unchanged = append(r.unchanged, m.update(fleetJobs, tomorrow, 0))
	}
	return r
}

// tomorrow is when robots.txt is due again.
const tomorrow = 25 * time.Hour

func (r series) lines() []line {
	return []line{
		compare("1 CPU", "first update, CPU s", r.first, r.both, cpu, 2),
		compare("1 CPU", "robots.txt due, CPU s", r.due, r.both, cpu, 1.3),
		compare("1 CPU", "unchanged, CPU s", r.unchanged, r.pages, cpu, 1.3),
		compare("2 wall", "first update, wall s", r.first, r.both, wall, 1.5),
		compare("2 wall", "robots.txt due, wall s", r.due, r.both, wall, 1.5),
		compare("2 wall", "unchanged, wall s", r.unchanged, r.pages, wall, 1.5),
		absolute("3 growth", "first update, MB", r.first, memory, 60),
		absolute("3 growth", "robots.txt due, MB", r.due, memory, 60),
		absolute("3 growth", "unchanged, MB", r.unchanged, memory, 60),
	}
}

// growth is what a feed costs more than it does in a small fleet. What it costs
// the bare client more is the machine's doing.
func (r series) growth(small series) []line {
	grown := func(what string, now, bareNow, then, bareThen []cost, of func(cost) float64) line {
		l := compare("3 growth", what, now, bareNow, of, 1.15)
		before := median(divide(figures(then, of), figures(bareThen, of)))
		l.ratios = scale(l.ratios, 1/before)
		l.needed, l.bare = scale(l.needed, 1000/float64(r.n)), scale(l.bare, 1000/float64(r.n))
		return l
	}
	return []line{
		grown("first update, CPU ms a feed", r.first, r.both, small.first, small.both, cpu),
		grown("first update, wall ms a feed", r.first, r.both, small.first, small.both, wall),
		grown("unchanged, CPU ms a feed", r.unchanged, r.pages, small.unchanged, small.pages, cpu),
		grown("unchanged, wall ms a feed", r.unchanged, r.pages, small.unchanged, small.pages, wall),
	}
}

// filled compares the memory that updates need with a thousand entries more in
// each feed.
func (m *measured) filled(r series) line {
	m.t.Logf("%d feeds, filled", m.n)
	m.fill()
	var full []cost
	for range m.rounds {
		full = append(full, m.update(fleetJobs, tomorrow, 0))
	}
	l := absolute("3 growth", "unchanged, many entries, MB", full, memory, 1.15)
	l.ratios = divide(l.needed, figures(r.unchanged, memory))
	return l
}

// distant measures how long capsules that take their time hold up an update,
// and what more jobs need.
func (m *measured) distant() []line {
	m.t.Logf("%d distant feeds", m.n)
	m.subscribe()
	m.update(manyJobs, 0, m.n) // and robots.txt is known
	var few, many, bareFew, bareMany, due []cost
	for i := range m.rounds {
		today := time.Duration(i) * tomorrow
		few = append(few, m.update(fleetJobs, today, 0))
		bareFew = append(bareFew, m.bare(fleetJobs, m.pages, 0))
		many = append(many, m.update(manyJobs, today, 0))
		bareMany = append(bareMany, m.bare(manyJobs, m.pages, 0))
		due = append(due, m.update(fleetJobs, today+tomorrow, m.n))
	}
	var latency time.Duration // of a request to each
	for i := range m.n {
		latency += fleetLatency(i)
	}
	toLatency := func(what string, costs []cost, requests float64) line {
		l := absolute("2 wall", what, costs, wall, 1.15)
		l.ratios = scale(l.needed, fleetJobs/requests/latency.Seconds())
		return l
	}
	jobs := absolute("2 wall", "256 jobs, kB a job over 16", many, memory, 20)
	jobs.needed, jobs.bare = perJob(few, many), perJob(bareFew, bareMany)
	return []line{
		compare("2 wall", "distant, unchanged, wall s", few, bareFew, wall, 1.15),
		toLatency("distant, unchanged, wall s to latency", few, 1),
		toLatency("distant, robots.txt due, wall s to latency", due, 2),
		jobs,
	}
}

// perJob is the memory that each of the many jobs needs over the few, in kB.
func perJob(few, many []cost) (kB []float64) {
	for i := range few {
		kB = append(kB, (many[i].memory-few[i].memory)/1000/(manyJobs-fleetJobs))
	}
	return kB
}
