package update

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"time"
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
func (v *visits) counterOf(ctx context.Context, authority string) *counter {
	if v.engine.Resolve == nil {
		return nil
	}
	name, _, err := net.SplitHostPort(authority)
	if err != nil {
		return nil
	}
	ip, remote := v.engine.Resolve(ctx, name)
	if !remote {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.counters == nil {
		v.counters = map[netip.Addr]*counter{}
	}
	if v.counters[ip] == nil {
		v.counters[ip] = &counter{}
	}
	return v.counters[ip]
}

// holdBack waits where many requests went to the address of h before. A
// capsule with a Crawl-delay has said itself what it wants.
func (v *visits) holdBack(ctx context.Context, h *host, delay time.Duration) error {
	h.resolve.Do(func() { h.counter = v.counterOf(ctx, h.kept.Authority) })
	if h.counter == nil {
		return nil
	}
	wait := h.counter.reserve(v.engine.Now())
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
