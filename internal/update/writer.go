package update

import (
	"context"
	"fmt"
	"slices"

	"gemsub/internal/model"
)

// A writer is the one place where results of checks reach the store.
type writer struct {
	session  *Session
	withheld []*Result // until it is known that the network is up
}

// commit stores what it may of a batch, and returns what was stored.
func (w *writer) commit(ctx context.Context, batch []*Result) ([]*Result, error) {
	return w.store(ctx, w.sift(batch))
}

// finish ends a run in which nothing was reached: failures of the network are
// dropped, and what was decided without it is kept, as is a failure that is the
// same as last time: else a capsule that is gone, alone in a run, would be asked
// in every run, and be taken for a network that is down.
func (w *writer) finish(ctx context.Context) ([]*Result, error) {
	late, err := w.commit(ctx, nil) // what was withheld, if something was reached since
	if err != nil {
		return late, err
	}
	all := len(w.withheld)
	w.withheld = slices.DeleteFunc(w.withheld, func(r *Result) bool { return IsNetworkDown(r.Err) && r.News() })
	blameless := all - len(w.withheld)
	known, err := w.store(ctx, w.withheld)
	if err == nil && blameless > 0 {
		err = ErrNoNetwork
	}
	return append(late, known...), err
}

// sift withholds results until anything at all was reached: until then a
// failure may be the network's.
func (w *writer) sift(batch []*Result) []*Result {
	batch = append(w.withheld, batch...)
	w.withheld = nil
	if !w.session.reached.Load() {
		w.withheld, batch = batch, nil
	}
	return batch
}

// store stores a batch, or as much of it as can be stored, and lets other large documents be
// read in the place of its own.
func (w *writer) store(ctx context.Context, batch []*Result) (stored []*Result, err error) {
	b := w.session.learned()
	b.Results = batch
	if len(batch) == 0 && len(b.Authorities) == 0 {
		return nil, nil
	}
	stored, err = w.keep(ctx, b)
	if err != nil && len(batch) > 0 {
		stored, err = w.storeSingly(ctx, b)
	}
	for _, r := range batch {
		r.release()
	}
	if err != nil {
		return stored, fmt.Errorf("keep results: %w", err)
	}
	return stored, nil
}

// keep stores a batch, and returns its results with what they changed.
func (w *writer) keep(ctx context.Context, b Batch) ([]*Result, error) {
	changes, err := w.session.engine.Store.Commit(ctx, b)
	if err != nil {
		return nil, err
	}
	stored := make([]*Result, len(b.Results))
	for i, r := range b.Results {
		stored[i] = r.committed(changes[i])
	}
	return stored, nil
}

// storeSingly stores the results of a batch one by one after it could not be
// stored as a whole. One that cannot be stored alone is a failure of its feed.
// Where that cannot be stored either, nothing can.
func (w *writer) storeSingly(ctx context.Context, b Batch) (stored []*Result, err error) {
	for _, r := range b.Results {
		one, err := w.keep(ctx, Batch{Results: []*Result{r}})
		if err != nil {
			r.conclude(&unstoredError{err}, 0)
			one, err = w.keep(ctx, Batch{Results: []*Result{r}})
		}
		if err != nil {
			return stored, err
		}
		stored = append(stored, one...)
	}
	// What was learned of capsules is learned again where it cannot be stored.
	_, _ = w.keep(ctx, Batch{Authorities: b.Authorities, Keys: b.Keys, KeysBefore: b.KeysBefore})
	return stored, nil
}

// committed is r with what it changed, without the entries of the page, which the store has
// now.
func (r *Result) committed(changes model.Changes) *Result {
	if changes.Suppressed > 0 {
		r.Notices = append(r.Notices, fmt.Sprintf("%s: too many new entries: %d of them are stored as read", r.Subscription.Name(), changes.Suppressed))
	}
	if changes.Taken {
		r = r.Taken()
	}
	r.Changes = changes
	if r.Feed != nil && r.Page == nil {
		head := *r.Feed
		head.Entries = nil
		r.Feed = &head
	}
	return r
}
