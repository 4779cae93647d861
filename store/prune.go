package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
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

// remember stores the dates and hashes of entries that are to be deleted.
func remember(ctx context.Context, tx *sql.Tx, entries string) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT subscription_id, ref, updated, first_stay, last_stay FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`, entries)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, updated int64
		var ref string
		var in stays
		if err := rows.Scan(&id, &ref, &updated, &in.first, &in.last); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT OR REPLACE INTO pruned (subscription_id, ref, updated, first_stay, last_stay)
			VALUES (?, ?, ?, ?, ?)`, id, idHash(ref), updated, in.first, in.last) // an archive may have brought it
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
	atomID, old, known, err := m.findPruned(ctx, row)
	if err != nil || !known {
		return false, err
	}
	back := row.updated > old.updated && !row.undated
	switch {
	case back:
		_, err = m.tx.ExecContext(ctx, `
			DELETE FROM pruned WHERE subscription_id = ? AND ref = ?`, m.sub.ID, idHash(atomID))
	case (atomID != row.atomID || !old.stays.has(m.sub.stay)) && !m.readElsewhere:
		in := old.stays.with(m.sub.stay)
		_, err = m.tx.ExecContext(ctx, `
			UPDATE OR REPLACE pruned SET ref = ?, first_stay = ?, last_stay = ? WHERE subscription_id = ? AND ref = ?`,
			idHash(row.atomID), in.first, in.last, m.sub.ID, idHash(atomID))
	}
	return !back, err
}

const findPruned = `
	SELECT updated, first_stay, last_stay FROM pruned WHERE subscription_id = ? AND ref = ?`

// A prunedRow is what is kept of a pruned entry besides its hash.
type prunedRow struct {
	updated int64 // the entry's last date
	stays   stays
}

// findPruned returns the Atom id under which an entry was pruned, and what is kept of
// it.
func (m *entryMerger) findPruned(ctx context.Context, row entryRow) (as string, old prunedRow, known bool, err error) {
	for _, as := range m.moved.formerIDs(row.atomID, row.formerID) {
		err := m.tx.QueryRowContext(ctx, findPruned, m.sub.ID, idHash(as)).Scan(&old.updated, &old.stays.first, &old.stays.last)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return "", old, false, err
		case old.stays.has(m.sub.stay) || old.stays.has(m.leftStay) && (m.moved.keeps(as) || m.moved.recognises(row.atomID, row.formerID, as)):
			return as, old, true, nil
		}
	}
	return "", old, false, nil
}
