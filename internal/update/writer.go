package update

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

const (
	// batchWait is how long the first result of a batch waits for others.
	batchWait = 150 * time.Millisecond
	// batchSize bounds the results of a batch, batchBytes the bytes of their documents without
	// the last one.
	batchSize  = 256
	batchBytes = 512 << 10
)

// stream runs find in a goroutine, commits the results that it sends, and yields them in the
// caller's goroutine. Results sent before ctx ends are committed too.
func (s *Session) stream(ctx context.Context, find func(ctx context.Context, found chan<- result)) iter.Seq2[model.UpdateStep, error] {
	return func(yield func(model.UpdateStep, error) bool) {
		working, stop := context.WithCancel(ctx)
		found := make(chan result)
		go func() {
			defer close(found)
			find(working, found)
		}()
		defer func() {
			stop()
			for range found {
			}
		}()
		w, whole := resultWriter{session: s, yield: yield}, context.WithoutCancel(ctx)
		for batch := range batches(found) {
			if !w.commit(whole, batch) {
				return
			}
		}
		if w.finish(whole) && ctx.Err() != nil {
			yield(model.UpdateStep{}, context.Cause(ctx))
		}
	}
}

// batches collects results until there are many or the first has waited long enough. If several
// results of a batch change the same page of the database, it is written only once.
func batches(found <-chan result) iter.Seq[[]result] {
	return func(yield func([]result) bool) {
		for first := range found {
			batch, bytes := []result{first}, first.size
			enough := time.After(batchWait)
			for more := true; more && len(batch) < batchSize && bytes < batchBytes; {
				select {
				case r, ok := <-found:
					if more = ok; ok {
						batch, bytes = append(batch, r), bytes+r.size
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

// A resultWriter stores all results of a run and yields them. Its methods report whether to go on.
type resultWriter struct {
	session  *Session
	yield    func(model.UpdateStep, error) bool
	withheld []result // held back until some server is reached: the network may be at fault
	isDown   bool     // checks were dropped, since the network is at fault
}

// commit stores and yields a batch, or holds it back until some server is reached. It drops checks
// that failed since this machine was offline.
func (w *resultWriter) commit(ctx context.Context, batch []result) bool {
	for _, r := range batch {
		if r.Check != nil && fetch.KindOf(r.Check.Err) == fetch.Offline {
			w.isDown = true
		} else {
			w.withheld = append(w.withheld, r)
		}
	}
	if !w.session.reached.Load() {
		return true
	}
	batch, w.withheld = w.withheld, nil
	return w.store(ctx, batch)
}

// finish ends a run. It drops the posts of a run that reached no server. If this had two capsules or
// more, the network counts as down, and new failures are dropped too. A failure that is the same as
// last time is kept: otherwise two capsules that no longer exist would look like a network that is
// down in every run. If the network was down, the last step is [ErrNoNetwork].
func (w *resultWriter) finish(ctx context.Context) bool {
	if !w.session.reached.Load() {
		checks := slices.DeleteFunc(w.withheld, func(r result) bool { return r.Check == nil })
		capsules := map[string]bool{}
		for _, r := range checks {
			capsules[address.AuthorityOf(r.Check.Subscription.URL)] = true
		}
		w.withheld = slices.DeleteFunc(checks, func(r result) bool {
			return len(capsules) > 1 && r.Check.IsNews && IsNetworkDown(r.Check.Err)
		})
		w.isDown = w.isDown || len(w.withheld) < len(checks)
	}
	isStored := w.store(ctx, w.withheld)
	if isStored && w.isDown {
		w.yield(model.UpdateStep{}, ErrNoNetwork)
	}
	return isStored && !w.isDown
}

// store stores results and changes of authorities, and yields the results. A page that cannot
// be stored becomes a failure of its feed. If a failure or a post cannot be stored, the run
// ends.
func (w *resultWriter) store(ctx context.Context, results []result) bool {
	batch := w.session.takeChanges()
	for _, r := range results {
		if r.Check != nil {
			batch.Checks = append(batch.Checks, r.Check)
			if changed, ok := errors.AsType[*fetch.CertificateError](r.Check.Err); ok {
				batch.RefusedKeys = append(batch.RefusedKeys, changed.Seen)
			}
		} else {
			batch.Posts = append(batch.Posts, r.Post)
		}
	}
	if len(results)+len(batch.Authorities) == 0 {
		return true
	}
	failure := w.session.engine.Store.Commit(ctx, batch)
	if failure != nil {
		results = nil // nothing is stored
	}
	var failed []result
	for _, r := range results {
		var notStored error
		if r.Check != nil {
			notStored = r.Check.Changes.NotStored
		} else {
			notStored = r.Post.NotStored
		}
		switch {
		case notStored == nil:
			if !w.report(r) {
				return false
			}
		case r.Check == nil || r.Check.Err != nil:
			failure = notStored
		default:
			err := error(&unstoredError{notStored})
			if taken, ok := errors.AsType[*model.TakenURLError](notStored); ok {
				err = taken
			}
			conclude(r.Check, err, 0)
			failed = append(failed, r)
		}
	}
	if failure != nil {
		w.yield(model.UpdateStep{}, fmt.Errorf("keep results: %w", failure))
		return false
	}
	return len(failed) == 0 || w.store(ctx, failed)
}

// report yields a stored result, without the text of a post.
func (w *resultWriter) report(r result) bool {
	if c := r.Check; c != nil && c.Changes.Suppressed > 0 {
		c.Notices = append(c.Notices, fmt.Sprintf("%s: too many new entries: %d of them are stored as read", c.Subscription.Name(), c.Changes.Suppressed))
	}
	if r.Post != nil && r.Post.Post != nil {
		r.Post.Post.Text = ""
	}
	return w.yield(r.UpdateStep, nil)
}
