package update

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"gemsub/internal/fetch"
)

const (
	// batchWait is how long the first result of a batch waits for more.
	batchWait = 150 * time.Millisecond
	// batchSize bounds a batch in results, batchBytes in bytes of their documents. A large
	// one does not wait: another may wait for its place.
	batchSize  = 256
	batchBytes = 4 << 20
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
			for r := range found {
				r.release()
			}
		}()
		w, whole := writer{session: s}, context.WithoutCancel(ctx)
		for batch := range batches(found) {
			if done, err := w.commit(whole, batch); !yieldAll(yield, done, err) {
				return
			}
		}
		if done, err := w.finish(whole); yieldAll(yield, done, err) && ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}

// yieldAll yields what was committed, and then err if there is one. It reports whether to go
// on.
func yieldAll(yield func(*Result, error) bool, done []*Result, err error) bool {
	for _, r := range done {
		if !yield(r, nil) {
			return false
		}
	}
	if err != nil {
		yield(nil, err)
	}
	return err == nil
}

// batches gathers results until there are many or the first has waited long enough: a page
// of the database that several results change is written once for all of them.
func batches(found <-chan *Result) iter.Seq[[]*Result] {
	return func(yield func([]*Result) bool) {
		for first := range found {
			batch, bytes := []*Result{first}, first.size
			enough := time.NewTimer(batchWait)
			for more := true; more && len(batch) < batchSize && bytes < batchBytes; {
				var r *Result
				select {
				case r, more = <-found:
					if more {
						batch, bytes = append(batch, r), bytes+r.size
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

// A writer is the one place where results reach the store.
type writer struct {
	session  *Session
	withheld []*Result // until anything at all was reached: a failure may be the network's
}

// commit stores what it may of a batch, and returns what was stored.
func (w *writer) commit(ctx context.Context, batch []*Result) ([]*Result, error) {
	batch = append(w.withheld, batch...)
	w.withheld = nil
	if !w.session.reached.Load() {
		w.withheld, batch = batch, nil
	}
	return w.store(ctx, batch)
}

// finish ends a run in which nothing was reached: posts and failures of the network are
// dropped, and what was decided without it is kept, as is a failure that is the
// same as last time: else a capsule that is gone, alone in a run, would be asked
// in every run, and be taken for a network that is down.
func (w *writer) finish(ctx context.Context) ([]*Result, error) {
	late, err := w.commit(ctx, nil) // what was withheld, if something was reached since
	if err != nil {
		return late, err
	}
	w.withheld = slices.DeleteFunc(w.withheld, func(r *Result) bool { return r.Post != nil })
	all := len(w.withheld)
	w.withheld = slices.DeleteFunc(w.withheld, func(r *Result) bool { return IsNetworkDown(r.Err) && r.News() })
	blameless := all - len(w.withheld)
	known, err := w.store(ctx, w.withheld)
	if err == nil && blameless > 0 {
		err = ErrNoNetwork
	}
	return append(late, known...), err
}

// store stores a batch, or as much of it as can be stored, and lets other large documents be
// read in the place of its own.
func (w *writer) store(ctx context.Context, batch []*Result) (stored []*Result, err error) {
	learned := w.session.learned()
	if len(batch) == 0 && len(learned.Authorities) == 0 {
		return nil, nil
	}
	stored, err = w.keep(ctx, batch, learned)
	if err != nil && len(batch) > 0 {
		stored, err = w.storeSingly(ctx, batch, learned)
	}
	for _, r := range batch {
		r.release()
	}
	if err != nil {
		return stored, fmt.Errorf("keep results: %w", err)
	}
	return stored, nil
}

// keep stores a batch with what was learned of authorities, and returns its results with
// what they changed.
func (w *writer) keep(ctx context.Context, batch []*Result, b Batch) ([]*Result, error) {
	for _, r := range batch {
		if r.Post == nil {
			b.Results = append(b.Results, r)
		} else {
			b.Posts = append(b.Posts, *r.Post)
		}
	}
	changes, err := w.session.engine.Store.Commit(ctx, b)
	if err != nil {
		return nil, err
	}
	stored := make([]*Result, 0, len(batch))
	for _, r := range batch {
		if r.Post == nil {
			r, changes = r.committed(changes[0]), changes[1:]
		} else if r.Post.Post != nil {
			r.Post.Post.Text = "" // the store has it
		}
		stored = append(stored, r)
	}
	return stored, nil
}

// storeSingly stores the results of a batch one by one after it could not be
// stored as a whole. A check that cannot be stored alone is a failure of its feed.
// Where that cannot be stored either, nothing can.
func (w *writer) storeSingly(ctx context.Context, batch []*Result, learned Batch) (stored []*Result, err error) {
	for _, r := range batch {
		one, err := w.keep(ctx, []*Result{r}, Batch{})
		if err != nil && r.Post == nil {
			r.conclude(&unstoredError{err}, 0)
			one, err = w.keep(ctx, []*Result{r}, Batch{})
		}
		if err != nil {
			return stored, err
		}
		stored = append(stored, one...)
	}
	_, _ = w.keep(ctx, nil, learned) // what cannot be stored of capsules is learned again
	return stored, nil
}

// sizeOf is the size of a response in a batch.
func sizeOf(resp *fetch.Response) int {
	if len(resp.Body) >= fetch.LargeBody {
		return batchBytes
	}
	return len(resp.Body)
}
