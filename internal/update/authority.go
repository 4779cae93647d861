package update

import (
	"sync"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/robots"
)

// An authority is what a session knows of one.
type authority struct {
	// asking is held while the robots policy is found out, gate while a
	// request is under way. A holder of asking may wait for gates; a holder
	// of a gate waits for nothing but its request.
	asking semaphore
	gate   semaphore

	resolve sync.Once
	counter *counter // nil: requests to it are not counted

	mu        sync.Mutex // guards what follows; kept.Authority never changes
	kept      model.Authority
	storedKey model.PinnedKey
	dirty     bool      // kept is to be stored
	down      error     // no connection could be made in this session
	askedAt   time.Time // of the last request for robots.txt

	// Guarded by asking.
	asked     bool
	robots    *robots.Policy
	robotsErr error
}

// state returns a copy of what is kept, when robots.txt was requested, and why
// no connection could be made, if so.
func (a *authority) state() (kept model.Authority, askedAt time.Time, down error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.kept, a.askedAt, a.down
}

// change edits what is kept.
func (a *authority) change(edit func(*model.Authority)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	edit(&a.kept)
	a.dirty = true
}

// requested notes that a request ended. One for robots.txt is no request for a
// page: else a capsule that wants more time than a run has would be asked for
// nothing but its robots.txt. Keep says that the next request may have to wait for it.
func (a *authority) requested(now time.Time, p Purpose, keep bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p == forRobots {
		a.askedAt = now
		return
	}
	a.kept.RequestedAt = now
	a.dirty = a.dirty || keep
}

// answered notes what a hop's outcome says of the whole authority, and returns err, or
// what that comes to.
func (a *authority) answered(s *Session, resp *fetch.Response, err error) error {
	if !IsNetworkDown(err) && fetch.KindOf(err) != fetch.Canceled {
		s.reached.Store(true)
	}
	switch {
	case fetch.NoConnection(err):
		a.mu.Lock()
		defer a.mu.Unlock()
		a.down = err
	case fetch.KindOf(err) == fetch.SlowDown:
		return a.slowDown(fetch.RetryAfter(err), s.engine.Now())
	case resp != nil:
		if kept, _, _ := a.state(); kept.DeferFor > 0 {
			a.change(func(kept *model.Authority) { kept.DeferFor, kept.DeferUntil = 0, time.Time{} })
		}
	}
	return err
}

// slowDown puts off all requests to the authority: for as long as it says, else
// twice as long as the last time.
func (a *authority) slowDown(after time.Duration, now time.Time) error {
	if kept, _, _ := a.state(); after == 0 {
		after = max(2*kept.DeferFor, firstDefer)
	}
	after = min(after, maxDefer)
	until := now.Add(after)
	a.change(func(kept *model.Authority) { kept.DeferFor, kept.DeferUntil = after, until })
	return &WaitError{Authority: a.kept.Authority, Why: "asks to slow down (44) for " + words.Long(after), SlowDown: true, Until: until}
}
