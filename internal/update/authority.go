package update

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"gemsub/robots"
)

// An Authority is what is kept of a host and port between runs.
type Authority struct {
	Authority string
	// Robots is the last robots.txt that was answered for; with RobotsKnown
	// and no bytes the capsule has none.
	Robots      []byte
	RobotsKnown bool
	// RobotsStatus says in one line how the last question was answered.
	RobotsStatus string
	RobotsAt     time.Time // of the last answer
	// RobotsFailingSince is zero unless the last question got no answer.
	RobotsFailingSince time.Time
	// RequestedAt is when our last request for a page ended; kept where a
	// Crawl-delay has to be observed.
	RequestedAt time.Time
	// DeferUntil and DeferFor are set by a 44.
	DeferUntil time.Time
	DeferFor   time.Duration
}

// A host is an Authority during a run.
type host struct {
	// asking is held while the robots policy is found out, gate while a
	// request is under way. A holder of asking may wait for gates; a holder
	// of a gate waits for nothing but its request.
	asking sync.Mutex
	gate   chan struct{}
	visits *visits

	resolve sync.Once
	address *address // nil: requests to it are not counted

	mu      sync.Mutex // guards what follows
	kept    Authority
	dirty   bool      // kept is to be stored
	down    error     // the capsule could not be reached in this run
	askedAt time.Time // of the last request for robots.txt in this run

	// Guarded by asking.
	asked     bool
	robots    *robots.Policy
	robotsErr error
}

// visits holds the hosts of one run.
type visits struct {
	engine  *Engine
	reached atomic.Bool // a request of the run got somewhere: the network is up
	doubt   atomic.Bool // a capsule that was reached before was not: the network may be down
	large   turn
	mu      sync.Mutex // guards what follows; not taken before a host's
	hosts   map[string]*host
	dirty   []*host // that changed since the last call of changed

	addresses map[netip.Addr]*address
}

func newVisits(e *Engine) *visits {
	return &visits{engine: e, large: newTurn(), hosts: map[string]*host{}}
}

// host returns the one host for an authority, loading what is kept of it.
func (v *visits) host(ctx context.Context, authority string) (*host, error) {
	v.mu.Lock()
	h := v.hosts[authority]
	v.mu.Unlock()
	if h != nil {
		return h, nil
	}
	kept, err := v.engine.Store.Authority(ctx, authority)
	if err != nil {
		return nil, err
	}
	kept.Authority = authority
	v.mu.Lock()
	defer v.mu.Unlock()
	if h := v.hosts[authority]; h != nil {
		return h, nil // somebody was quicker
	}
	h = &host{gate: make(chan struct{}, 1), visits: v, kept: kept}
	v.hosts[authority] = h
	return h, nil
}

// changed returns the authorities that are to be stored since the last call.
func (v *visits) changed() []Authority {
	v.mu.Lock()
	dirty := v.dirty
	v.dirty = nil
	v.mu.Unlock()
	all := make([]Authority, len(dirty))
	for i, h := range dirty {
		h.mu.Lock()
		h.dirty = false
		all[i] = h.kept
		h.mu.Unlock()
	}
	return all
}

// mark has kept stored with the next batch; h.mu is held.
func (h *host) mark() {
	if h.dirty {
		return
	}
	h.dirty = true
	h.visits.mu.Lock()
	defer h.visits.mu.Unlock()
	h.visits.dirty = append(h.visits.dirty, h)
}

// state returns a copy of what is kept, when robots.txt was requested in this
// run, and whether the host is down.
func (h *host) state() (kept Authority, askedAt time.Time, down error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.kept, h.askedAt, h.down
}

// requested notes that a request ended. One for robots.txt counts for this run
// only: else a capsule that wants more time than a run has would be asked for
// nothing but its robots.txt.
func (h *host) requested(now time.Time, x *visit) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if x.robots {
		h.askedAt = now
		return
	}
	h.kept.RequestedAt = now
	if x.delay > 0 { // the next run has to keep it too
		h.mark()
	}
}

// change edits what is kept.
func (h *host) change(edit func(*Authority)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	edit(&h.kept)
	h.mark()
}
