package term

import (
	"strings"
	"testing"
	"time"
)

func TestWaits(t *testing.T) {
	t.Parallel()
	var clock time.Time
	w := NewWaits(func() time.Time { return clock })
	check := func(want string) {
		t.Helper()
		if got := w.Longest(time.Second); got != want {
			t.Errorf("after %v: %q, want %q", clock.Sub(time.Time{}), got, want)
		}
	}
	check("")
	first := w.Begin("a.example:1965")
	clock = clock.Add(600 * time.Millisecond)
	again := w.Begin("b.example:1965")
	w.Begin("a.example:1965")() // over at once
	check("")
	clock = clock.Add(600 * time.Millisecond)
	check("a.example:1965")
	first()
	check("")
	clock = clock.Add(600 * time.Millisecond)
	check("b.example:1965")
	again()
	check("")
	var nobody *Waits
	nobody.Begin("a.example:1965")()
	if got := nobody.Longest(0); got != "" {
		t.Errorf("nobody waits for %q", got)
	}
}

// Who is waited for is named in front of the bar as far as there is room for it.
func TestProgressNamesWhom(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		120: "checking, waiting for slow.example:1965",
		70:  "waiting for slow.example:1965",
		60:  "slow.example:1965",
		50:  "slow.example:19…",
	} {
		out := &strings.Builder{}
		clock := time.Time{}
		w := NewWaits(func() time.Time { return clock })
		p := NewProgress(&Output{Writer: out, Width: width}, 10, "checking", w)
		w.Begin("slow.example:1965")
		clock = clock.Add(time.Second)
		p.draw()
		p.Done()
		if !strings.Contains(out.String(), "\r"+want+" ") {
			t.Errorf("%d columns: %q, want %s", width, out, want)
		}
		for line := range strings.SplitSeq(out.String(), "\r") {
			if Width(line) > width {
				t.Errorf("%d columns: %q", width, line)
			}
		}
	}
}
