package update

import (
	"context"
	"net/url"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

const (
	// longDelay is the Crawl-delay from which on a run makes one request and
	// leaves the rest to the next.
	longDelay = time.Minute
	// firstDefer is how long a 44 without a number of seconds lasts at first;
	// each further one doubles it, to maxDefer.
	firstDefer = time.Minute
	maxDefer   = 24 * time.Hour
)

// approach acquires the state for u. A hop before it was answered: by a redirect,
// since there is another.
func (x *request) approach(ctx context.Context, u *url.URL) (a *authorityState, err error) {
	if x.inside {
		x.session.reached.Store(true)
	}
	x.end()
	authority := address.Authority(u)
	if watch := x.session.engine.Watch; watch != nil {
		x.watched = watch(authority)
	}
	x.authority, err = x.session.acquire(ctx, authority)
	return x.authority, err
}

// enter waits for the gate of a, and then until the Crawl-delay has passed since
// the last request.
func (x *request) enter(ctx context.Context, a *authorityState) error {
	if x.budget.isUsedUp() {
		return ErrTooLong
	}
	if !a.gate.acquire(ctx) {
		return context.Cause(ctx)
	}
	err := x.session.ready(ctx, a, x.delay)
	if err == nil {
		err = x.session.waitForBurst(ctx, a, x.delay)
	}
	if err != nil {
		a.gate.release()
		return err
	}
	x.inside, x.answer.Requested = true, true
	x.budget.run()
	return nil
}

// end leaves the gate, and then releases the state.
func (x *request) end() {
	if x.watched != nil {
		x.watched()
		x.watched = nil
	}
	if x.inside {
		x.budget.rest()
		x.authority.requested(x.session.engine.Now(), x)
		x.authority.gate.release()
		x.inside = false
	}
	if x.authority != nil {
		x.session.release(x.authority)
		x.authority = nil
	}
}

// ready waits until a may be asked, or says why it may not in this run.
func (s *Session) ready(ctx context.Context, a *authorityState, delay time.Duration) error {
	kept, askedAt, down := a.state()
	now := s.engine.Now()
	next := pending(kept.RequestedAt.Add(delay), now, longestDelay)
	if delay <= longDelay {
		next = later(next, pending(askedAt.Add(delay), now, longestDelay))
	}
	deferred := DeferredUntil(kept, now)
	switch {
	case down != nil:
		return down
	case !deferred.IsZero():
		return &WaitError{Authority: kept.Authority, Why: "asked to slow down", SlowDown: true, Until: deferred}
	case delay == 0 || next.IsZero():
		return nil
	case delay > longDelay:
		return &WaitError{Authority: kept.Authority, Why: "wants " + short(delay) + " between requests (Crawl-delay in robots.txt)", Until: next}
	}
	return sleep(ctx, min(next.Sub(now), delay))
}

// answered notes what the last hop's outcome says of its whole authority. It
// returns an error if that is to be asked later.
func (x *request) answered(resp *fetch.Response, err error) error {
	if !x.inside {
		return nil // stopped before the request
	}
	a, s := x.authority, x.session
	if !IsNetworkDown(err) && fetch.KindOf(err) != fetch.Canceled {
		s.reached.Store(true)
	}
	switch {
	case fetch.NoConnection(err):
		a.isDown(err)
	case fetch.KindOf(err) == fetch.SlowDown:
		return a.slowDown(fetch.RetryAfter(err), s.engine.Now())
	case resp != nil:
		if kept, _, _ := a.state(); kept.DeferFor > 0 {
			a.change(func(kept *model.Authority) { kept.DeferFor, kept.DeferUntil = 0, time.Time{} })
		}
	}
	return nil
}

// slowDown puts off all requests to the authority: for as long as it says, else
// twice as long as the last time.
func (a *authorityState) slowDown(after time.Duration, now time.Time) error {
	var until time.Time
	a.change(func(kept *model.Authority) {
		if after == 0 {
			after = max(2*kept.DeferFor, firstDefer)
		}
		kept.DeferFor = min(after, maxDefer)
		kept.DeferUntil = now.Add(kept.DeferFor)
		after, until = kept.DeferFor, kept.DeferUntil
	})
	return &WaitError{Authority: a.kept.Authority, Why: "asks to slow down (44) for " + words.Long(after), SlowDown: true, Until: until}
}

// IsNetworkDown reports an error that all capsules would give if this machine
// had no network.
func IsNetworkDown(err error) bool {
	kind := fetch.KindOf(err)
	return kind == fetch.Unreachable || kind == fetch.NoAnswer
}
