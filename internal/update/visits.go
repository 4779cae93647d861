package update

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"

	"gemsub/internal/model"
)

// visits holds the hosts of one run: those that are being asked, and those of
// which more is known than the store has. The others are forgotten, since a run
// may go to very many.
type visits struct {
	engine  *Engine
	reached atomic.Bool // a request of the run got somewhere: the network is up
	doubt   atomic.Bool // a capsule that was reached before was not: the network may be down
	turn    places      // of the large page whose entries are not in the store yet
	bodies  places      // of large pages
	mu      sync.Mutex  // guards what follows; not taken before a host's
	hosts   map[string]*host
	dirty   []*host // that changed since the last call of changed

	counters map[netip.Addr]*counter
}

func newVisits(e *Engine) *visits {
	return &visits{engine: e, turn: newPlaces(1), bodies: newPlaces(maxBodies), hosts: map[string]*host{}}
}

// hold returns the one host for an authority, loading what is kept of it. It
// stays the one until all who hold it have released it.
func (v *visits) hold(ctx context.Context, authority string) (*host, error) {
	if h := v.join(authority, nil); h != nil {
		return h, nil
	}
	kept, err := v.engine.Store.Authority(ctx, authority)
	if err != nil {
		return nil, err
	}
	kept.Authority = authority
	h := &host{gate: make(chan struct{}, 1), visits: v, kept: kept, askedAt: kept.RobotsAt}
	return v.join(authority, h), nil
}

// join adds a user to the host for an authority: to fresh where there is none.
func (v *visits) join(authority string, fresh *host) *host {
	v.mu.Lock()
	defer v.mu.Unlock()
	h := v.hosts[authority]
	if h == nil && fresh != nil {
		h = fresh
		v.hosts[authority] = h
	}
	if h != nil {
		h.users++
	}
	return h
}

// release ends what hold began.
func (v *visits) release(h *host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	h.users--
	v.forget(h)
}

// forget lets go of a host that nobody holds and the store knows all about. Its
// mu and v's are held.
func (v *visits) forget(h *host) {
	if h.users == 0 && h.known() {
		delete(v.hosts, h.kept.Authority)
	}
}

// changed returns the hosts that changed since the last call. Once what is kept
// of them is in the store, stored has to be called.
func (v *visits) changed() []*host {
	v.mu.Lock()
	defer v.mu.Unlock()
	dirty := v.dirty
	v.dirty = nil
	return dirty
}

// authorities returns what is to be stored of hosts.
func authorities(hosts []*host) []model.Authority {
	all := make([]model.Authority, len(hosts))
	for i, h := range hosts {
		h.mu.Lock()
		h.dirty, h.storing = false, true
		all[i] = h.kept
		h.mu.Unlock()
	}
	return all
}

// stored notes that what was kept of hosts is in the store.
func (v *visits) stored(hosts []*host) {
	for _, h := range hosts {
		h.mu.Lock()
		h.storing = false
		v.mu.Lock()
		v.forget(h)
		v.mu.Unlock()
		h.mu.Unlock()
	}
}
