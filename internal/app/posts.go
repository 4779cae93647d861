package app

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"gemsub/internal/model"
	"gemsub/internal/words"
	"gemsub/store"
)

// Posts lists the posts to fetch once Checked has ended: how many there are, and a
// sequence that fetches them and yields what came of each that was asked for, without
// its text. It may end with an error like Checked. Those that were fetched before the
// feeds are among them.
func (r *Run) Posts(ctx context.Context) (wanted int, fetched iter.Seq2[model.PostResult, error], err error) {
	all, err := r.app.wantedPosts(ctx, r.options)
	return len(r.early) + len(all), r.fetchPosts(ctx, all), err
}

// fetchPosts fetches the posts that an update wants, yields what came of each, and
// removes the oldest where posts take too much.
func (r *Run) fetchPosts(ctx context.Context, wanted []model.WantedPost) iter.Seq2[model.PostResult, error] {
	return func(yield func(model.PostResult, error) bool) {
		for _, p := range r.early {
			r.news.fetched(p)
			if !yield(p, nil) {
				return
			}
		}
		if len(wanted) > 0 {
			if err := r.app.db.ForgetWanted(ctx); err != nil {
				yield(model.PostResult{}, err)
				return
			}
			if !r.fetchWanted(ctx, wanted, yield) {
				return
			}
		}
		if _, err := r.app.db.LimitPosts(ctx, r.options.room()); err != nil {
			yield(model.PostResult{}, err)
		}
	}
}

// fetchWanted yields what came of wanted posts, and reports whether to go on.
func (r *Run) fetchWanted(ctx context.Context, wanted []model.WantedPost, yield func(model.PostResult, error) bool) bool {
	for p, err := range r.session.Posts(ctx, wanted) {
		r.news.fetched(p)
		if !yield(p, err) || err != nil {
			return false
		}
	}
	if err := r.session.Close(ctx); err != nil {
		yield(model.PostResult{}, err)
		return false
	}
	return true
}

// ParseRoom reads the sizes that the texts of a feed's posts and of all may take.
func ParseRoom(feed, all string) (room store.PostRoom, err error) {
	if room.Feed, err = parseRoom(feed); err == nil {
		room.All, err = parseRoom(all)
	}
	return room, err
}

func parseRoom(size string) (int64, error) {
	bytes, ok := words.ParseSize(size)
	if !ok {
		return 0, fmt.Errorf("the room for posts is a size such as 500MiB or 2GiB, not %q", size)
	}
	return bytes, nil
}

// room is what the texts of posts may take.
func (o UpdateOptions) room() store.PostRoom {
	usual := store.DefaultPostRoom()
	return store.PostRoom{Feed: cmp.Or(o.Room.Feed, usual.Feed), All: cmp.Or(o.Room.All, usual.All)}
}

// fetchPassedOver fetches a post of each authority for which the last update had no
// time.
func (r *Run) fetchPassedOver(ctx context.Context) error {
	wanted, err := r.app.wantedPosts(ctx, r.options)
	if err != nil {
		return err
	}
	wanted = slices.DeleteFunc(wanted, func(w model.WantedPost) bool { return !w.PassedOver })
	if len(wanted) == 0 {
		return nil
	}
	for p, err := range r.session.Posts(ctx, wanted) {
		if err != nil {
			return err
		}
		r.early = append(r.early, p)
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
