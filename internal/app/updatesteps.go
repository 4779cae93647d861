package app

import (
	"context"
	"errors"
	"iter"

	"gemsub/internal/model"
)

// errStopped says that whoever takes the steps of an update wants no more.
var errStopped = errors.New("stopped")

// Steps does the update, and yields each step when it is done: feeds are checked, and
// the hook runs for their new entries as they come; posts are fetched, and those that
// link to the user's pages are found; then the hook runs for what it still owes,
// whatever came of the rest. An error ends the sequence.
func (r *Run) Steps(ctx context.Context) iter.Seq2[model.UpdateStep, error] {
	return func(yield func(model.UpdateStep, error) bool) {
		err := r.checkSteps(ctx, yield)
		if err == nil {
			err = r.postSteps(ctx, yield)
		}
		if errors.Is(err, errStopped) {
			return
		}
		hookErr := r.hookSteps(ctx, yield)
		if errors.Is(hookErr, errStopped) {
			return
		}
		if err == nil {
			err = hookErr
		}
		if err != nil {
			yield(model.UpdateStep{}, err)
		}
	}
}

// checkSteps has feeds checked, and hands their new entries to the hook.
func (r *Run) checkSteps(ctx context.Context, yield func(model.UpdateStep, error) bool) error {
	for checked, err := range r.Checked {
		if err != nil {
			return err
		}
		if !yield(model.UpdateStep{Checked: &checked}, nil) {
			return errStopped
		}
		if len(checked.New) == 0 || len(r.options.Mine) > 0 { // then the hook is told of mentions
			continue
		}
		if err := r.hookSteps(ctx, yield); err != nil {
			return err
		}
	}
	return nil
}

// postSteps has posts fetched, and finds those that link to the user's pages.
func (r *Run) postSteps(ctx context.Context, yield func(model.UpdateStep, error) bool) error {
	wanted, fetched, err := r.Posts(ctx)
	if err != nil {
		return err
	}
	if !yield(model.UpdateStep{Wanted: wanted}, nil) {
		return errStopped
	}
	for post, err := range fetched {
		if err != nil {
			return err
		}
		if !yield(model.UpdateStep{Post: &post}, nil) {
			return errStopped
		}
	}
	mentions, err := r.Mentions(ctx)
	if err == nil && len(mentions) > 0 && !yield(model.UpdateStep{Mentions: mentions}, nil) {
		return errStopped
	}
	return err
}

// hookSteps runs the hook for each entry for which that is owed.
func (r *Run) hookSteps(ctx context.Context, yield func(model.UpdateStep, error) bool) error {
	for result, err := range r.HandOut(ctx) {
		if err != nil {
			return err
		}
		if !yield(model.UpdateStep{Hook: &result}, nil) {
			return errStopped
		}
	}
	return nil
}
