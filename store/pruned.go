package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
)

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
	atomID, updated, known, err := m.findPruned(ctx, row.atomID)
	if err != nil || !known {
		return false, err
	}
	back := row.updated > updated && !row.undated
	switch {
	case back:
		_, err = m.tx.ExecContext(ctx, `
			DELETE FROM pruned WHERE subscription_id = ? AND ref = ?`, m.sub.ID, idHash(atomID))
	case len(m.moved.moves) > 0 && !m.readElsewhere:
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
func (m *entryMerger) findPruned(ctx context.Context, atomID string) (as string, updated int64, known bool, err error) {
	for _, as := range m.moved.formerIDs(atomID) {
		var detached sql.Null[int64]
		err := m.tx.QueryRowContext(ctx, findPruned, m.sub.ID, idHash(as)).Scan(&updated, &detached)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return "", 0, false, err
		case !detached.Valid || m.detachedNow(detached) && m.moved.recognises(atomID, as):
			return as, updated, true, nil
		}
	}
	return "", 0, false, nil
}
