package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Prune deletes the entries that f selects, except unread and starred ones, and
// returns how many it deleted. Of each it keeps the date and 16 bytes of a hash: an
// entry that was pruned comes back only when its page gives it a later date.
//
// It deletes a few thousand in each transaction, so that others need not wait long.
// After an error the entries that are counted are deleted.
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
		n, err := s.pruneFeed(ctx, f)
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// pruneFeed deletes what f selects of one feed, as many entries in a transaction as
// for large pages.
func (s *Store) pruneFeed(ctx context.Context, f EntryFilter) (total int, err error) {
	f.Limit = s.pace.entries
	for {
		var n int
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			n, err = pruneSome(ctx, tx, f)
			return err
		})
		if total += n; err != nil || n < f.Limit {
			return total, err
		}
		time.Sleep(s.pace.pause)
	}
}

func pruneSome(ctx context.Context, tx *sql.Tx, f EntryFilter) (int, error) {
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

// idHash returns the 16 bytes that table pruned keeps of an Atom id.
func idHash(atomID string) []byte {
	sum := sha256.Sum256([]byte(atomID))
	return sum[:16]
}

func hasPruned(ctx context.Context, q querier, subscription int64) (has bool, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pruned WHERE subscription_id = ?)`, subscription).Scan(&has)
	return has, err
}

// staysPruned reports whether row was pruned. A pruned entry with a later date than
// it had then comes back.
func (m *entryMerger) staysPruned(ctx context.Context, row entryRow) (bool, error) {
	if !m.pruned {
		return false, nil
	}
	atomID, updated, known, err := m.findPruned(ctx, row)
	if err != nil || !known {
		return false, err
	}
	back := row.updated > updated && !row.undated
	switch {
	case back:
		_, err = m.tx.ExecContext(ctx, `
			DELETE FROM pruned WHERE subscription_id = ? AND ref = ?`, m.sub.ID, idHash(atomID))
	case (atomID != row.atomID || len(m.moved.moves) > 0) && !m.readElsewhere:
		_, err = m.tx.ExecContext(ctx, `
			UPDATE OR REPLACE pruned SET ref = ?, detached_at = NULL WHERE subscription_id = ? AND ref = ?`,
			idHash(row.atomID), m.sub.ID, idHash(atomID))
	}
	return !back, err
}

const findPruned = `
	SELECT updated, detached_at FROM pruned WHERE subscription_id = ? AND ref = ?`

// findPruned returns the Atom id under which an entry was pruned, and its date
// then.
func (m *entryMerger) findPruned(ctx context.Context, row entryRow) (as string, updated int64, known bool, err error) {
	for _, as := range m.moved.formerIDs(row.atomID, row.formerID) {
		var detached sql.Null[int64]
		err := m.tx.QueryRowContext(ctx, findPruned, m.sub.ID, idHash(as)).Scan(&updated, &detached)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return "", 0, false, err
		case !detached.Valid || m.detachedNow(detached) && m.moved.recognises(row.atomID, row.formerID, as):
			return as, updated, true, nil
		}
	}
	return "", 0, false, nil
}
