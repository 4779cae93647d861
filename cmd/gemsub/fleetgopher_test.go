package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
)

// Gopher servers are measured like capsules, but that a bare client of theirs needs no
// TLS, which is most of what one of capsules needs. Beside capsules, in one update, they
// are to cost what both do alone.
func TestGopherFleet(t *testing.T) {
	t.Parallel()
	sizes, times := fleetSizes(t)
	gemini := newMeasured(t, sizes[0], times, "near")
	gopher := newMeasured(t, sizes[0], times, "gopher")
	mixed := newMeasured(t, sizes[0], times, "near", "gopher")
	var one, other, both series
	for range times { // in turns, so that a busy minute is one of all
		gemini.unchanged(&one)
		gopher.unchanged(&other)
		mixed.unchanged(&both)
	}
	t.Logf("Gemini, Gopher and both, %d cores, %s, median [least-most] of %d updates\n%s",
		runtime.NumCPU(), runtime.Version(), times*times, table([]line{
			compare("1 CPU", "Gemini unchanged, CPU s", one.unchanged, one.pages, cpu, 1.3),
			compare("1 CPU", "Gopher unchanged, CPU s", other.unchanged, other.pages, cpu, 1.5),
			compare("1 CPU", "both unchanged, CPU s", both.unchanged, both.pages, cpu, 1.5),
			toSum(both.unchanged, one.unchanged, other.unchanged),
			absolute("3 growth", "Gopher unchanged, MB", other.unchanged, memory, 60),
		}))
}

// unchanged measures updates in which no page has changed: several, since over Gopher
// each takes but a tenth of a second.
func (m *measured) unchanged(r *series) {
	m.subscribe()
	m.update(fleetJobs, 0, m.n)
	for range m.rounds {
		r.pages = append(r.pages, m.bare(fleetJobs, m.pages, 0))
		r.unchanged = append(r.unchanged, m.update(fleetJobs, 0, 0))
	}
}

// toSum compares updates of both kinds with the updates of each alone.
func toSum(both, one, other []cost) line {
	l := absolute("1 CPU", "both, CPU s to the sum of each", both, cpu, 1.1)
	for i := range both {
		l.bare = append(l.bare, one[i].cpu+other[i].cpu)
	}
	l.ratios = divide(l.needed, l.bare)
	return l
}

// holesForFleet is capsulesForFleet for Gopher servers, all of which have a robots.txt.
func holesForFleet(n int) {
	s, err := capsule.Start(capsule.Options{Addr: "0.0.0.0:0", Protocol: capsule.Gopher})
	exitOn(err)
	_, port, err := net.SplitHostPort(s.Addr())
	exitOn(err)
	s.Reply("robots.txt", capsule.Reply{Body: fleetRobots(0).Body})
	for i := range n {
		ip := fmt.Sprintf("127.78.%d.%d", i/250, i%250+1)
		s.Reply(fmt.Sprintf("/log/%d", i), capsule.Reply{Body: fleetMenu(i, ip+"\t"+port)})
		fmt.Printf("gopher://%s/1/log/%d\n", net.JoinHostPort(ip, port), i)
	}
	fmt.Println()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		pages := 0
		for i := range n {
			pages += s.Count(fmt.Sprintf("/log/%d", i))
		}
		fmt.Println(s.Count("robots.txt"), pages)
	}
}

// fleetMenu is the page of the i-th Gopher server, which is at a host and port.
func fleetMenu(i int, where string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "iThe log of server %d\t\tnull.host\t1\r\n", i)
	newest := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, uint64(i)))
	for j := range fleetEntries(i) {
		date := newest.AddDate(0, 0, -9*j-i%9).Format(time.DateOnly)
		title := fleetTitle(random)
		fmt.Fprintf(&b, "0%s %s\t/log/%d/%s-%s.txt\t%s\r\n", date, title, i, date, strings.ReplaceAll(title, " ", "-"), where)
	}
	return b.String() + ".\r\n"
}
