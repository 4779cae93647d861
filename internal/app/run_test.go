package app

import (
	"context"
	"errors"
	"strings"
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

// steps updates the feed of a log with a new post, and returns the first few of what
// was done, 0 for all.
func steps(t *testing.T, ctx context.Context, h Hook, most int) (string, error) {
	t.Helper()
	l := newLog(t)
	l.write(1, 0)
	a := follows(t, l)
	l.write(2, 0)
	var done []string
	for s, err := range begin(t, a, h).Steps(ctx) {
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
	h := Hook{Run: func(context.Context, model.Mention) error { return nil }}
	for most, want := range map[int]string{0: "feed hook posts post", 1: "feed", 2: "feed hook", 3: "feed hook posts", 4: "feed hook posts post"} {
		if got, err := steps(t, t.Context(), h, most); got != want || err != nil {
			t.Errorf("%d: %s, %v; want %s", most, got, err, want)
		}
	}
}

// What a run cannot do ends its steps, once the hook was tried for what is owed.
func TestUpdateStepsFail(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	h := Hook{Run: func(context.Context, model.Mention) error { cancel(); return nil }}
	if got, err := steps(t, ctx, h, 0); !strings.HasPrefix(got, "feed hook") || !errors.Is(err, context.Canceled) {
		t.Errorf("%s, %v", got, err)
	}
}
