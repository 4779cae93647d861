package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gemsub/internal/model"
	"gemsub/store"
)

const (
	hookTime  = time.Minute      // for one hook
	hooksTime = 10 * time.Minute // for all hooks of a run
	maxStarts = 3                // runs that try to start a hook
)

// ErrNotStarted is in the error of a hook whose command could not be started.
var ErrNotStarted = errors.New("cannot start")

// A Hook runs the user's command for a new entry, and returns when it has exited. Hooks run one after
// the other and outside of any commit. If ctx ends the command, the error is that of the context. The
// links of e are the user's own URLs to which its post links.
type Hook func(ctx context.Context, e model.Mention) error

// runHooks runs the hook for each entry for which this run or an earlier one owes it, and
// reports the results. A hook stays owed until the command exited or reached its time limit. A
// command that cannot start is tried in three runs. When the run's ten minutes are over, or ctx
// ends, the other hooks stay owed.
func (r *Run) runHooks(ctx context.Context, report func(model.UpdateStep) error) error {
	owed, err := r.OwedHooks(ctx)
	end := r.app.Now().Add(hooksTime)
	for _, id := range owed {
		timeLeft := end.Sub(r.app.Now())
		if ctx.Err() != nil || timeLeft <= 0 {
			break
		}
		result, err := r.runHook(ctx, id, timeLeft)
		if err == nil && result.Entry.ID != 0 {
			err = report(model.UpdateStep{Hook: &result})
		}
		if err != nil {
			return err
		}
	}
	return err
}

// OwedHooks returns the numbers of the entries for which the hook is owed; none if there is no
// command.
func (r *Run) OwedHooks(ctx context.Context) ([]int64, error) {
	if r.options.Hook == nil {
		return nil, nil
	}
	return r.app.db.OwedHooks(context.WithoutCancel(ctx))
}

// runHook runs the command for an entry, stores the outcome and returns it. It returns the zero
// value if the entry was removed, or if ctx or timeLeft, the time left for all hooks, ended before
// the command; the hook then stays owed.
func (r *Run) runHook(ctx context.Context, id int64, timeLeft time.Duration) (result model.EntryResult, err error) {
	keep := context.WithoutCancel(ctx) // the outcome is stored even after a cancellation
	e, err := r.app.firstEntry(keep, store.EntryFilter{IDs: []store.Range{{First: id, Last: id}}, WithKept: true})
	if err != nil || e.ID == 0 {
		return result, err
	}
	m := model.Mention{Entry: e}
	mentions, _, err := r.app.db.Mentions(keep, r.options.Mine, id)
	if err != nil {
		return result, err
	}
	if len(mentions) > 0 {
		m.Links = mentions[0].Links
	}
	limited, cancel := context.WithTimeout(ctx, min(hookTime, timeLeft))
	defer cancel()
	failure := r.options.Hook(limited, m)
	switch {
	case failure != nil && ctx.Err() != nil, errors.Is(failure, context.DeadlineExceeded) && timeLeft < hookTime:
		return result, nil
	case errors.Is(failure, context.DeadlineExceeded):
		failure = fmt.Errorf("ended after %v, its time limit", hookTime)
	case errors.Is(failure, ErrNotStarted):
		owed, err := r.app.db.HookNotStarted(keep, id, maxStarts)
		if err == nil && !owed {
			failure = fmt.Errorf("%w; given up after %d updates", failure, maxStarts)
		}
		return model.EntryResult{Entry: m.Entry, Err: failure}, err
	}
	return model.EntryResult{Entry: m.Entry, Err: failure}, r.app.db.HookDone(keep, id)
}
