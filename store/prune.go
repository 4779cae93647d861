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
// Each feed has a transaction of its own, so that others need not wait long. After an
// error the entries that are counted are deleted.
func (s *Store) Prune(ctx context.Context, f EntryFilter) (int, error) {
	f.Prunable = true
	n, err := s.prune(ctx, f)
	if err != nil {
		return n, fmt.Errorf("prune entries: %w", err)
	}
	return n, nil
}

func (s *Store) prune(ctx context.Context, f EntryFilter) (int, error) {
	subs, err := s.Subscriptions(ctx, SubscriptionFilter{IDs: f.Subscriptions, Tag: f.Tag})
	if err != nil {
		return 0, err
	}
	var total int
	for _, sub := range subs {
		f.Subscriptions = []int64{sub.ID}
		var n int
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			n, err = pruneFeed(ctx, tx, f)
			return err
		})
		if err != nil {
			return total, err
		}
		total += n
	}
	return total, nil
}

func pruneFeed(ctx context.Context, tx *sql.Tx, f EntryFilter) (int, error) {
	clauses, args, err := f.clauses()
	if err != nil {
		return 0, err
	}
	if err := remember(ctx, tx, clauses, args); err != nil {
		return 0, err
	}
	result, err := tx.ExecContext(ctx, `
		DELETE FROM entry WHERE id IN (SELECT e.id FROM entry e `+clauses+`)`, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// remember stores the dates and hashes of entries that are to be deleted.
func remember(ctx context.Context, tx *sql.Tx, clauses string, args []any) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT e.subscription_id, e.ref, e.updated FROM entry e `+clauses, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, updated int64
		var ref string
		if err := rows.Scan(&id, &ref, &updated); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO pruned (subscription_id, ref, updated) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET updated = excluded.updated, detached_at = NULL`, id, idHash(ref), updated) // an archive may have brought it
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

// Free returns how many bytes of the file are unused. New entries use them first;
// [Store.Backup] writes a copy without them.
func (s *Store) Free(ctx context.Context) (int64, error) {
	var free int64
	err := s.db.QueryRowContext(ctx, `
		SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`).Scan(&free)
	if err != nil {
		return 0, fmt.Errorf("measure database: %w", err)
	}
	return free, nil
}
