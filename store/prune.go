package store

import (
	"context"
)

// Prune deletes the entries that f selects, except unread and starred ones, and
// returns how many it deleted. Of each it keeps the date and 16 bytes of a hash: an
// entry that was pruned comes back only when its page gives it a later date.
func (s *Store) Prune(ctx context.Context, f EntryFilter) (n int, err error) {
	feeds, err := s.Subscriptions(ctx, SubscriptionFilter{IDs: f.Subscriptions, Tag: f.Tag, Brief: true})
	if err == nil {
		err = s.write(ctx, func(tx *transaction) error {
			n, err = pruneFeeds(ctx, tx, f, feeds)
			return err
		})
	}
	return n, doing("prune entries", err)
}

func pruneFeeds(ctx context.Context, tx *transaction, f EntryFilter, feeds []Subscription) (int, error) {
	var ids []int64
	f.Prunable = true
	for _, feed := range feeds { // of a single one SQLite finds the newest entries fast
		f.Subscriptions = []int64{feed.ID}
		some, err := selected(ctx, tx, f)
		if err != nil {
			return 0, err
		}
		ids = append(ids, some...)
	}
	entries := jsonList(ids)
	if err := remember(ctx, tx, entries); err != nil {
		return 0, err
	}
	return affected(ctx, tx, `
		DELETE FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, entries)
}

// selected returns the numbers of the entries that f selects.
func selected(ctx context.Context, q querier, f EntryFilter) ([]int64, error) {
	clauses, args := f.clauses()
	return column[int64](ctx, q, `SELECT e.id FROM entry e `+clauses, args...)
}
