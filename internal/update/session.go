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

// A Session is a series of polite requests: its checks and other requests share
// one connection for each authority, one robots.txt, one count of requests to an
// IP address.
type Session struct {
	engine      *Engine
	jobs        *semaphore.Weighted
	large       *semaphore.Weighted // see maxLarge
	reached     atomic.Bool         // a request got somewhere: the network is up
	postTime    time.Duration       // of [PostTime] that was taken
	hadPost     sync.Map            // by authority: its turn for a post came
	authorities sync.Map            // *authority by name
	counters    sync.Map            // *counter by IP address, or by name where that is unknown
}

// maxLarge is how many large bodies are read, or wait to be stored, at once.
const maxLarge = 4

// NewSession returns a session without any requests yet.
func (e *Engine) NewSession() *Session {
	jobs := int64(cmp.Or(e.Jobs, DefaultJobs))
	return &Session{engine: e, jobs: semaphore.NewWeighted(jobs), large: semaphore.NewWeighted(maxLarge)}
}

// Decide says what robots.txt says of u, and what is kept of its capsule. It asks
// for robots.txt if that was more than a day ago.
func (e *Engine) Decide(ctx context.Context, u *url.URL) (d robots.Decision, kept model.Authority, err error) {
	s := e.NewSession()
	a, err := s.authority(ctx, address.Authority(u))
	if err != nil {
		return d, kept, err
	}
	x := &request{session: s, turn: s.newTurn()}
	d, err = x.decide(ctx, a, u)
	kept, _, _ = a.state()
	return d, kept, cmp.Or(s.Close(ctx), err)
}

// Close stores what requests other than checks learned about authorities, unless nothing
// could be reached: that may be the network's fault.
func (s *Session) Close(ctx context.Context) error {
	if err := s.engine.Store.Commit(context.WithoutCancel(ctx), s.learned()); err != nil {
		return fmt.Errorf("keep answers of capsules: %w", err)
	}
	return nil
}

// authority returns the one state of an authority, loading what is kept of it.
func (s *Session) authority(ctx context.Context, name string) (*authority, error) {
	if _, known := s.authorities.Load(name); !known {
		if err := s.load(ctx, []string{name}); err != nil {
			return nil, err
		}
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
			asking: semaphore.NewWeighted(1), gate: semaphore.NewWeighted(1),
			kept: kept, askedAt: kept.RobotsAt,
		})
	}
	return err
}

// learned returns what is to be stored of authorities that changed since the last call:
// nothing if nothing could be reached, which may be the network's fault.
func (s *Session) learned() (b model.Batch) {
	if !s.reached.Load() {
		return b
	}
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

// An authority is what a session knows of one.
type authority struct {
	// asking is held while the robots policy is found out, gate while a
	// request is under way. A holder of asking may wait for gates; a holder
	// of a gate waits for nothing but its request.
	asking *semaphore.Weighted
	gate   *semaphore.Weighted

	resolve sync.Once
	counter *counter // nil: requests to it are not counted

	mu      sync.Mutex // guards what follows; kept.Authority never changes
	kept    model.Authority
	dirty   bool      // kept is to be stored
	down    error     // no connection could be made in this session
	askedAt time.Time // of the last request for robots.txt

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

// answered notes the end of a request, and what it says about the whole authority: the key that
// the server showed, and that it answered at all. It returns err, and for a 44 a [*WaitError].
// Requests for robots.txt have a time of their own: otherwise a capsule whose Crawl-delay is
// longer than a run would be asked for nothing but robots.txt. keep says that the next request
// may have to wait for this one.
func (a *authority) answered(x *request, resp *fetch.Response, err error, isAnswered, keep bool) error {
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
	if fetch.NoConnection(err) {
		a.down = err
	}
	if isAnswered && kind != fetch.SlowDown && a.kept.DeferFor > 0 {
		a.kept.DeferFor, a.kept.DeferUntil, a.dirty = 0, time.Time{}, true
	}
	a.mu.Unlock()
	if !IsNetworkDown(err) && kind != fetch.Canceled {
		x.session.reached.Store(true)
	}
	if kind == fetch.SlowDown {
		return a.slowDown(fetch.RetryAfter(err), now)
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
	return &WaitError{Authority: a.kept.Authority, Why: "asks to slow down (44) for " + words.SpanInWords(after), SlowDown: true, Until: until}
}
