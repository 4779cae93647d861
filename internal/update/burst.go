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

// An address counts a run's requests to one IP address.
type address struct {
	mu       sync.Mutex
	requests int
	free     time.Time // when the next request beyond the burst may begin
}

// reserve counts a request and returns how long it has to wait.
func (a *address) reserve(now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests++
	begin := now
	if a.requests > burst {
		begin = later(now, a.free)
	}
	a.free = begin.Add(burstGap)
	return begin.Sub(now)
}

// addressOf returns the counter for the address of an authority, nil if there
// is none to count for: an address of this machine, or an unknown one.
func (v *visits) addressOf(ctx context.Context, authority string) *address {
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
	if v.addresses == nil {
		v.addresses = map[netip.Addr]*address{}
	}
	if v.addresses[ip] == nil {
		v.addresses[ip] = &address{}
	}
	return v.addresses[ip]
}

// holdBack waits where many requests went to the address of h before. A
// capsule with a Crawl-delay has said itself what it wants.
func (v *visits) holdBack(ctx context.Context, h *host, delay time.Duration) error {
	h.resolve.Do(func() { h.address = v.addressOf(ctx, h.kept.Authority) })
	if h.address == nil {
		return nil
	}
	wait := h.address.reserve(v.engine.Now())
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
