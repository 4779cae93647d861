package fetch

import (
	"context"
	"time"
)

// A hopTime is the limit on the time that a hop takes. While the hop waits for others, it
// rests, and that time does not count.
type hopTime struct {
	now   func() time.Time
	over  func() // ends the context
	left  time.Duration
	since time.Time // when it last began to run
	timer *time.Timer
}

// startHop returns a running limit, and a context that ends when it is used up. end, which
// has to be called, ends that too, and says why.
func startHop(ctx context.Context, now func() time.Time, limit time.Duration) (work context.Context, h *hopTime, end context.CancelCauseFunc) {
	work, end = context.WithCancelCause(ctx)
	h = &hopTime{now: now, over: func() { end(late("no whole response within " + limit.String())) }, left: limit}
	h.run()
	return work, h, end
}

// run lets time count from now on.
func (h *hopTime) run() {
	h.since, h.timer = h.now(), time.AfterFunc(h.left, h.over)
}

// stop ends the limit.
func (h *hopTime) stop() { h.timer.Stop() }

// rest lets no time count until the next run.
func (h *hopTime) rest() {
	h.stop()
	h.left -= max(0, h.now().Sub(h.since))
}

// wait lets time rest while the hop waits for leave to read more than have bytes.
func (h *hopTime) wait(ctx context.Context, have int) error {
	l, ok := ctx.Value(largeKey{}).(large)
	if !ok || have < l.size {
		return nil
	}
	h.rest()
	defer h.run()
	return l.wait(ctx)
}
