package update

import (
	"context"
	"fmt"
	"slices"
)

// batchSize bounds how many results are committed in one transaction.
const batchSize = 64

// A writer is the one place where results reach the store.
type writer struct {
	store  Store
	visits *visits
	held   []Result // until it is known that the network is up
}

// run commits results until there are no more. After a failed commit it calls
// stop and lets the rest go.
func (w *writer) run(ctx context.Context, results <-chan Result, stop context.CancelCauseFunc) error {
	var failed error
	for r := range results {
		if failed != nil {
			continue
		}
		if batch := w.sift(gather(r, results)); len(batch) > 0 {
			if failed = w.commit(ctx, batch); failed != nil {
				stop(failed)
			}
			w.passTurns(batch)
		}
	}
	if failed != nil {
		return failed
	}
	if err := w.commit(ctx, w.sift(nil)); err != nil {
		return err
	}
	return w.release(ctx)
}

// passTurns lets the next large page be read once this one is in the store.
func (w *writer) passTurns(batch []Result) {
	for _, r := range batch {
		if r.large {
			w.visits.large.pass()
		}
	}
}

// release ends a run in which nothing was reached: failures of the network are
// dropped, and what was decided without it is kept, as is a failure that is the
// same as last time: else a capsule that is gone, alone in a run, would be asked
// in every run, and be taken for a network that is down.
func (w *writer) release(ctx context.Context) error {
	blameless := len(w.held)
	w.held = slices.DeleteFunc(w.held, func(r Result) bool { return networkDown(r.Err) && r.News() })
	blameless -= len(w.held)
	if len(w.held) > 0 {
		if err := w.commit(ctx, w.held); err != nil {
			return err
		}
	}
	if blameless > 0 {
		return ErrNoNetwork
	}
	return nil
}

// gather adds to first what waits in the channel already.
func gather(first Result, results <-chan Result) []Result {
	batch := []Result{first}
	for len(batch) < batchSize {
		select {
		case r, ok := <-results:
			if !ok {
				return batch
			}
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// sift holds results back until anything at all was reached: until then a
// failure may be the network's.
func (w *writer) sift(batch []Result) []Result {
	batch = append(w.held, batch...)
	w.held = nil
	if !w.visits.reached.Load() {
		w.held, batch = batch, nil
	}
	return batch
}

func (w *writer) commit(ctx context.Context, batch []Result) error {
	var authorities []Authority
	if w.visits.reached.Load() { // else they only tell of the network
		authorities = w.visits.changed()
	}
	if len(batch) == 0 && len(authorities) == 0 {
		return nil
	}
	if err := w.store.Commit(ctx, Batch{Results: batch, Authorities: authorities}); err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	return nil
}
