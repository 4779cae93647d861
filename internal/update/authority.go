package update

import (
	"sync"
	"time"

	"gemsub/internal/model"
	"gemsub/robots"
)

// An authorityState is what a session knows of an authority.
type authorityState struct {
	// asking is held while the robots policy is found out, gate while a
	// request is under way. A holder of asking may wait for gates; a holder
	// of a gate waits for nothing but its request.
	asking  semaphore
	gate    semaphore
	session *Session

	resolve sync.Once
	counter *counter // nil: requests to it are not counted

	users int // requests and groups that need it; guarded by session.mu

	mu      sync.Mutex // guards what follows
	kept    *model.Authority
	dirty   bool      // kept is to be stored
	storing bool      // kept is being stored
	down    error     // no connection could be made in this session
	askedAt time.Time // of the last request for robots.txt

	// Guarded by asking.
	asked     bool
	robots    *robots.Policy
	robotsErr error
}

// mark has kept stored with the next batch; a.mu is held.
func (a *authorityState) mark() {
	if a.dirty {
		return
	}
	a.dirty = true
	a.session.mu.Lock()
	defer a.session.mu.Unlock()
	a.session.dirty = append(a.session.dirty, a)
}

// state returns a copy of what is kept, when robots.txt was requested, and why
// no connection could be made, if so.
func (a *authorityState) state() (kept model.Authority, askedAt time.Time, down error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return *a.kept, a.askedAt, a.down
}

// requested notes that a request ended. One for robots.txt is no request for a
// page: else a capsule that wants more time than a run has would be asked for
// nothing but its robots.txt.
func (a *authorityState) requested(now time.Time, x *request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if x.Purpose == forRobots {
		a.askedAt = now
		return
	}
	a.kept.RequestedAt = now
	if x.delay > 0 || x.IgnoreRobots { // the next request may have to keep a delay too
		a.mark()
	}
}

// isDown notes that no connection could be made.
func (a *authorityState) isDown(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.down = err
}

// change edits what is kept.
func (a *authorityState) change(edit func(*model.Authority)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	edit(a.kept)
	a.mark()
}

// isStored reports that the store has all that is known of a. a.mu is held, and
// nobody uses a.
func (a *authorityState) isStored() bool {
	return !a.dirty && !a.storing && a.down == nil && a.robotsErr == nil && a.kept.RobotsFailingSince.IsZero()
}
