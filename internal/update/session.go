package update

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/robots"
)

// A Session is a series of polite requests: its checks and other requests share
// one connection for each authority, one robots.txt, one count of requests to an
// IP address.
type Session struct {
	engine      *Engine
	jobs        semaphore
	reached     atomic.Bool   // a request got somewhere: the network is up
	doubt       atomic.Bool   // a capsule that was reached before was not: the network may be down
	postTime    time.Duration // of [PostTime] that was taken
	hadPost     sync.Map      // by authority: its turn for a post came
	authorities sync.Map      // *authority by name
	counters    sync.Map      // *counter by IP address, or by name where that is unknown
}

// NewSession returns a session without any requests yet.
func (e *Engine) NewSession() *Session {
	return &Session{engine: e, jobs: make(semaphore, cmp.Or(e.Jobs, DefaultJobs))}
}

// Decide says what robots.txt says of u, and what is kept of its capsule. It asks
// for robots.txt if that was more than a day ago.
func (e *Engine) Decide(ctx context.Context, u *url.URL) (d robots.Decision, kept model.Authority, err error) {
	s := e.NewSession()
	a, err := s.authority(ctx, address.Authority(u))
	if err != nil {
		return d, kept, err
	}
	d, _, err = s.decide(ctx, a, u, s.newTurn(), Origin{})
	kept, _, _ = a.state()
	return d, kept, cmp.Or(s.Close(ctx), err)
}

// Close stores what requests that were no checks found out about authorities,
// unless nothing was reached: then they only tell of the network.
func (s *Session) Close(ctx context.Context) error {
	if _, err := s.engine.Store.Commit(context.WithoutCancel(ctx), s.learned()); err != nil {
		return fmt.Errorf("keep answers of capsules: %w", err)
	}
	return nil
}

// authority returns the one state of an authority, loading what is kept of it.
func (s *Session) authority(ctx context.Context, name string) (*authority, error) {
	if a, known := s.authorities.Load(name); known {
		return a.(*authority), nil
	}
	if err := s.load(ctx, []string{name}); err != nil {
		return nil, err
	}
	a, _ := s.authorities.Load(name)
	return a.(*authority), nil
}

// load reads what is kept of authorities that the session does not know yet.
func (s *Session) load(ctx context.Context, names []string) error {
	all, err := s.engine.Store.Authorities(ctx, names)
	for i, kept := range all {
		kept.Authority = names[i]
		s.authorities.LoadOrStore(names[i], &authority{
			asking: make(semaphore, 1), gate: make(semaphore, 1),
			kept: kept, storedKey: kept.Key, askedAt: kept.RobotsAt,
		})
	}
	return err
}

// learned returns what is to be stored of authorities that changed since the last call:
// nothing if nothing was reached, since then they only tell of the network.
func (s *Session) learned() Batch {
	b := Batch{KeysBefore: map[string]string{}}
	if !s.reached.Load() {
		return b
	}
	for _, known := range s.authorities.Range {
		a := known.(*authority)
		a.mu.Lock()
		if a.dirty {
			b.Authorities = append(b.Authorities, a.kept)
		}
		if key := a.kept.Key; a.dirty && key != a.storedKey {
			b.Keys, b.KeysBefore[a.kept.Authority] = append(b.Keys, key), a.storedKey.Fingerprint
			a.storedKey = key
		}
		a.dirty = false
		a.mu.Unlock()
	}
	return b
}
