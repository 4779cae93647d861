package store

import (
	"context"
)

// Prune deletes the entries that f selects, except unread and starred ones, and
// returns how many it deleted. Of each feed it keeps the date of the newest one, by
// the time that lists sort by: up to then its page brings no new entries.
func (s *Store) Prune(ctx context.Context, f EntryFilter) (n int, err error) {
	feeds, err := s.Subscriptions(ctx, SubscriptionFilter{IDs: f.Subscriptions, Tag: f.Tag, Brief: true})
	if err != nil {
		return 0, doing("prune entries", err)
	}
	f.Prunable = true
	err = s.commit(ctx, "prune entries", func(tx *transaction) {
		var ids []int64
		for _, feed := range feeds { // of a single one SQLite finds the newest entries fast
			f.Subscriptions = []int64{feed.ID}
			ids = append(ids, tx.selected(f)...)
		}
		tx.exec(`
			UPDATE subscription SET pruned_until = MIN(?2, MAX(newest, COALESCE(pruned_until, newest)))
			FROM (
				SELECT subscription_id AS feed, MAX(sort_time) AS newest FROM entry
				WHERE id IN (SELECT value FROM JSON_EACH(?1)) GROUP BY subscription_id)
			WHERE id = feed`, jsonList(ids), tx.now)
		n = tx.exec(`DELETE FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
	})
	return n, err
}

// selected returns the numbers of the entries that f selects.
func (tx *transaction) selected(f EntryFilter) []int64 {
	clauses, args := f.clauses()
	return allRows[int64](tx, `SELECT e.id FROM entry e `+clauses, args...)
}
