package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Prune deletes the entries that f selects, except unread and starred ones, and
// returns how many it deleted. Of each it keeps the date and 16 bytes of a hash: an
// entry that was pruned comes back only when its page gives it a later date.
//
// It deletes in each transaction as many as large pages store, with few MiB of posts, so
// that others need not wait long. After an error the entries that are counted are
// deleted.
func (s *Store) Prune(ctx context.Context, f EntryFilter) (int, error) {
	all, err := s.prunable(ctx, f)
	var n int
	if err == nil {
		n, err = s.removeInParts(ctx, all, dropEntries)
	}
	if err != nil {
		return n, fmt.Errorf("prune entries: %w", err)
	}
	return n, nil
}

// prunable returns what f selects. Of a single feed SQLite finds the newest entries
// fast.
func (s *Store) prunable(ctx context.Context, f EntryFilter) (all []removable, err error) {
	subs, err := s.Subscriptions(ctx, SubscriptionFilter{IDs: f.Subscriptions, Tag: f.Tag})
	f.Prunable = true
	for i := 0; err == nil && i < len(subs); i++ {
		var some []removable
		f.Subscriptions = []int64{subs[i].ID}
		some, err = s.removable(ctx, f)
		all = append(all, some...)
	}
	return all, err
}

// dropEntries deletes entries and remembers that they were there.
func dropEntries(ctx context.Context, tx *sql.Tx, entries string) (int, error) {
	if err := remember(ctx, tx, entries); err != nil {
		return 0, err
	}
	return affected(ctx, tx, `
		DELETE FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, entries)
}
