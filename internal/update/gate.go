package update

import (
	"context"
	"net"
	"sync"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/words"
	"gemsub/robots"
)

const (
	// longDelay is the longest Crawl-delay that a run waits for. With a longer one, each run
	// makes one request.
	longDelay = time.Minute
	// firstDefer is how long requests are postponed after a 44 without a number of seconds.
	// Each further 44 doubles that, up to maxDefer.
	firstDefer = time.Minute
	maxDefer   = 24 * time.Hour
	// burstSize is how many requests of a run to one IP address are made without waiting;
	// burstGap is the time between the following ones. Many capsules share a host, and admins
	// ban clients at 20 requests in 40 s.
	burstSize = 10
	burstGap  = 4 * time.Second
)

// enterGate waits for the gate of a, then until the Crawl-delay has passed since the last
// request and a burst is over, then for a job. If it returns an error, it does not hold the
// gate.
func (x *request) enterGate(ctx context.Context, a *authority, delay time.Duration) error {
	if x.worker.timeLeft <= 0 {
		return ErrTooLong
	}
	if err := x.worker.acquire(ctx, a.gate); err != nil {
		return err
	}
	err := x.awaitReady(ctx, a, delay)
	if err == nil {
		err = x.waitForBurst(ctx, a, delay)
	}
	if err == nil {
		err = x.worker.takeJob(ctx)
	}
	if err != nil {
		a.gate.Release(1)
	}
	return err
}

// awaitReady waits until a may be asked, or returns an error if it may not be asked in this
// run. After a redirect or a link the worker's time includes the wait: otherwise redirects could
// take minutes.
func (x *request) awaitReady(ctx context.Context, a *authority, delay time.Duration) error {
	kept, askedAt, down := a.snapshot()
	now := x.session.engine.Now()
	next := pending(kept.RequestedAt.Add(delay), now, robots.MaxCrawlDelay)
	if delay <= longDelay {
		next = laterTime(next, pending(askedAt.Add(delay), now, robots.MaxCrawlDelay))
	}
	deferred := DeferredUntil(kept, now)
	switch {
	case down != nil:
		return down
	case !deferred.IsZero():
		return &WaitError{Authority: a.kept.Authority, Why: "asked to slow down", SlowDown: true, Until: deferred}
	case delay == 0 || next.IsZero():
		return nil
	case delay > longDelay:
		return &WaitError{Authority: a.kept.Authority, Why: "wants " + words.SpanInWords(delay) + " between requests (Crawl-delay in robots.txt)", Until: next}
	}
	wait := min(next.Sub(now), delay)
	if x.from.Home != "" {
		if x.worker.timeLeft -= wait; x.worker.timeLeft <= 0 {
			return ErrTooLong
		}
	}
	return x.worker.sleep(ctx, wait)
}

// A requestCounter counts the requests of a run to one IP address.
type requestCounter struct {
	mu       sync.Mutex
	requests int
	free     time.Time // when the next request after the burst may begin
}

// reserve counts a request and returns how long this request has to wait.
func (c *requestCounter) reserve(now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests++
	begin := now
	if c.requests > burstSize {
		begin = laterTime(now, c.free)
	}
	c.free = begin.Add(burstGap)
	return begin.Sub(now)
}

// waitForBurst waits if this run has made many requests to the IP address of a. A Crawl-delay
// replaces this rule. It does not apply if the address is unknown or belongs to this machine.
func (x *request) waitForBurst(ctx context.Context, a *authority, delay time.Duration) error {
	e := x.session.engine
	a.resolve.Do(func() {
		if e.Resolve == nil {
			return
		}
		name, _, _ := net.SplitHostPort(address.HostPortOf(a.kept.Authority))
		if ip, remote := e.Resolve(ctx, name); remote {
			place := ip.String()
			if !ip.IsValid() { // only the proxy knows the address: count by name
				place = name
			}
			c, _ := x.session.counters.LoadOrStore(place, &requestCounter{})
			a.counter = c.(*requestCounter)
		}
	})
	if a.counter == nil {
		return nil
	}
	wait := a.counter.reserve(e.Now())
	if delay > 0 {
		return nil
	}
	return x.worker.sleep(ctx, wait)
}

// IsNetworkDown reports whether err is one that every capsule would cause if this machine had
// no network.
func IsNetworkDown(err error) bool {
	kind := fetch.KindOf(err)
	return kind == fetch.Unreachable || kind == fetch.NoAnswer || kind == fetch.Offline
}
