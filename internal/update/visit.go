package update

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
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

// A visit is one request with its redirects. Between ask and end, or the next
// ask, it holds the host that is being asked and is inside its gate.
type visit struct {
	visits *visits
	sub    model.Subscription
	robots bool          // for robots.txt itself
	host   *host         // that it holds, if any
	inside bool          // the gate of host
	delay  time.Duration // the Crawl-delay of host
	// checkEvery is the Check field that the first hop's robots.txt states.
	checkEvery time.Duration
	hops       int
	requested  bool // whatever came of it
	large      bool // it has one of the places for large bodies
	budget     *fetch.Allowance
	notices    []string // of asking for robots.txt on the way
}

// ask is called before every hop: it decides whether u may be requested now,
// and waits until it may.
func (x *visit) ask(ctx context.Context, u *url.URL) error {
	h, err := x.approach(ctx, u)
	if err != nil {
		return err
	}
	var delay time.Duration
	if !x.sub.IgnoreRobots {
		d, notices, err := x.visits.decide(ctx, h, u, x.budget)
		x.notices = append(x.notices, notices...)
		if err != nil {
			return err
		}
		if !d.Allowed {
			return &RefusedError{URL: u.String(), Decision: d}
		}
		delay = d.CrawlDelay
		if err := x.checkInterval(h, d.Check); err != nil {
			return err
		}
	}
	return x.enter(ctx, h, delay)
}

// checkInterval holds the capsule's Check field against the last check.
func (x *visit) checkInterval(h *host, every time.Duration) error {
	x.hops++
	if x.hops > 1 {
		return nil
	}
	x.checkEvery = every
	until := pending(x.sub.CheckedAt.Add(every), x.visits.engine.Now(), longestCheck)
	if every == 0 || until.IsZero() {
		return nil
	}
	kept, _, _ := h.state()
	return &WaitError{Authority: kept.Authority, Why: "wants to be checked every " + short(every) + " (Check in robots.txt)", Until: until}
}

// enter waits for the gate of h, and then until delay has passed since the
// last request.
func (x *visit) enter(ctx context.Context, h *host, delay time.Duration) error {
	select {
	case h.gate <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	err := x.visits.ready(ctx, h, delay)
	if err == nil {
		err = x.visits.holdBack(ctx, h, delay)
	}
	if err != nil {
		<-h.gate
		return err
	}
	x.inside, x.delay, x.requested = true, delay, true
	x.budget.Run()
	return nil
}

// ready returns when h may be asked, or says why it may not in this run.
func (v *visits) ready(ctx context.Context, h *host, delay time.Duration) error {
	kept, askedAt, down := h.state()
	now := v.engine.Now()
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

// approach takes hold of the host of u. A hop before it was answered: by a
// redirect, since there is another.
func (x *visit) approach(ctx context.Context, u *url.URL) (h *host, err error) {
	if x.inside {
		x.visits.reached.Store(true)
	}
	x.end()
	x.host, err = x.visits.hold(ctx, address.Authority(u))
	return x.host, err
}

// end gives back the gate, and then the host.
func (x *visit) end() {
	if x.inside {
		x.budget.Rest()
		x.host.requested(x.visits.engine.Now(), x)
		<-x.host.gate
		x.inside = false
	}
	if x.host != nil {
		x.visits.release(x.host)
		x.host = nil
	}
}

// answered notes what the last hop's outcome says of its whole authority. It
// returns an error if that is to be asked later.
func (x *visit) answered(resp *fetch.Response, err error) error {
	if !x.inside {
		return nil // stopped before the request
	}
	h := x.host
	if !networkDown(err) && fetch.KindOf(err) != fetch.Canceled {
		x.visits.reached.Store(true)
	}
	switch {
	case fetch.NoConnection(err):
		h.mu.Lock()
		h.down = err
		h.mu.Unlock()
	case err == nil && resp.Status == 44:
		return h.slowDown(resp.Meta, x.visits.engine.Now())
	case err == nil:
		if kept, _, _ := h.state(); kept.DeferFor > 0 {
			h.change(func(a *model.Authority) { a.DeferFor, a.DeferUntil = 0, time.Time{} })
		}
	}
	return nil
}

// slowDown puts off all requests to the authority: for the number of seconds
// in meta if it is one, else twice as long as the last time.
func (h *host) slowDown(meta string, now time.Time) error {
	var until time.Time
	h.change(func(a *model.Authority) {
		a.DeferFor = min(max(2*a.DeferFor, firstDefer), maxDefer)
		if n, err := strconv.Atoi(strings.TrimSpace(meta)); err == nil && n > 0 {
			a.DeferFor = min(time.Duration(min(n, int(maxDefer/time.Second)))*time.Second, maxDefer)
		}
		a.DeferUntil = now.Add(a.DeferFor)
		until = a.DeferUntil
	})
	return &WaitError{Authority: h.kept.Authority, Why: "asks to slow down (44)", SlowDown: true, Until: until}
}

// networkDown reports an error that all capsules would give if this machine
// had no network.
func networkDown(err error) bool {
	kind := fetch.KindOf(err)
	return kind == fetch.Unreachable || kind == fetch.NoAnswer
}

// decide asks the policy of h about u. The notices are of asking for it.
func (v *visits) decide(ctx context.Context, h *host, u *url.URL, budget *fetch.Allowance) (d robots.Decision, notices []string, err error) {
	policy, notices, err := v.policy(ctx, h, u, budget)
	if err != nil {
		return d, notices, err
	}
	d = policy.Decide(v.engine.Agents, address.RobotsTarget(u))
	d.CrawlDelay = min(d.CrawlDelay, longestDelay)
	return d, notices, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// short is a duration without units that are zero: 2h, not 2h0m0s.
func short(d time.Duration) string {
	s := strings.TrimSuffix(d.String(), "m0s")
	if len(s) < len(d.String()) {
		s += "m"
	}
	if h, ok := strings.CutSuffix(s, "h0m"); ok {
		s = h + "h"
	}
	return s
}
