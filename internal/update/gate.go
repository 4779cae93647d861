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
	// longDelay is the Crawl-delay from which on a run makes one request and
	// leaves the rest to the next.
	longDelay = time.Minute
	// firstDefer is how long a 44 without a number of seconds lasts at first;
	// each further one doubles it, to maxDefer.
	firstDefer = time.Minute
	maxDefer   = 24 * time.Hour
	// burst is how many requests of a run one IP address takes as they come;
	// between the further ones burstGap passes. Many capsules share a host,
	// and admins ban at 20 requests in 40 s.
	burst    = 10
	burstGap = 4 * time.Second
)

// enter waits for the gate of a, then until the Crawl-delay has passed since the last
// request and a burst is over, and then for a job. After an error the gate is not held.
func (x *request) enter(ctx context.Context, a *authority, delay time.Duration) error {
	t := x.turn
	if t.left <= 0 {
		return ErrTooLong
	}
	if err := t.acquire(ctx, a.gate); err != nil {
		return err
	}
	err := x.ready(ctx, a, delay)
	if err == nil {
		err = x.session.waitForBurst(ctx, a, t, delay)
	}
	if err == nil {
		err = t.work(ctx)
	}
	if err != nil {
		a.gate.Release(1)
	}
	return err
}

// ready waits until a may be asked, or says why it may not in this run. Where a page led
// there, the wait is part of the turn's time: otherwise redirects could hold it for minutes.
func (x *request) ready(ctx context.Context, a *authority, delay time.Duration) error {
	kept, askedAt, down := a.state()
	now := x.session.engine.Now()
	next := pending(kept.RequestedAt.Add(delay), now, robots.MaxCrawlDelay)
	if delay <= longDelay {
		next = later(next, pending(askedAt.Add(delay), now, robots.MaxCrawlDelay))
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
		if x.turn.left -= wait; x.turn.left <= 0 {
			return ErrTooLong
		}
	}
	return x.turn.sleep(ctx, wait)
}

// A counter counts a run's requests to one IP address.
type counter struct {
	mu       sync.Mutex
	requests int
	free     time.Time // when the next request beyond the burst may begin
}

// reserve counts a request and returns how long it has to wait.
func (c *counter) reserve(now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests++
	begin := now
	if c.requests > burst {
		begin = later(now, c.free)
	}
	c.free = begin.Add(burstGap)
	return begin.Sub(now)
}

// counterOf returns the counter for the address of an authority, nil if there
// is none to count for: an address of this machine, or an unknown one.
func (s *Session) counterOf(ctx context.Context, authority string) *counter {
	if s.engine.Resolve == nil {
		return nil
	}
	name, _, _ := net.SplitHostPort(address.HostPortOf(authority)) // which every authority has
	ip, remote := s.engine.Resolve(ctx, name)
	if !remote {
		return nil
	}
	place := ip.String()
	if !ip.IsValid() { // the proxy resolves it: count by name
		place = name
	}
	c, _ := s.counters.LoadOrStore(place, &counter{})
	return c.(*counter)
}

// waitForBurst waits if many requests went to the IP address of a. A Crawl-delay takes
// the place of this rule.
func (s *Session) waitForBurst(ctx context.Context, a *authority, t *turn, delay time.Duration) error {
	a.resolve.Do(func() { a.counter = s.counterOf(ctx, a.kept.Authority) })
	if a.counter == nil {
		return nil
	}
	wait := a.counter.reserve(s.engine.Now())
	if delay > 0 {
		return nil
	}
	return t.sleep(ctx, wait)
}

// IsNetworkDown reports an error that all capsules would give if this machine
// had no network.
func IsNetworkDown(err error) bool {
	kind := fetch.KindOf(err)
	return kind == fetch.Unreachable || kind == fetch.NoAnswer
}
