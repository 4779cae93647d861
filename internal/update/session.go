package update

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/robots"
)

// A Session is a series of polite requests. Its checks and other requests share one
// connection to each authority, one robots.txt, and one count of requests to an IP address.
type Session struct {
	engine      *Engine
	jobs        *semaphore.Weighted
	large       *semaphore.Weighted // see maxLarge
	reached     atomic.Bool         // a request reached a server, so the network is up
	postTime    time.Duration       // of [MaxPostTime] that was taken
	authorities sync.Map            // *authority by name
	counters    sync.Map            // *requestCounter by IP address, or by name if that is unknown
}

// maxLarge is how many large bodies may be read, or wait to be stored, at the same time.
const maxLarge = 4

// NewSession returns a session that has made no requests.
func (e *Engine) NewSession() *Session {
	jobs := int64(cmp.Or(e.Jobs, DefaultJobs))
	return &Session{engine: e, jobs: semaphore.NewWeighted(jobs), large: semaphore.NewWeighted(maxLarge)}
}

// Decide returns the decision of robots.txt about u, and what is known of u's capsule. It
// requests robots.txt if the last answer is more than a day old.
func (e *Engine) Decide(ctx context.Context, u *url.URL) (d robots.Decision, kept model.Authority, err error) {
	s := e.NewSession()
	a, err := s.loadAuthority(ctx, address.Authority(u))
	if err != nil {
		return d, kept, err
	}
	d, err = (&request{session: s, worker: s.newWorker()}).decide(ctx, a, u)
	kept, _, _ = a.snapshot()
	return d, kept, cmp.Or(s.Close(ctx), err)
}

// Close stores the changes of authorities that were not stored with a check. If nothing could
// be reached, it stores none, since the network may be at fault.
func (s *Session) Close(ctx context.Context) error {
	if err := s.engine.Store.Commit(context.WithoutCancel(ctx), s.takeChanges()); err != nil {
		return fmt.Errorf("keep answers of capsules: %w", err)
	}
	return nil
}

// loadAuthority returns the state of an authority, of which there is one in a session. It loads
// the stored values first.
func (s *Session) loadAuthority(ctx context.Context, name string) (*authority, error) {
	a, known := s.authorities.Load(name)
	if !known {
		kept, err := s.engine.Store.Authority(ctx, name)
		if err != nil {
			return nil, err
		}
		kept.Authority = name
		a, _ = s.authorities.LoadOrStore(name, &authority{
			asking: semaphore.NewWeighted(1), gate: semaphore.NewWeighted(1),
			kept: kept, askedAt: kept.RobotsAt,
		})
	}
	return a.(*authority), nil
}

// takeChanges returns the authorities that changed since the last call, to be stored. If
// nothing could be reached, it returns none, since the network may be at fault.
func (s *Session) takeChanges() (b model.Batch) {
	if !s.reached.Load() {
		return b
	}
	b.Reached = true
	for _, known := range s.authorities.Range {
		a := known.(*authority)
		a.mu.Lock()
		if a.dirty {
			b.Authorities = append(b.Authorities, a.kept)
			a.kept.StoredKey = a.kept.Key
		}
		a.dirty = false
		a.mu.Unlock()
	}
	return b
}

// An authority is the state of an authority in a session.
type authority struct {
	// asking is held while robots.txt is read or requested, gate while a request is under way.
	// A holder of asking may wait for gates. A holder of a gate waits only for its request, so
	// there is no deadlock.
	asking *semaphore.Weighted
	gate   *semaphore.Weighted

	resolve sync.Once
	counter *requestCounter // nil if requests are not counted

	mu      sync.Mutex // guards the fields up to askedAt; kept.Authority never changes
	kept    model.Authority
	dirty   bool      // kept changed and is to be stored
	down    error     // why no connection could be made in this session
	askedAt time.Time // the last request for robots.txt

	// Guarded by asking.
	asked     bool
	robots    *robots.Policy
	robotsErr error
}

// snapshot returns a copy of kept, the time of the last request for robots.txt, and the
// error if no connection could be made.
func (a *authority) snapshot() (kept model.Authority, askedAt time.Time, down error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.kept, a.askedAt, a.down
}

// editKept changes kept.
func (a *authority) editKept(edit func(*model.Authority)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	edit(&a.kept)
	a.dirty = true
}

// noteAnswer notes the end of a request and what it shows about the whole authority, such as the
// server's key. It returns err, or for a 44 a [*WaitError]. The time of a request for robots.txt is
// noted apart: otherwise a capsule whose Crawl-delay is longer than a run would never be asked for
// anything else. isAnswered says that an answer came, of any status. If keep is set, the time is
// stored, since a request of the next run may have to wait for it.
//
// A 44 postpones all requests to the authority by its number of seconds or, without one, by twice
// the last such time.
func (a *authority) noteAnswer(x *request, resp *fetch.Response, err error, isAnswered, keep bool) error {
	now, kind := x.session.engine.Now(), fetch.KindOf(err)
	a.mu.Lock()
	if resp.Key != a.kept.Key {
		a.kept.Key, a.dirty = resp.Key, true
	}
	if x.Purpose == forRobots {
		a.askedAt = now
	} else {
		a.kept.RequestedAt = now
		a.dirty = a.dirty || keep
	}
	if fetch.IsConnectionError(err) {
		a.down = err
	}
	switch {
	case kind == fetch.SlowDown:
		after := min(cmp.Or(fetch.RetryAfter(err), max(2*a.kept.DeferFor, firstDefer)), maxDefer)
		a.kept.DeferFor, a.kept.DeferUntil, a.dirty = after, now.Add(after), true
		err = &WaitError{
			Authority: a.kept.Authority, Why: "asks to slow down (44) for " + words.SpanInWords(after),
			SlowDown: true, Until: a.kept.DeferUntil,
		}
	case isAnswered && a.kept.DeferFor > 0:
		a.kept.DeferFor, a.kept.DeferUntil, a.dirty = 0, time.Time{}, true
	}
	a.mu.Unlock()
	if !IsNetworkDown(err) && kind != fetch.Canceled {
		x.session.reached.Store(true)
	}
	return err
}
