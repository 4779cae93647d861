package update

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/netip"
	"net/url"
	"runtime"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
)

// DefaultJobs is how many authorities are asked at once, beside those that take
// longer than [patience].
const DefaultJobs = 32

// A Fetcher makes one request and follows its redirects; *[fetch.Client] does.
type Fetcher interface {
	Get(ctx context.Context, u *url.URL, ask fetch.Asker) (*fetch.Response, error)
}

// A Store keeps what the engine learns. Authority may be called from several
// goroutines at once, Commit from one at a time.
type Store interface {
	// Authority returns what is kept of an authority, the zero value if
	// nothing is.
	Authority(ctx context.Context, authority string) (model.Authority, error)
	// Commit keeps all of a batch or nothing, and returns what each of its results
	// changed, in their order. After an error each result is handed over alone,
	// and once more as a failure where that fails too; an error then ends the run.
	Commit(ctx context.Context, b Batch) ([]model.Changes, error)
}

// A Batch is what the writer hands over at once.
type Batch struct {
	Results     []Result
	Authorities []model.Authority
}

// A Result is all that one check of a subscription found.
type Result struct {
	Subscription model.Subscription
	CheckedAt    time.Time
	// RequestedAt is when its URL was last requested, zero if it was not.
	RequestedAt time.Time
	// NextCheckAt is when the subscription is due again, zero for never.
	NextCheckAt time.Time
	State       model.State
	Failures    int
	// Err says why there is no feed; nil when the document was read, or is
	// unchanged.
	Err error
	// Waits is set with an Err that means the capsule wants to be asked later:
	// the subscription stays as it was, and due.
	Waits bool
	// Feed is nil unless a changed document was read.
	Feed *feed.Feed
	// Page is the document that Feed was read from, if it was to be kept.
	Page *feed.Page
	// Local says that the document lives at a private address.
	Local bool
	// Origin is that of the links on Page.
	Origin fetch.Origin
	// Digest identifies the document that was read.
	Digest string
	// Cut is set when the document ended without a sign of its end.
	Cut bool
	// MovedTo is the URL where the document lives from now on, "" for the same.
	MovedTo string
	// ReadAt is set instead where the document there was cut off, so that no
	// move is taken from it.
	ReadAt string
	// Notices are lines the user should see though nothing failed.
	Notices []string

	large bool // it has the turn of large pages
}

// entries is how many entries the document has that was read.
func (r Result) entries() int {
	if r.Feed == nil {
		return 0
	}
	return len(r.Feed.Entries)
}

// ErrNoNetwork reports a run in which nothing at all could be reached. No
// subscription is blamed for it.
var ErrNoNetwork = errors.New("no capsule could be reached: is the network up?")

// An Engine checks subscriptions. Fetch, Store and Now are needed.
type Engine struct {
	Fetch  Fetcher
	Store  Store
	Now    func() time.Time
	Agents robots.Agents
	// Jobs is how many authorities are asked at once; 0 means DefaultJobs.
	Jobs int
	// Resolve finds the IP address of a host; remote is false where it has
	// none, or one of this machine. Nil means that all hosts are local.
	Resolve func(ctx context.Context, host string) (ip netip.Addr, remote bool)
	// Probe finds a subscription that was well when it was last asked, of
	// another capsule than those of the run. It is asked too where no other could
	// be reached, and tells a network that is down from a capsule that is. Nil
	// means that there is none.
	Probe func(ctx context.Context) (model.Subscription, bool)
	// KeepPages has results hold the document that was read.
	KeepPages bool
	// From says who led to the subscriptions; the zero value is the user.
	From fetch.Origin
}

// A Committed result is one that the store has.
type Committed struct {
	Result
	Changes model.Changes
}

// Run checks all of subs now and yields each result once it is committed. When
// ctx ends it stops asking, commits the results that are whole and yields the
// context's cause. An error ends the sequence. However slow the caller is, no
// commit waits for it.
func (e *Engine) Run(ctx context.Context, subs []model.Subscription) iter.Seq2[Committed, error] {
	return func(yield func(Committed, error) bool) {
		work, stop := context.WithCancelCause(ctx)
		committed := newQueue()
		go func() { committed.end(e.commitAll(ctx, work, stop, subs, committed)) }()
		defer committed.wait()
		defer stop(nil)
		for c := range committed.all() {
			if !yield(c, nil) {
				return
			}
		}
		if err := committed.err(); err != nil {
			yield(Committed{}, err)
		}
	}
}

// commitAll checks subs until work ends, and commits what comes of it.
func (e *Engine) commitAll(ctx, work context.Context, stop context.CancelCauseFunc, subs []model.Subscription, committed *queue) error {
	// The C library sets memory aside for each thread that asks for some: if any
	// thread may commit, SQLite leaves 15 MB of it unused.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	v := newVisits(e)
	groups := make(chan group)
	results := make(chan Result, e.jobs())

	workers := newCrew(e.jobs(), groups, func(g group) {
		e.checkGroup(work, v, g, results)
	})
	go func() {
		deal(work, byAuthority(subs, e.Now()), groups)
		close(groups)
		workers.Wait()
		e.askProbe(work, v, results)
		close(results)
	}()

	w := writer{store: e.Store, visits: v, committed: committed}
	if err := w.run(context.WithoutCancel(ctx), results, stop); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// askProbe asks one subscription more if none could be reached and that is
// news of any.
func (e *Engine) askProbe(ctx context.Context, v *visits, results chan<- Result) {
	if e.Probe == nil || v.reached.Load() || !v.doubt.Load() {
		return
	}
	if s, ok := e.Probe(ctx); ok {
		e.checkGroup(ctx, v, byAuthority([]model.Subscription{s}, e.Now())[0], results)
	}
}

func (e *Engine) jobs() int {
	if e.Jobs == 0 {
		return DefaultJobs
	}
	return e.Jobs
}

// Decide says what robots.txt says of u, and what is kept of its capsule. It asks
// for robots.txt if that was more than a day ago.
func (e *Engine) Decide(ctx context.Context, u *url.URL) (d robots.Decision, kept model.Authority, err error) {
	v := newVisits(e)
	h, err := v.hold(ctx, address.Authority(u))
	if err != nil {
		return d, kept, err
	}
	work, budget, cancel := v.budget(ctx)
	defer cancel()
	d, _, err = v.decide(work, h, u, budget)
	if _, err := e.Store.Commit(context.WithoutCancel(ctx), Batch{Authorities: authorities(v.changed())}); err != nil {
		return d, kept, fmt.Errorf("keep robots.txt: %w", err)
	}
	kept, _, _ = h.state()
	return d, kept, err
}

// checkGroup checks the subscriptions of a group, one after the other.
func (e *Engine) checkGroup(ctx context.Context, v *visits, g group, results chan<- Result) {
	if g.authority != "" {
		if h, err := v.hold(ctx, g.authority); err == nil { // else each check says it
			defer v.release(h)
		}
	}
	for _, s := range g.subs {
		r := e.check(ctx, v, *s)
		if ctx.Err() != nil {
			return // cut off in the middle: as if it had not begun
		}
		if networkDown(r.Err) && r.News() {
			v.doubt.Store(true)
		}
		results <- r
	}
}
