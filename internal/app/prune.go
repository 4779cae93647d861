package app

import (
	"context"
	"fmt"

	"gemsub/internal/words"
)

// longAgo is how long after the last check of a feed the clock counts as wrong for
// what cannot be undone.
const longAgo = 90 * words.Day

// Prune removes the entries that q selects, but for unread and starred ones, and
// returns how many went, and how many bytes of the file are free for new ones. Where q is about entries with posts, it removes
// these posts alone. It removes nothing if the clock is over 90 days
// past the last check: a clock that is ahead makes all entries old.
func (a *App) Prune(ctx context.Context, q EntryQuery) (removed int, free int64, err error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return 0, 0, err
	}
	if err := a.checkClock(ctx); err != nil {
		return 0, 0, err
	}
	f.Prunable = true
	if f.WithPost {
		removed, err = a.db.PrunePosts(ctx, f)
	} else {
		removed, err = a.db.Prune(ctx, f)
	}
	free, _ = a.db.Free(ctx) // worth a remark, not an error
	return removed, free, err
}

// checkClock returns an error if the clock is far past the last check of any feed.
func (a *App) checkClock(ctx context.Context) error {
	feeds, err := a.db.Subscriptions(ctx, FeedFilter{})
	if err != nil {
		return err
	}
	last := lastChecked(feeds, a.Now())
	if last.IsZero() || a.Now().Sub(last) <= longAgo {
		return nil
	}
	err = fmt.Errorf("remove entries: the clock says %s, but the last update was at %s", utcText(a.Now()), utcText(last))
	return WithHint(err, "gemsub update, if the clock is right")
}
