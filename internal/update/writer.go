package update

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"gemsub/internal/address"
)

const (
	// batchWait is how long the first result of a batch waits for more.
	batchWait = 150 * time.Millisecond
	// batchSize bounds a batch in results, batchBytes in bytes of their documents, the last
	// one aside.
	batchSize  = 256
	batchBytes = 512 << 10
)

// stream commits what find sends, until it returns, and yields what was committed in the
// caller's goroutine. What was found before ctx ends is committed.
func (s *Session) stream(ctx context.Context, find func(ctx context.Context, found chan<- *Result)) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		working, stop := context.WithCancel(ctx)
		found := make(chan *Result)
		go func() {
			defer close(found)
			find(working, found)
		}()
		defer func() {
			stop()
			for range found {
			}
		}()
		w, whole := writer{session: s, yield: yield}, context.WithoutCancel(ctx)
		for batch := range batches(found) {
			if !w.commit(whole, batch) {
				return
			}
		}
		if w.finish(whole) && ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}

// batches gathers results until there are many or the first has waited long enough: a page
// of the database that several results change is written once for all of them.
func batches(found <-chan *Result) iter.Seq[[]*Result] {
	return func(yield func([]*Result) bool) {
		for first := range found {
			batch, bytes := []*Result{first}, first.size()
			enough := time.After(batchWait)
			for more := true; more && len(batch) < batchSize && bytes < batchBytes; {
				select {
				case r, ok := <-found:
					if more = ok; ok {
						batch, bytes = append(batch, r), bytes+r.size()
					}
				case <-enough:
					more = false
				}
			}
			if !yield(batch) {
				return
			}
		}
	}
}

// A writer is the one place where results reach the store. Its methods that yield report
// whether to go on.
type writer struct {
	session  *Session
	yield    func(*Result, error) bool
	withheld []*Result // until anything at all was reached: a failure may be the network's
}

// commit stores what it may of a batch, and yields what was stored.
func (w *writer) commit(ctx context.Context, batch []*Result) bool {
	w.withheld = append(w.withheld, batch...)
	if !w.session.reached.Load() {
		return true
	}
	batch, w.withheld = w.withheld, nil
	return w.store(ctx, batch)
}

// finish ends a run. If it reached nobody, posts are dropped. If it had two capsules or more,
// the network counts as down then, and new failures are dropped too; the same failure as last
// time is kept, else two capsules that are gone would be taken for that in every run.
func (w *writer) finish(ctx context.Context) bool {
	if w.session.reached.Load() {
		return w.commit(ctx, nil)
	}
	checks := slices.DeleteFunc(w.withheld, func(r *Result) bool { return r.Post != nil })
	capsules := map[string]bool{}
	for _, r := range checks {
		capsules[address.AuthorityOf(r.Subscription.URL)] = true
	}
	known := checks
	if len(capsules) > 1 {
		known = slices.DeleteFunc(slices.Clone(checks), func(r *Result) bool { return IsNetworkDown(r.Err) && r.News() })
	}
	isDown := len(known) < len(checks)
	if w.store(ctx, known) && isDown {
		w.yield(nil, ErrNoNetwork)
	}
	return !isDown
}

// store stores a batch, or as much of it as can be stored, and yields that.
func (w *writer) store(ctx context.Context, batch []*Result) bool {
	learned := w.session.learned()
	if len(batch) == 0 && len(learned.Authorities) == 0 {
		return true
	}
	err := w.keep(ctx, batch, learned)
	stored := batch
	if err != nil && len(batch) > 0 {
		stored, err = w.storeSingly(ctx, batch, learned)
	}
	for _, r := range stored {
		if !w.yield(r, nil) {
			return false
		}
	}
	if err != nil {
		w.yield(nil, fmt.Errorf("keep results: %w", err))
	}
	return err == nil
}

// keep stores a batch with what was learned of authorities, and notes in its results what
// they changed.
func (w *writer) keep(ctx context.Context, batch []*Result, b Batch) error {
	b.Results = batch
	changes, err := w.session.engine.Store.Commit(ctx, b)
	if err != nil {
		return err
	}
	for i, r := range batch {
		r.committed(changes[i])
	}
	return nil
}

// storeSingly stores the results of a batch one by one after it could not be
// stored as a whole. A check that cannot be stored alone is a failure of its feed.
// Where that cannot be stored either, nothing can.
func (w *writer) storeSingly(ctx context.Context, batch []*Result, learned Batch) (stored []*Result, err error) {
	for i := range batch {
		one := batch[i : i+1]
		err := w.keep(ctx, one, Batch{})
		if err != nil && one[0].Post == nil {
			one[0].conclude(&unstoredError{err}, 0)
			err = w.keep(ctx, one, Batch{})
		}
		if err != nil {
			return batch[:i], err
		}
	}
	_ = w.keep(ctx, nil, learned) // what cannot be stored of capsules is learned again
	return batch, nil
}

// size is that of r's document.
func (r *Result) size() int {
	if r.document == nil {
		return 0
	}
	return len(r.document.Body)
}
