package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/model"
)

// A log is a capsule with a page whose posts are numbered.
type log struct{ *capsule.Server }

func newLog(t *testing.T) log {
	t.Helper()
	s, err := capsule.Start(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return log{s}
}

// write puts posts on the page, which is served after a delay.
func (l log) write(posts int, delay time.Duration) {
	var page strings.Builder
	page.WriteString("# Log\n")
	for i := posts; i > 0; i-- {
		fmt.Fprintf(&page, "=> %d.gmi 2026-01-%02[1]d Post %[1]d\n", i)
	}
	l.Reply("/", capsule.Reply{Status: 20, Meta: "text/gemini", Body: page.String(), Delay: delay})
}

// follows returns an App that subscribes to logs; all of their posts are read.
func follows(t *testing.T, logs ...log) *App {
	t.Helper()
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "gemsub.db"), Environment{Now: time.Now, Dial: new(net.Dialer).DialContext})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	var urls []string
	for _, l := range logs {
		urls = append(urls, l.URL("/"))
	}
	for added, err := range a.Add(t.Context(), AddOptions{URLs: urls}) {
		if err = errors.Join(err, added.Err); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// begin prepares an update of all feeds.
func begin(t *testing.T, a *App, h Hook) *Run {
	t.Helper()
	run, err := a.Update(t.Context(), UpdateOptions{Force: true, Hook: h})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { run.Close() })
	return run
}

// checkAll has the feeds of a run checked, and no hook run.
func checkAll(t *testing.T, run *Run) {
	t.Helper()
	if err := run.checkFeeds(t.Context(), func(s model.UpdateStep) error { return s.Check.Err }); err != nil {
		t.Fatal(err)
	}
}

// handOut returns the failures of a run, and for how many entries it owes the hook afterwards.
func handOut(t *testing.T, ctx context.Context, run *Run) (failures []string, owed int) {
	t.Helper()
	err := run.runHooks(ctx, func(s model.UpdateStep) error {
		if s.Hook.Err != nil {
			failures = append(failures, s.Hook.Err.Error())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := run.OwedHooks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return failures, len(entries)
}

// The next run runs the hooks that a run left, the oldest first and each once.
func TestHooksLeft(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	l.write(1, 0)
	a := follows(t, l)
	l.write(4, 0)
	run := begin(t, a, func(context.Context, model.Mention) error { return nil })
	checkAll(t, run)
	ended, end := context.WithCancel(t.Context())
	end()
	if _, owed := handOut(t, ended, run); owed != 3 {
		t.Errorf("%d hooks are owed after a run that was ended, want 3", owed)
	}
	run.Close()

	l.write(5, 0)
	run = begin(t, a, nil)
	checkAll(t, run)
	if _, owed := handOut(t, t.Context(), run); owed != 0 {
		t.Errorf("a run without a command owes %d", owed)
	}
	run.Close()

	l.write(6, 0)
	var handed []string
	run = begin(t, a, func(_ context.Context, e model.Mention) error {
		handed = append(handed, e.Title)
		return errors.New("exit status 7")
	})
	checkAll(t, run)
	failures, owed := handOut(t, t.Context(), run)
	if want := []string{"Post 2", "Post 3", "Post 4", "Post 6"}; !slices.Equal(handed, want) || owed != 0 || len(failures) != 4 {
		t.Errorf("handed out %q, failed %q, %d owed, want %q", handed, failures, owed, want)
	}
}

// A command that cannot be started is tried once in each of three runs.
func TestHookNotStarted(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	l.write(1, 0)
	a := follows(t, l)
	l.write(2, 0)
	tried := 0
	for n := 1; n <= 4; n++ {
		run := begin(t, a, func(context.Context, model.Mention) error {
			tried++
			return fmt.Errorf("%w: too long", ErrNotStarted)
		})
		checkAll(t, run)
		failures, owed := handOut(t, t.Context(), run)
		want := [][]string{{"cannot start: too long"}, {"cannot start: too long"}, {"cannot start: too long; given up after 3 updates"}, nil}[n-1]
		if !slices.Equal(failures, want) || (owed > 0) != (n < 3) {
			t.Errorf("run %d: failed %q, %d owed, want %q", n, failures, owed, want)
		}
		run.Close()
	}
	if tried != 3 {
		t.Errorf("tried %d times, want 3", tried)
	}
}

// All hooks of a run take ten minutes. The hook that is running at their end has not had its own
// time and stays owed; one that had is no longer owed.
func TestHooksTime(t *testing.T) {
	t.Parallel()
	l := newLog(t)
	l.write(1, 0)
	a := follows(t, l)
	l.write(6, 0)
	now := time.Now()
	a.Now = func() time.Time { return now }
	ran := 0
	run := begin(t, a, func(context.Context, model.Mention) error {
		ran++
		if ran == 1 {
			now = now.Add(hooksTime - 90*time.Second)
			return nil
		}
		now = now.Add(hookTime)
		return context.DeadlineExceeded
	})
	checkAll(t, run)
	failures, owed := handOut(t, t.Context(), run)
	if want := []string{"ended after 1m0s, its time limit"}; !slices.Equal(failures, want) || ran != 3 || owed != 3 {
		t.Errorf("ran %d, failed %q, %d owed, want 3, %q, 3", ran, failures, owed, want)
	}
}
