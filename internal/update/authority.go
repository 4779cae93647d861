package update

import (
	"sync"
	"time"

	"gemsub/internal/model"
	"gemsub/robots"
)

// A host is an Authority during a run.
type host struct {
	// asking is held while the robots policy is found out, gate while a
	// request is under way. A holder of asking may wait for gates; a holder
	// of a gate waits for nothing but its request.
	asking sync.Mutex
	gate   chan struct{}
	visits *visits

	resolve sync.Once
	counter *counter // nil: requests to it are not counted

	users int // who holds it; guarded by visits.mu

	mu      sync.Mutex // guards what follows
	kept    model.Authority
	dirty   bool      // kept is to be stored
	storing bool      // kept is being stored
	down    error     // the capsule could not be reached in this run
	askedAt time.Time // of the last request for robots.txt

	// Guarded by asking.
	asked     bool
	robots    *robots.Policy
	robotsErr error
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

// state returns a copy of what is kept, when robots.txt was requested, and
// whether the host is down.
func (h *host) state() (kept model.Authority, askedAt time.Time, down error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.kept, h.askedAt, h.down
}

// requested notes that a request ended. One for robots.txt is no request for a
// page: else a capsule that wants more time than a run has would be asked for
// nothing but its robots.txt.
func (h *host) requested(now time.Time, x *visit) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if x.robots {
		h.askedAt = now
		return
	}
	h.kept.RequestedAt = now
	if x.delay > 0 || x.sub.IgnoreRobots { // whoever comes next may have to keep it too
		h.mark()
	}
}

// change edits what is kept.
func (h *host) change(edit func(*model.Authority)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	edit(&h.kept)
	h.mark()
}

// known reports that the store has all that is known of h. h.mu is held, and
// nobody else has h.
func (h *host) known() bool {
	return !h.dirty && !h.storing && h.down == nil && h.robotsErr == nil && h.kept.RobotsFailingSince.IsZero()
}
