package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"gemsub/internal/model"
	"gemsub/store"
)

const (
	hooksTime = 10 * time.Minute // for all hooks of a run
	maxStarts = 3                // runs that try to start a hook
)

// ErrNotStarted is in the error of a hook whose command could not be started.
var ErrNotStarted = errors.New("cannot start")

// A Hook hands new entries to the user's command, one after the other and outside
// of any commit. Its zero value does nothing.
type Hook struct {
	// Run starts the command for an entry and returns when it has exited, or when
	// ctx has ended it; then with the context's error. The links are those of the
	// user's own URLs to which the post links.
	Run   func(ctx context.Context, e model.Mention) error
	Limit time.Duration // for one command; at most 10 minutes, which is also for 0
}

// hooks are those of a run.
type hooks struct {
	Hook
	db         *store.Store
	now        func() time.Time
	mine       []string       // URLs of the user's own
	left       time.Duration  // for further ones
	notStarted map[int64]bool // entries for which this run could not start it
}

func (a *App) hooks(h Hook, mine []string) *hooks {
	if h.Limit <= 0 || h.Limit > hooksTime {
		h.Limit = hooksTime
	}
	return &hooks{Hook: h, db: a.db, now: a.Now, mine: mine, left: hooksTime, notStarted: map[int64]bool{}}
}

// HandOut runs the hook for each entry for which that is owed, by this run or an
// earlier one, feed by feed in turn, and yields what came of it. A hook stays owed
// until the command exited or reached its time limit. What could not be started is
// tried in three runs. When the run's ten minutes are over, or ctx ends, the rest
// stays owed.
func (r *Run) HandOut(ctx context.Context) iter.Seq2[model.HookResult, error] {
	return func(yield func(model.HookResult, error) bool) {
		owed, err := r.hooks.owed(ctx)
		if err != nil {
			yield(model.HookResult{}, err)
			return
		}
		for _, id := range owed {
			result, err := r.hooks.handOut(ctx, id)
			if err != nil {
				yield(model.HookResult{}, err)
				return
			}
			if result != nil && !yield(*result, nil) {
				return
			}
		}
	}
}

// OwedHooks returns for how many entries the next run owes the hook.
func (r *Run) OwedHooks(ctx context.Context) (int, error) {
	owed, err := r.hooks.owed(ctx)
	return len(owed), err
}

// owed lists entries by number; none where there is no command to run.
func (h *hooks) owed(ctx context.Context) ([]int64, error) {
	if h.Run == nil {
		return nil, nil
	}
	return h.db.OwedHooks(context.WithoutCancel(ctx))
}

// handOut runs the command for an entry and returns what came of it: nothing where
// it stays owed without a try, or was cut off with the run.
func (h *hooks) handOut(ctx context.Context, id int64) (*model.HookResult, error) {
	if ctx.Err() != nil || h.left <= 0 || h.notStarted[id] {
		return nil, nil
	}
	keep := context.WithoutCancel(ctx) // what was done is noted
	e, err := h.entry(keep, id)
	if err != nil || e.ID == 0 { // it was removed meanwhile
		return nil, err
	}
	limit := min(h.Limit, h.left)
	links, err := h.mentions(keep, id)
	if err != nil {
		return nil, err
	}
	failure := h.run(ctx, model.Mention{Entry: e, Links: links}, limit)
	switch {
	case failure != nil && ctx.Err() != nil, errors.Is(failure, context.DeadlineExceeded) && limit < h.Limit:
		return nil, nil
	case errors.Is(failure, context.DeadlineExceeded):
		failure = fmt.Errorf("ended after %v, its time limit", limit)
	case errors.Is(failure, ErrNotStarted):
		failure, err = h.later(keep, id, failure)
		return &model.HookResult{Entry: e, Err: failure}, err
	}
	return &model.HookResult{Entry: e, Err: failure}, h.db.HookDone(keep, id)
}

// entry reads an entry; it has no number where there is none any more.
func (h *hooks) entry(ctx context.Context, id int64) (model.Entry, error) {
	for e, err := range h.db.Entries(ctx, store.EntryFilter{IDs: []store.Range{{First: id, Last: id}}, WithKept: true}) {
		return e, err
	}
	return model.Entry{}, nil
}

// mentions returns the user's own URLs to which the post of an entry links.
func (h *hooks) mentions(ctx context.Context, id int64) ([]string, error) {
	all, _, err := h.db.Mentions(ctx, store.MentionFilter{Under: h.mine, Entries: []int64{id}})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0].Links, nil
}

// run runs the command for at most limit, which counts for the run's time.
func (h *hooks) run(ctx context.Context, e model.Mention, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := h.now()
	err := h.Run(ctx, e)
	h.left -= h.now().Sub(began)
	return err
}

// later leaves a command that could not be started to the next run, unless it has
// had its tries, and returns what to tell.
func (h *hooks) later(ctx context.Context, id int64, failure error) (tell, err error) {
	h.notStarted[id] = true
	owed, err := h.db.HookNotStarted(ctx, id, maxStarts)
	if err == nil && !owed {
		failure = fmt.Errorf("%w; given up after %d updates", failure, maxStarts)
	}
	return failure, err
}
