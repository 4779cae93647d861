package app

import (
	"context"
	"errors"
	"iter"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// DefaultJobs is how many capsules are asked at once, beside those that are
// slow.
const DefaultJobs = update.DefaultJobs

// UpdateOptions say what is checked. The zero value is all that is due.
type UpdateOptions struct {
	Feeds []string // these now, as [App.Select] reads them
	Tag   string   // only feeds under it, also of those that are named
	Force bool     // also what is not due, but not what only its name brings
	Wait  bool     // for another update to end, instead of failing
	Hook  Hook     // for each new entry
	// Mine are the user's own URLs: a run notes who links to pages under them. Then hooks
	// are to run after the posts.
	Mine []string
	// Posts are those to fetch where the user did not choose for a feed; empty for
	// those of new entries.
	Posts model.PostsKept
	// Room is what the texts of posts may take; 0 for the usual.
	Room store.PostRoom
	Asking
}

// A Run is an update that is about to begin. Nobody else updates the database
// until it is closed.
type Run struct {
	Feeds int // how many are checked
	// Subscribed is whether there is any subscription that could be.
	Subscribed bool
	// NextDue is when the next one is due, zero if none ever is.
	NextDue time.Time
	// Checked yields what each check came to once that is stored. An error ends
	// the sequence: [ErrNoNetwork], the context's, or one of the database.
	Checked iter.Seq2[model.Checked, error]
	app     *App
	session *update.Session
	options UpdateOptions
	early   []model.PostResult // of posts that were fetched before the feeds
	news    news
	hooks   *hooks
	release func() error
}

// ErrNoNetwork reports a run in which nothing at all could be reached.
var ErrNoNetwork = update.ErrNoNetwork

// ErrUpdateRunning is in the error of [App.Update] when another update runs.
var ErrUpdateRunning = store.ErrUpdateRunning

// Close lets others update.
func (r *Run) Close() error { return r.release() }

// Update prepares to check what the options say.
func (a *App) Update(ctx context.Context, o UpdateOptions) (*Run, error) {
	mine, err := mentionable(o.Mine)
	if err != nil {
		return nil, err
	}
	release, err := a.db.LockUpdate(ctx, o.Wait)
	if errors.Is(err, store.ErrUpdateRunning) {
		return nil, WithHint(err, "gemsub update --wait waits for it to end")
	}
	if err != nil {
		return nil, err
	}
	r := &Run{app: a, options: o, hooks: a.hooks(o.Hook, mine), news: news{mine: mine, began: a.Now()}, release: release}
	subs, err := a.toCheck(ctx, o, r)
	if err != nil {
		_ = release()
		return nil, err
	}
	r.Feeds = len(subs)
	r.session = a.updateSession(subs, o)
	r.Checked = r.check(ctx, subs)
	return r, nil
}

// toCheck picks the subscriptions to ask, and notes in r what it saw.
func (a *App) toCheck(ctx context.Context, o UpdateOptions, r *Run) ([]*model.Subscription, error) {
	if len(o.Feeds) == 0 {
		return a.due(ctx, o, r)
	}
	chosen, err := a.Feeds(ctx, FeedQuery{FeedFilter: FeedFilter{Tag: o.Tag}, Feeds: o.Feeds})
	r.Subscribed = len(chosen) > 0
	return model.Pointers(chosen), err
}

// due picks what is due.
func (a *App) due(ctx context.Context, o UpdateOptions, r *Run) (due []*model.Subscription, err error) {
	now := a.Now()
	for s, err := range a.db.EachSubscription(ctx, store.SubscriptionFilter{Tag: o.Tag, Brief: true}) {
		if err != nil {
			return nil, err
		}
		r.Subscribed = true
		if update.Due(s, now) || o.Force && !update.OnlyNamed(s.State) {
			one := s
			due = append(due, &one)
		} else if !s.NextCheckAt.IsZero() && (r.NextDue.IsZero() || s.NextCheckAt.Before(r.NextDue)) {
			r.NextDue = s.NextCheckAt
		}
	}
	return due, nil
}

// updateSession is what the requests of an update share.
func (a *App) updateSession(subs []*model.Subscription, o UpdateOptions) *update.Session {
	keep := a.engineStore(checkOf)
	keep.oweHooks, keep.posts = o.Hook.Run != nil, o.Posts
	engine := a.engine(keep, o.Asking)
	engine.Probe = a.probe(subs)
	return engine.NewSession()
}

// check checks subs and yields what came of each. Capsules that were passed over are
// asked for a post before.
func (r *Run) check(ctx context.Context, subs []*model.Subscription) iter.Seq2[model.Checked, error] {
	return func(yield func(model.Checked, error) bool) {
		if len(subs) == 0 {
			return
		}
		if err := r.fetchPassedOver(ctx); err != nil {
			yield(model.Checked{}, err)
			return
		}
		for c, err := range r.session.Run(ctx, subs) {
			if err != nil {
				yield(model.Checked{}, r.app.unreached(err))
				return
			}
			r.news.checked(c.Changes.New)
			if !yield(checkedOf(c), nil) {
				return
			}
		}
		if err := r.app.forgetCapsules(ctx); err != nil {
			yield(model.Checked{}, err)
		}
	}
}

// checkedOf is what there is to tell of a result.
func checkedOf(c *update.Result) model.Checked {
	checked := model.Checked{
		Subscription: c.Subscription,
		Err:          explained(c),
		IsNews:       c.News(),
		Failed:       c.Outcome().Exit != 0,
		Waits:        c.Waits,
		Notices:      c.Notices,
		Recovered:    c.Recovered(),
		New:          c.Changes.New,
	}
	for i := range checked.New {
		checked.New[i].Tags = c.Subscription.Tags
	}
	if c.Changes.Moved {
		checked.MovedTo = c.MovedTo
	}
	return checked
}

// checkOf is what the store keeps of a result, if it keeps anything.
func checkOf(r *update.Result) (check store.Check, some bool) {
	if r.Waits {
		return check, false
	}
	check = store.Check{
		SubscriptionID: r.Subscription.ID,
		URL:            r.Subscription.URL,
		Before:         r.Subscription,
		CheckedAt:      r.CheckedAt,
		NextCheckAt:    r.NextCheckAt,
		State:          r.State,
		Failures:       r.Failures,
		MovedTo:        r.MovedTo,
		ReadAt:         r.ReadAt,
		Digest:         r.Digest,
		Format:         foundFormat(r),
		Cut:            r.Cut,
		Feed:           r.Feed,
	}
	if r.MovedTo != "" {
		taken, _ := checkOf(r.Taken())
		check.IfTaken = &taken
	}
	if r.Err == nil {
		check.Reach = reachOf(r)
	} else {
		check.LastError = words.Safe(r.Err.Error())
		check.LastErrorKind = update.ErrorKind(r.Err)
	}
	return check, true
}

// foundFormat is what a page turned out to be, unless the user chose that; of one
// without entries, it may show another time.
func foundFormat(r *update.Result) string {
	if r.Subscription.FormatChosen || r.Feed == nil || len(r.Feed.Entries) == 0 {
		return ""
	}
	return string(r.Feed.Format)
}

// reachOf says where a page was read from.
func reachOf(r *update.Result) store.Reach {
	if r.Local {
		return store.ReachLocal
	}
	return store.ReachPublic
}
