package app

import (
	"context"
	"errors"
	"net"
	"strings"
	"syscall"
	"testing"

	"gemsub/internal/model"
)

// kindOf names what a step has done.
func kindOf(s model.UpdateStep) string {
	switch {
	case s.Check != nil:
		return "feed"
	case s.Hook != nil:
		return "hook"
	case s.Post != nil:
		return "post"
	}
	return "posts"
}

// steps updates the feeds of an App, and returns the first few steps, or all for 0.
func steps(t *testing.T, a *App, h Hook, most int) (string, error) {
	t.Helper()
	var done []string
	for s, err := range begin(t, a, h).Steps(t.Context()) {
		if err != nil {
			return strings.Join(done, " "), err
		}
		if done = append(done, kindOf(s)); len(done) == most {
			break
		}
	}
	return strings.Join(done, " "), nil
}

func TestUpdateSteps(t *testing.T) {
	t.Parallel()
	h := func(context.Context, model.Mention) error { return nil }
	for most, want := range map[int]string{0: "feed posts post hook", 1: "feed", 2: "feed posts", 3: "feed posts post", 4: "feed posts post hook"} {
		l := newLog(t)
		l.write(1, 0)
		a := follows(t, l)
		l.write(2, 0)
		if got, err := steps(t, a, h, most); got != want || err != nil {
			t.Errorf("%d: %s, %v; want %s", most, got, err, want)
		}
	}
}

// An error ends the steps of a run, after the hooks that are owed were tried.
func TestUpdateStepsFail(t *testing.T) {
	t.Parallel()
	one, two := newLog(t), newLog(t)
	one.write(1, 0)
	two.write(1, 0)
	a := follows(t, one, two)
	one.write(2, 0)
	h := func(context.Context, model.Mention) error { return nil }
	run := begin(t, a, h)
	checkAll(t, run)
	run.Close()
	a.Dial = func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: syscall.ENETUNREACH}
	}
	if got, err := steps(t, a, h, 0); got != "hook" || !errors.Is(err, ErrNoNetwork) {
		t.Errorf("%s, %v", got, err)
	}
}
