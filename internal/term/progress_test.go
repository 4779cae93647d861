package term

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWaits(t *testing.T) {
	t.Parallel()
	var clock time.Time
	w := NewWaits(func() time.Time { return clock })
	check := func(want string) {
		t.Helper()
		if got := w.Longest(); got != want {
			t.Errorf("after %v: %q, want %q", clock.Sub(time.Time{}), got, want)
		}
	}
	check("")
	first := w.Begin("a.example:1965")
	clock = clock.Add(300 * time.Millisecond)
	again := w.Begin("b.example:1965")
	w.Begin("a.example:1965")() // over at once
	check("")
	clock = clock.Add(300 * time.Millisecond)
	check("a.example:1965")
	first()
	check("")
	clock = clock.Add(300 * time.Millisecond)
	check("b.example:1965")
	again()
	check("")
}

// shownBy returns what a Progress writes while work is done. In its bubble
// time passes while work sleeps.
func shownBy(t *testing.T, out *Output, work func(p *Progress)) string {
	var b strings.Builder
	out.Writer = &b
	synctest.Test(t, func(t *testing.T) {
		p := NewProgress(out, time.Now)
		out.Progress = p
		p.Show("checking 0/10")
		work(p)
		p.End()
		time.Sleep(time.Second) // nothing more is drawn
	})
	return b.String()
}

// The progress is one line: a count, and the host for which the program waits, cut to the width.
func TestProgress(t *testing.T) {
	t.Parallel()
	for width, want := range map[int][]string{
		80: {"checking 0/10", "checking 1/10", "checking 1/10, waiting for slow.example:1965", ""},
		40: {"checking 0/10", "checking 1/10", "checking 1/10, waiting for slow.exampl…", ""},
		0:  {""},
	} {
		got := shownBy(t, &Output{Width: width}, func(p *Progress) {
			time.Sleep(time.Second)
			p.Show("checking 1/10")
			time.Sleep(time.Second)
			p.Begin("slow.example:1965")
			time.Sleep(time.Second)
		})
		if diff := cmp.Diff(want, strings.Split(strings.TrimPrefix(got, "\r\x1b[2K"), "\r\x1b[2K")); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", width, diff)
		}
	}
}

// A plain output gets a line for each host that takes long, once, and no count.
func TestPlainProgress(t *testing.T) {
	t.Parallel()
	got := shownBy(t, &Output{Width: 80, Plain: true}, func(p *Progress) {
		for range 2 {
			done := p.Begin("slow.example:1965")
			time.Sleep(time.Second)
			done()
			time.Sleep(time.Second)
			p.Show("checking 1/10")
		}
	})
	if got != "waiting for slow.example:1965\n" {
		t.Errorf("%q", got)
	}
}

// Text replaces the progress, which is drawn again once the line of text is whole.
func TestWriteAboveProgress(t *testing.T) {
	t.Parallel()
	out := &Output{Width: 80}
	got := shownBy(t, out, func(p *Progress) {
		time.Sleep(time.Second)
		_, _ = out.Write([]byte("half"))
		time.Sleep(time.Second)
		_, _ = out.Write([]byte(" a line\n"))
		time.Sleep(time.Second)
	})
	const clear, count = "\r\x1b[2K", "\r\x1b[2Kchecking 0/10"
	if want := count + clear + "half a line\n" + count + clear; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A line in a pipe or file that is not whole yet does not hide the progress on the terminal.
func TestProgressBesidePipe(t *testing.T) {
	t.Parallel()
	got := shownBy(t, &Output{Width: 80}, func(p *Progress) {
		time.Sleep(time.Second)
		pipe := &Output{Writer: io.Discard, Progress: p}
		_, _ = pipe.Write([]byte("half"))
		time.Sleep(time.Second)
	})
	const clear, count = "\r\x1b[2K", "\r\x1b[2Kchecking 0/10"
	if want := count + clear + count + clear; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Hide leaves the terminal to another program until the next line is written.
func TestHideProgress(t *testing.T) {
	t.Parallel()
	out := &Output{Width: 80}
	got := shownBy(t, out, func(p *Progress) {
		time.Sleep(time.Second)
		p.Hide()
		time.Sleep(time.Second)
		_, _ = out.Writer.Write([]byte("another program"))
		time.Sleep(time.Second)
		_, _ = out.Write([]byte(" ended\n"))
		time.Sleep(time.Second)
	})
	const clear, count = "\r\x1b[2K", "\r\x1b[2Kchecking 0/10"
	if want := count + clear + "another program ended\n" + count + clear; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
