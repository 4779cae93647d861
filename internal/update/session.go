package update

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/robots"
)

// A Session is a series of polite requests: its checks and other requests share
// one connection for each authority, one robots.txt, one count of requests to an
// IP address.
//
// It holds the authorities that are being asked, and those of which more is known
// than the store has. The others are forgotten, since a run may ask very many.
type Session struct {
	engine  *Engine
	reached atomic.Bool // a request got somewhere: the network is up
	doubt   atomic.Bool // a capsule that was reached before was not: the network may be down
	unread  semaphore   // the large page whose entries are not in the store yet
	bodies  semaphore   // large pages in memory
	posts   postRecord

	mu          sync.Mutex // guards what follows; not taken before a state's
	authorities map[string]*authorityState
	dirty       []*authorityState   // that changed since the last call of changed
	counters    map[string]*counter // by IP address, or by name where that is unknown
}

// NewSession returns a session without any requests yet.
func (e *Engine) NewSession() *Session {
	return &Session{engine: e, unread: newSemaphore(1), bodies: newSemaphore(maxBodies), authorities: map[string]*authorityState{}}
}

// Decide says what robots.txt says of u, and what is kept of its capsule. It asks
// for robots.txt if that was more than a day ago.
func (e *Engine) Decide(ctx context.Context, u *url.URL) (d robots.Decision, kept model.Authority, err error) {
	s := e.NewSession()
	a, err := s.acquire(ctx, address.Authority(u))
	if err != nil {
		return d, kept, err
	}
	d, _, err = s.decide(ctx, a, u, s.newBudget())
	kept, _, _ = a.state()
	return d, kept, cmp.Or(s.Close(ctx), err)
}

// Close stores what requests that were no checks found out about authorities,
// unless nothing was reached: then they only tell of the network.
func (s *Session) Close(ctx context.Context) error {
	var states []*authorityState
	if s.reached.Load() {
		states = s.changed()
	}
	if _, err := s.engine.Store.Commit(context.WithoutCancel(ctx), Batch{Authorities: toStore(states)}); err != nil {
		return fmt.Errorf("keep answers of capsules: %w", err)
	}
	s.stored(states)
	return nil
}

// acquire returns the one state of an authority, loading what is kept of it. It
// stays the one until it has been released as often as it was acquired.
func (s *Session) acquire(ctx context.Context, authority string) (*authorityState, error) {
	if a := s.use(authority, nil); a != nil {
		return a, nil
	}
	states, err := s.acquireAll(ctx, []string{authority})
	if err != nil {
		return nil, err
	}
	return states[0], nil
}

// acquireAll acquires the states of several authorities.
func (s *Session) acquireAll(ctx context.Context, authorities []string) ([]*authorityState, error) {
	all, err := s.engine.Store.Authorities(ctx, authorities)
	if err != nil {
		return nil, err
	}
	states := make([]*authorityState, len(all))
	for i := range all {
		kept := &all[i]
		kept.Authority = authorities[i]
		fresh := &authorityState{asking: newSemaphore(1), gate: newSemaphore(1), session: s, kept: kept, askedAt: kept.RobotsAt}
		states[i] = s.use(kept.Authority, fresh)
	}
	return states, nil
}

// use adds a user to the state of an authority: to fresh where there is none.
func (s *Session) use(authority string, fresh *authorityState) *authorityState {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.authorities[authority]
	if a == nil && fresh != nil {
		a = fresh
		s.authorities[authority] = a
	}
	if a != nil {
		a.users++
	}
	return a
}

// release ends what acquire began.
func (s *Session) release(a *authorityState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	a.users--
	s.forget(a)
}

// forget drops a state that nobody uses and the store has all of. Its mu and
// that of s are held.
func (s *Session) forget(a *authorityState) {
	if a.users == 0 && a.isStored() {
		delete(s.authorities, a.kept.Authority)
	}
}

// changed returns the states that changed since the last call. Once what is kept
// of them is in the store, stored has to be called.
func (s *Session) changed() []*authorityState {
	s.mu.Lock()
	defer s.mu.Unlock()
	dirty := s.dirty
	s.dirty = nil
	return dirty
}

// toStore returns what is to be stored of states.
func toStore(states []*authorityState) []model.Authority {
	all := make([]model.Authority, len(states))
	for i, a := range states {
		a.mu.Lock()
		a.dirty, a.storing = false, true
		all[i] = *a.kept
		a.mu.Unlock()
	}
	return all
}

// stored notes that what was kept of states is in the store.
func (s *Session) stored(states []*authorityState) {
	for _, a := range states {
		a.mu.Lock()
		a.storing = false
		s.mu.Lock()
		s.forget(a)
		s.mu.Unlock()
		a.mu.Unlock()
	}
}
