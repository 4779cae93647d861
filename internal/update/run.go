package update

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// Run checks all of subs now and yields each result once it is committed. When
// ctx ends it stops asking, commits the results that are whole and yields the
// context's cause. An error ends the sequence.
func (s *Session) Run(ctx context.Context, subs []*model.Subscription) iter.Seq2[*Result, error] {
	w := writer{session: s}
	return pipeline[*Result, *Result]{
		find: func(ctx context.Context, found chan<- *Result) {
			s.each(ctx, byAuthority(subs, s.engine.Now()), func(g group, t *turn) { s.checkGroup(ctx, g, t, found) })
			s.askProbe(ctx, found)
		},
		size:   func(r *Result) int { return r.size },
		drop:   func(r *Result) { r.release() },
		commit: w.commit,
		finish: w.finish,
	}.run(ctx)
}

// askProbe asks one subscription more if none could be reached and that is
// news of any.
func (s *Session) askProbe(ctx context.Context, found chan<- *Result) {
	if s.engine.Probe == nil || s.reached.Load() || !s.doubt.Load() {
		return
	}
	if sub, ok := s.engine.Probe(ctx); ok {
		s.checkGroup(ctx, group{subs: []*model.Subscription{&sub}}, s.newTurn(), found)
	}
}

// checkGroup checks the subscriptions of a group, one after the other; t is the turn of the
// first.
func (s *Session) checkGroup(ctx context.Context, g group, t *turn, found chan<- *Result) {
	for _, sub := range g.subs {
		r := s.check(ctx, sub, t)
		if ctx.Err() != nil { // cut off in the middle: as if it had not begun
			r.release()
			t.rest()
			return
		}
		if IsNetworkDown(r.Err) && r.News() {
			s.doubt.Store(true)
		}
		found <- r // with its job: where the store is slower, no more is asked for
		t.rest()
		t = s.newTurn()
	}
}

// A group are the subscriptions, or the wanted posts, of one authority.
type group struct {
	authority string // empty for posts without a readable URL
	subs      []*model.Subscription
	posts     []model.WantedPost
}

const (
	// maxBegun is how many groups are under way at most, with those that wait.
	maxBegun = 1000
	// readAtOnce is of how many groups the authorities are read at once: a statement for
	// each would cost more than all else that SQLite does where no page has changed.
	readAtOnce = 128
)

// each does the work of groups, in their order as far as there are jobs: those that wait hold
// nobody up. Where an authority cannot be read, each check and post says so.
func (s *Session) each(ctx context.Context, groups []group, do func(group, *turn)) {
	var begun errgroup.Group
	begun.SetLimit(maxBegun)
	defer func() { _ = begun.Wait() }()
	for some := range slices.Chunk(groups, readAtOnce) {
		names := make([]string, len(some))
		for i, g := range some {
			names[i] = g.authority
		}
		_ = s.load(ctx, names)
		for _, g := range some {
			t := s.newTurn()
			if t.work(ctx) != nil {
				return
			}
			begun.Go(func() error {
				do(g, t)
				return nil // a feed's error is its result
			})
		}
	}
}

// byAuthority groups subscriptions. Groups, and the subscriptions of each, are in
// the order of [inTurn].
func byAuthority(subs []*model.Subscription, now time.Time) []group {
	groups := make([]group, 0, len(subs))
	index := make(map[string]int, len(subs))
	for _, s := range subs {
		authority := address.AuthorityOf(s.URL)
		at, ok := index[authority]
		if !ok {
			at = len(groups)
			index[authority] = at
			groups = append(groups, group{authority: authority})
		}
		groups[at].subs = append(groups[at].subs, s)
	}
	for _, g := range groups {
		slices.SortStableFunc(g.subs, func(a, b *model.Subscription) int { return inTurn(a, b, now) })
	}
	slices.SortStableFunc(groups, func(a, b group) int { return inTurn(a.subs[0], b.subs[0], now) })
	return groups
}

// inTurn puts the subscription first whose last attempt is longer ago: where a
// run may not ask for all of an authority, another's turn comes in the next. Of
// two attempts in one second, one that came to a wait goes last.
func inTurn(a, b *model.Subscription, now time.Time) int {
	return cmp.Or(
		attempted(a, now).Compare(attempted(b, now)),
		happened(b.CheckedAt, now).Compare(happened(a.CheckedAt, now)))
}

// attempted is when s last had its turn, zero for never.
func attempted(s *model.Subscription, now time.Time) time.Time {
	return later(happened(s.AttemptedAt, now), happened(s.CheckedAt, now))
}

const (
	// batchWait is how long the first result of a batch waits for more.
	batchWait = 150 * time.Millisecond
	// batchSize bounds a batch in results, batchBytes in bytes of their documents. A large
	// one does not wait: another may wait for its place.
	batchSize  = 256
	batchBytes = 4 << 20
)

// A pipeline finds results of one kind, commits them and yields what was committed.
type pipeline[T, Out any] struct {
	find   func(ctx context.Context, found chan<- T) // sends results until there are none, or ctx ends
	size   func(T) int                               // of its document
	drop   func(T)                                   // a result that is not committed
	commit func(ctx context.Context, batch []T) ([]Out, error)
	finish func(ctx context.Context) ([]Out, error) // after the last batch
}

// run yields what is committed, in the caller's goroutine.
func (p pipeline[T, Out]) run(ctx context.Context) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		work, stop := context.WithCancel(ctx)
		found := make(chan T)
		go func() {
			defer close(found)
			p.find(work, found)
		}()
		defer func() {
			stop()
			for r := range found {
				p.drop(r)
			}
		}()
		whole := context.WithoutCancel(ctx) // what was found is committed
		for batch := range p.batches(found) {
			if done, err := p.commit(whole, batch); !yieldAll(yield, done, err) {
				return
			}
		}
		if done, err := p.finish(whole); yieldAll(yield, done, err) && ctx.Err() != nil {
			yieldAll(yield, nil, context.Cause(ctx))
		}
	}
}

// yieldAll yields what was committed, and then err if there is one. It reports whether to go
// on.
func yieldAll[Out any](yield func(Out, error) bool, done []Out, err error) bool {
	for _, r := range done {
		if !yield(r, nil) {
			return false
		}
	}
	if err != nil {
		var none Out
		yield(none, err)
	}
	return err == nil
}

// batches gathers results until there are many or the first has waited long enough: a page
// of the database that several results change is written once for all of them.
func (p pipeline[T, Out]) batches(found <-chan T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for first := range found {
			batch, bytes := []T{first}, p.size(first)
			enough := time.NewTimer(batchWait)
			for more := true; more && len(batch) < batchSize && bytes < batchBytes; {
				var r T
				select {
				case r, more = <-found:
					if more {
						batch, bytes = append(batch, r), bytes+p.size(r)
					}
				case <-enough.C:
					more = false
				}
			}
			enough.Stop()
			if !yield(batch) {
				return
			}
		}
	}
}

// sizeOf is the size of a response in a batch.
func sizeOf(resp *fetch.Response) int {
	if len(resp.Body) >= fetch.LargeBody {
		return batchBytes
	}
	return len(resp.Body)
}
