package update

import (
	"context"
	"fmt"
	"slices"

	"gemsub/internal/model"
)

// A writer is the one place where results reach the store.
type writer struct {
	store     Store
	session   *Session
	committed *queue[Committed]
	withheld  []*Result // until it is known that the network is up
}

// run commits results until there are no more. After a failed commit it calls
// stop and lets the rest go.
func (w *writer) run(ctx context.Context, results *batcher[*Result], stop context.CancelCauseFunc) error {
	var failed error
	for batch := range results.batches() {
		if failed != nil {
			continue
		}
		if batch = w.sift(batch); len(batch) > 0 {
			if failed = w.commit(ctx, batch); failed != nil {
				stop(failed)
			}
			w.releaseLarge(batch)
		}
	}
	if failed != nil {
		return failed
	}
	if err := w.commit(ctx, w.sift(nil)); err != nil {
		return err
	}
	return w.finish(ctx)
}

// releaseLarge lets the next large page be read once this one is in the store.
func (w *writer) releaseLarge(batch []*Result) {
	for _, r := range batch {
		if r.large {
			w.session.unread.release()
		}
	}
}

// finish ends a run in which nothing was reached: failures of the network are
// dropped, and what was decided without it is kept, as is a failure that is the
// same as last time: else a capsule that is gone, alone in a run, would be asked
// in every run, and be taken for a network that is down.
func (w *writer) finish(ctx context.Context) error {
	blameless := len(w.withheld)
	w.withheld = slices.DeleteFunc(w.withheld, func(r *Result) bool { return IsNetworkDown(r.Err) && r.News() })
	blameless -= len(w.withheld)
	if len(w.withheld) > 0 {
		if err := w.commit(ctx, w.withheld); err != nil {
			return err
		}
	}
	if blameless > 0 {
		return ErrNoNetwork
	}
	return nil
}

// sift withholds results until anything at all was reached: until then a
// failure may be the network's.
func (w *writer) sift(batch []*Result) []*Result {
	if len(w.withheld) > 0 {
		batch = append(w.withheld, batch...)
	}
	w.withheld = nil
	if !w.session.reached.Load() {
		w.withheld, batch = batch, nil
	}
	return batch
}

// commit stores a batch, or as much of it as can be stored.
func (w *writer) commit(ctx context.Context, batch []*Result) error {
	var states []*authorityState
	if w.session.reached.Load() { // else they only tell of the network
		states = w.session.changed()
	}
	if len(batch) == 0 && len(states) == 0 {
		return nil
	}
	b := Batch{Results: batch, Authorities: toStore(states)}
	err := w.keep(ctx, b)
	if err != nil && len(batch) > 0 {
		err = w.commitSingly(ctx, b)
	}
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	w.session.stored(states)
	return nil
}

// keep stores a batch and passes its results on.
func (w *writer) keep(ctx context.Context, b Batch) error {
	changes, err := w.store.Commit(ctx, b)
	if err != nil {
		return err
	}
	committed := make([]Committed, len(b.Results))
	for i, r := range b.Results {
		committed[i] = newCommitted(r, changes[i])
	}
	w.committed.add(committed...)
	return nil
}

// newCommitted leaves out the entries that the page has, which the store has now.
func newCommitted(r *Result, changes model.Changes) Committed {
	if changes.Suppressed > 0 {
		r.Notices = append(r.Notices, fmt.Sprintf("%s: over 300 new entries on one day: %d of them are stored as read", r.Subscription.Name(), changes.Suppressed))
	}
	switch {
	case changes.Taken:
		r = r.Taken()
	case changes.Flooded:
		r = r.Flooded()
	}
	if r.Feed != nil && r.Page == nil {
		head := *r.Feed
		head.Entries = nil
		r.Feed = &head
	}
	return Committed{r, changes}
}

// commitSingly stores the results of a batch one by one after it could not be
// stored as a whole. One that cannot be stored alone is a failure of its feed.
// Where that cannot be stored either, nothing can.
func (w *writer) commitSingly(ctx context.Context, b Batch) error {
	for _, r := range b.Results {
		err := w.keep(ctx, Batch{Results: []*Result{r}})
		if err != nil {
			r.conclude(&unstoredError{err}, 0)
			err = w.keep(ctx, Batch{Results: []*Result{r}})
		}
		if err != nil {
			return err
		}
	}
	// What was learned of capsules is learned again where it cannot be stored.
	_ = w.keep(ctx, Batch{Authorities: b.Authorities})
	return nil
}
