package fetch

import (
	"context"
	"time"
)

// A hopTime is the limit on the time that a hop takes, and on the part in which it
// connects. While the hop waits for others, it rests, and that time does not count.
type hopTime struct {
	now        func() time.Time
	end        context.CancelCauseFunc
	limit      time.Duration
	left       time.Duration // of limit
	connecting time.Duration // the limit on that, 0 where limit is what counts
	since      time.Time     // when it last began to run
	timer      *time.Timer
}

// startHop returns a running limit of a hop that connects, and a context that ends when it is
// used up. end, which has to be called, ends that too, and says why.
func startHop(ctx context.Context, now func() time.Time, limit, connecting time.Duration) (work context.Context, h *hopTime, end context.CancelCauseFunc) {
	work, end = context.WithCancelCause(ctx)
	h = &hopTime{now: now, end: end, limit: limit, left: limit, since: now()}
	if connecting < limit {
		h.connecting = connecting
	}
	h.timer = time.AfterFunc(min(connecting, limit), h.over)
	return work, h, end
}

// over ends the context.
func (h *hopTime) over() {
	if h.connecting > 0 {
		h.end(late("no connection within " + h.connecting.String()))
		return
	}
	h.end(late("no whole response within " + h.limit.String()))
}

// connected leaves the rest of the limit to the response.
func (h *hopTime) connected() {
	if h.connecting > 0 && h.timer.Stop() {
		h.connecting = 0
		h.timer.Reset(h.left - max(0, h.now().Sub(h.since)))
	}
}

// stop ends the limit.
func (h *hopTime) stop() { h.timer.Stop() }

// rest lets no time count until the next run.
func (h *hopTime) rest() {
	h.stop()
	h.left -= max(0, h.now().Sub(h.since))
}

// run lets time count from now on.
func (h *hopTime) run() {
	h.since = h.now()
	h.timer.Reset(h.left)
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
