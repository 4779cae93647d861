package app

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/store"
)

// fetchPosts fetches the posts that an update wants, yields what came of each, and
// removes the oldest where posts take too much.
func (a *App) fetchPosts(ctx context.Context, session *update.Session, o UpdateOptions, subscribed bool) iter.Seq2[model.PostResult, error] {
	return func(yield func(model.PostResult, error) bool) {
		if !subscribed {
			return
		}
		wanted, err := a.wantedPosts(ctx, o)
		if err == nil && len(wanted) > 0 {
			err = a.db.ForgetWanted(ctx)
		}
		if err != nil {
			yield(model.PostResult{}, err)
			return
		}
		if len(wanted) > 0 && !a.fetchWanted(ctx, session, wanted, yield) {
			return
		}
		if _, err := a.db.LimitPosts(ctx, o.room()); err != nil {
			yield(model.PostResult{}, err)
		}
	}
}

// fetchWanted yields what came of wanted posts, and reports whether to go on.
func (a *App) fetchWanted(ctx context.Context, session *update.Session, wanted []model.WantedPost, yield func(model.PostResult, error) bool) bool {
	for r, err := range session.Posts(ctx, wanted) {
		if !yield(r, err) || err != nil {
			return false
		}
	}
	if err := session.Close(ctx); err != nil {
		yield(model.PostResult{}, err)
		return false
	}
	return true
}

// room is what the texts of posts may take.
func (o UpdateOptions) room() store.PostRoom {
	usual := store.DefaultPostRoom()
	return store.PostRoom{Feed: cmp.Or(o.Room.Feed, usual.Feed), All: cmp.Or(o.Room.All, usual.All)}
}

// fetchPassedOver fetches a post of each authority for which the last update had no
// time.
func (a *App) fetchPassedOver(ctx context.Context, session *update.Session, o UpdateOptions) error {
	wanted, err := a.wantedPosts(ctx, o)
	if err != nil {
		return err
	}
	wanted = slices.DeleteFunc(wanted, func(w model.WantedPost) bool { return !w.PassedOver })
	if len(wanted) == 0 {
		return nil
	}
	for _, err := range session.Posts(ctx, wanted) {
		if err != nil {
			return err
		}
	}
	return nil
}

// wantedPosts lists the posts that an update is to fetch.
func (a *App) wantedPosts(ctx context.Context, o UpdateOptions) ([]model.WantedPost, error) {
	f := store.PostFilter{Now: a.Now(), Default: o.Posts}
	if f.Default == "" {
		f.Default = model.PostsNew
	}
	if len(o.Feeds) > 0 || o.Tag != "" {
		chosen, err := a.Feeds(ctx, FeedQuery{FeedFilter: FeedFilter{Tag: o.Tag}, Feeds: o.Feeds})
		if err != nil || len(chosen) == 0 {
			return nil, err
		}
		for _, s := range chosen {
			f.Subscriptions = append(f.Subscriptions, s.ID)
		}
	}
	return a.db.WantedPosts(ctx, f)
}
