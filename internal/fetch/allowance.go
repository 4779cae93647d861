package fetch

import (
	"context"
	"sync"
	"time"
)

// An Allowance is a limit on the time that work takes. While the work waits for
// others it rests, and that time does not count.
type Allowance struct {
	now  func() time.Time
	over func() // ends the context

	mu    sync.Mutex
	left  time.Duration
	since time.Time   // when it last began to run
	timer *time.Timer // nil while it rests
}

// NewAllowance returns an allowance of d, which rests, and a context that ends
// with cause when it is used up. Cancel has to be called when the work is done.
func NewAllowance(ctx context.Context, now func() time.Time, d time.Duration, cause error) (work context.Context, a *Allowance, cancel func()) {
	ctx, end := context.WithCancelCause(ctx)
	a = &Allowance{now: now, over: func() { end(cause) }, left: d}
	return ctx, a, func() {
		a.Rest()
		end(nil)
	}
}

// Run lets time count from now on.
func (a *Allowance) Run() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer == nil {
		a.since, a.timer = a.now(), time.AfterFunc(a.left, a.over)
	}
}

// Rest lets no time count until the next Run.
func (a *Allowance) Rest() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer != nil {
		a.timer.Stop()
		a.timer, a.left = nil, a.left-max(0, a.now().Sub(a.since))
	}
}
