package update

import (
	"context"
	"net"
	"sync"
	"time"

	"gemsub/internal/address"
)

const (
	// burst is how many requests of a run one IP address takes as they come;
	// between the further ones burstGap passes. Many capsules share a host,
	// and admins ban at 20 requests in 40 s.
	burst    = 10
	burstGap = 4 * time.Second
)

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
	name, _, err := net.SplitHostPort(address.HostPortOf(authority))
	if err != nil {
		return nil
	}
	ip, remote := s.engine.Resolve(ctx, name)
	if !remote {
		return nil
	}
	place := ip.String()
	if !ip.IsValid() { // which a proxy resolves: its name has to do
		place = name
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counters == nil {
		s.counters = map[string]*counter{}
	}
	if s.counters[place] == nil {
		s.counters[place] = &counter{}
	}
	return s.counters[place]
}

// waitForBurst waits where many requests went to the address of a before. A
// capsule with a Crawl-delay has said itself what it wants.
func (s *Session) waitForBurst(ctx context.Context, a *authorityState, delay time.Duration) error {
	a.resolve.Do(func() { a.counter = s.counterOf(ctx, a.kept.Authority) })
	if a.counter == nil {
		return nil
	}
	wait := a.counter.reserve(s.engine.Now())
	if delay > 0 {
		return nil
	}
	return sleep(ctx, wait)
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
