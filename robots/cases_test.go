package robots_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/robots"
)

// caseDir holds pairs of files: NAME.txt is a robots.txt, and each line of NAME.want is a
// decision from it: agents (the name, then virtual names), target and answer, separated by
// tabs.
const caseDir = "../testdata/robots"

func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(caseDir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s (%v)", caseDir, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".txt")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			want := readFile(t, name+".want")
			got := decisions(t, robots.Parse([]byte(readFile(t, file))), want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("decisions (-want +got):\n%s", diff)
			}
		})
	}
}

// decisions computes the answers for the agents and target of each line.
func decisions(t *testing.T, p *robots.Policy, lines string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(lines) {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			t.Fatalf("case %q has %d fields, want 3", line, len(fields))
		}
		d := p.Decide(agents(fields[0]), fields[1])
		fmt.Fprintf(&b, "%s\t%s\t%s\n", fields[0], fields[1], describe(d))
	}
	return b.String()
}

// agents reads names separated by commas, the bot's own first.
func agents(names string) robots.Agents {
	name, virtual, ok := strings.Cut(names, ",")
	a := robots.Agents{Name: name}
	if ok {
		a.Virtual = strings.Split(virtual, ",")
	}
	return a
}

// describe returns the fields of a decision that are not zero.
func describe(d robots.Decision) string {
	answer := "refused"
	if d.Allowed {
		answer = "allowed"
	}
	if d == (robots.Decision{Allowed: d.Allowed, CrawlDelay: d.CrawlDelay, Check: d.Check}) {
		answer += " by no rule"
	} else {
		answer += fmt.Sprintf(" by line %d, %s, for %s", d.Line, d.Rule, d.Group)
	}
	if d.CrawlDelay != 0 {
		answer += fmt.Sprintf("; crawl-delay %v", d.CrawlDelay)
	}
	if d.Check != 0 {
		answer += fmt.Sprintf("; check %v", d.Check)
	}
	return answer
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
