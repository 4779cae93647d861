package app

import (
	"context"
	"errors"
	"fmt"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// DefaultJobs is how many capsules are asked at once, besides slow ones.
const DefaultJobs = update.DefaultJobs

// UpdateOptions say which feeds are checked. The zero value means all that are due.
type UpdateOptions struct {
	Feeds []string // check these now, due or not, as [App.Select] reads them
	Tag   string   // only feeds that have it, also among Feeds
	Force bool     // also feeds that are not due, except those that are checked only when named
	Wait  bool     // wait for another update to end, instead of failing
	Hook  Hook     // for each new entry; nil for none
	// Mine are the user's own URLs: a run reports posts that link to pages under them.
	Mine []string
	// Posts says which posts to fetch for feeds without a choice of their own; empty means those
	// of new entries.
	Posts model.PostsKept
	// Room is how much room the texts of posts may take; 0 for the default.
	Room store.PostRoom
	RequestOptions
}

// ErrNoNetwork is the error of a run that reached no capsule at all.
var ErrNoNetwork = update.ErrNoNetwork

// Update returns the run that the options describe; the caller must close it. It fails if a
// selector fits no feed and, unless o.Wait is set, if another update runs.
func (a *App) Update(ctx context.Context, o UpdateOptions) (*Run, error) {
	var err error
	if o.Mine, err = parseURLs(o.Mine); err != nil {
		return nil, err
	}
	release, err := a.lockUpdate(ctx, o.Wait)
	if errors.Is(err, store.ErrUpdateRunning) {
		return nil, words.WithHint(err, "gemsub update --wait waits for it to end")
	}
	if err != nil {
		return nil, err
	}
	all, err := a.Feeds(ctx, FeedQuery{FeedFilter: FeedFilter{Tag: o.Tag, Brief: true}, Feeds: o.Feeds})
	if err != nil {
		_ = release()
		return nil, err
	}
	r := &Run{app: a, options: o, Close: release, Subscribed: len(all) > 0}
	now, isNamed := a.Now(), len(o.Feeds) > 0
	for _, s := range all {
		switch {
		case s.IsLater(): // it has no page to check
		case isNamed, update.IsDue(s, now), o.Force && !update.OnlyNamed(s):
			r.subs = append(r.subs, &s)
		case !update.OnlyNamed(s) && !s.NextCheckAt.IsZero() && (r.NextDue.IsZero() || s.NextCheckAt.Before(r.NextDue)):
			r.NextDue = s.NextCheckAt
		}
	}
	r.Feeds = len(r.subs)
	if isNamed || o.Tag != "" {
		r.chosen = idsOf(all)
	}
	r.session = a.engine(&engineStore{posts: o.Posts, oweHooks: o.Hook != nil}, o.RequestOptions).NewSession()
	return r, nil
}

// lockUpdate locks the database against other updates. It waits for one that runs, or without
// wait fails with [store.ErrUpdateRunning].
func (a *App) lockUpdate(ctx context.Context, wait bool) (release func() error, err error) {
	if wait && a.OnWait != nil {
		defer a.OnWait("another update to end")()
	}
	return a.db.LockUpdate(ctx, wait)
}

// ParseRoom reads the size that the texts of all posts may take.
func ParseRoom(all string) (store.PostRoom, error) {
	room, ok := store.DefaultPostRoom(), false
	if room.All, ok = words.ParseSize(all); !ok {
		return room, fmt.Errorf("--room takes a size such as 500MiB or 2GiB, not %q", all)
	}
	return room, nil
}
