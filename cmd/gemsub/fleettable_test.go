package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// A line of the table holds what gemsub needed against a limit.
type line struct {
	goal   string
	feeds  int
	what   string
	needed []float64 // a round each
	bare   []float64 // what the bare client needed in the same rounds; may be empty
	ratios []float64 // what is held against the limit; empty means what was needed
	limit  float64
	did    cost // in the last round
}

// compare returns a line whose limit is for multiples of what the bare client needed.
func compare(goal, what string, gemsub, bare []cost, of func(cost) float64, limit float64) line {
	l := absolute(goal, what, gemsub, of, limit)
	l.bare = figures(bare, of)
	l.ratios = divide(l.needed, l.bare)
	return l
}

// absolute returns a line whose limit is for what gemsub needed itself.
func absolute(goal, what string, gemsub []cost, of func(cost) float64, limit float64) line {
	last := gemsub[len(gemsub)-1]
	return line{goal: goal, feeds: last.pages, what: what, needed: figures(gemsub, of), limit: limit, did: last}
}

func cpu(c cost) float64    { return c.cpu }
func wall(c cost) float64   { return c.wall }
func memory(c cost) float64 { return c.memory / 1e6 }

func figures(costs []cost, of func(cost) float64) (values []float64) {
	for _, c := range costs {
		values = append(values, of(c))
	}
	return values
}

func divide(a, b []float64) (ratios []float64) {
	for i := range a {
		ratios = append(ratios, a[i]/b[i])
	}
	return ratios
}

func scale(figures []float64, by float64) (scaled []float64) {
	for _, f := range figures {
		scaled = append(scaled, f*by)
	}
	return scaled
}

func median(figures []float64) float64 {
	return slices.Sorted(slices.Values(figures))[len(figures)/2]
}

// spread writes figures as median [least-most].
func spread(figures []float64) string {
	if len(figures) == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f [%.2f-%.2f]", median(figures), slices.Min(figures), slices.Max(figures))
}

func (l line) verdict() string {
	held := l.ratios
	if held == nil {
		held = l.needed
	}
	if median(held) > l.limit {
		return "missed"
	}
	return "met"
}

// table lays lines out in columns.
func table(lines []line) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "goal\tfeeds\tmeasured\tgemsub\tbare client\tratio\tlimit\tverdict\trobots.txt\tpages\tentries")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%.2f\t%s\t%d\t%d\t%d\n",
			l.goal, l.feeds, l.what, spread(l.needed), spread(l.bare), spread(l.ratios), l.limit, l.verdict(), l.did.robots, l.did.pages, l.did.entries)
	}
	w.Flush()
	return b.String()
}
