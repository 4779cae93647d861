package app

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// A Run is an update that is about to begin. Until it is closed, no other process updates the
// database.
type Run struct {
	Feeds int // how many are checked
	// Subscribed is set if there is any subscription that could be checked.
	Subscribed bool
	// NextDue is when the next subscription is due, zero if none ever is.
	NextDue time.Time
	Close   func() error // lets others update

	app     *App
	options UpdateOptions
	subs    []*model.Subscription
	chosen  []int64 // named subscriptions, or all under a tag; nil for all
	session *update.Session
	kept    []int64 // entries whose posts this run may have stored
}

// errStopped says that the consumer stopped the iteration.
var errStopped = errors.New("stopped")

// Steps does the update, and yields each step when it is stored. It checks feeds, fetches posts,
// and finds those that link to the user's pages. At the end it runs the hooks that are owed, even
// if another step failed.
// An error ends the sequence: [ErrNoNetwork], the context's, or one of the database.
func (r *Run) Steps(ctx context.Context) iter.Seq2[model.UpdateStep, error] {
	return iterate(func(report func(model.UpdateStep) error) error {
		err := r.checkFeeds(ctx, report)
		if err == nil {
			err = r.fetchPosts(ctx, report)
		}
		if errors.Is(err, errStopped) {
			return err
		}
		return cmp.Or(err, r.runHooks(ctx, report))
	})
}

// iterate turns a callback into a sequence. It yields what do reports, and then the error of do.
// Once the consumer has stopped, report returns errStopped, and nothing more is yielded.
func iterate[T any](do func(report func(T) error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var stopped error
		err := do(func(v T) error {
			if stopped == nil && !yield(v, nil) {
				stopped = errStopped
			}
			return stopped
		})
		if err != nil && stopped == nil {
			yield(*new(T), err)
		}
	}
}

// checkFeeds checks the feeds.
func (r *Run) checkFeeds(ctx context.Context, report func(model.UpdateStep) error) error {
	if len(r.subs) == 0 {
		return nil
	}
	for step, err := range r.session.Run(ctx, r.subs) {
		if err != nil {
			return words.WithHint(err, r.app.networkHint(err))
		}
		c := step.Check
		c.Err = r.app.explained(c)
		for i := range c.Changes.New {
			c.Changes.New[i].Tags = c.Subscription.Tags
			r.kept = append(r.kept, c.Changes.New[i].ID) // the feed may carry the entry's post
		}
		if err := report(step); err != nil {
			return err
		}
	}
	return r.app.db.ForgetAuthorities(ctx)
}

// fetchPosts fetches the wanted posts, removes the oldest posts if all take too much room, and
// finds posts that link to the user's pages. The steps have no texts.
func (r *Run) fetchPosts(ctx context.Context, report func(model.UpdateStep) error) error {
	var wanted []model.WantedPost
	var err error
	if r.Subscribed {
		wanted, err = r.app.db.WantedPosts(ctx, store.PostFilter{
			Now: r.app.Now(), Default: cmp.Or(r.options.Posts, model.PostsNew), Subscriptions: r.chosen, Named: len(r.options.Feeds) > 0,
		})
	}
	if err != nil {
		return err
	}
	if err := report(model.UpdateStep{Wanted: len(wanted)}); err != nil {
		return err
	}
	if len(wanted) > 0 {
		for step, err := range r.session.Posts(ctx, wanted) {
			if err == nil {
				if step.Post.Post != nil {
					r.kept = append(r.kept, step.Post.EntryID)
				}
				err = report(step)
			}
			if err != nil {
				return err
			}
		}
		if err := r.session.Close(ctx); err != nil {
			return err
		}
	}
	if _, err := r.app.db.LimitPosts(ctx, cmp.Or(r.options.Room, store.DefaultPostRoom())); err != nil || len(r.options.Mine)*len(r.kept) == 0 {
		return err
	}
	mentions, _, err := r.app.db.Mentions(ctx, r.options.Mine, r.kept...)
	if err != nil || len(mentions) == 0 {
		return err
	}
	return report(model.UpdateStep{Mentions: mentions})
}
