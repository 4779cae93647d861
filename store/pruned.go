package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
)

// hashOf returns what stands for an entry's Ref among those that were pruned.
func hashOf(ref string) []byte {
	sum := sha256.Sum256([]byte(ref))
	return sum[:16]
}

func hasPruned(ctx context.Context, q querier, subscription int64) (has bool, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pruned WHERE subscription_id = ?)`, subscription).Scan(&has)
	return has, err
}

// staysPruned reports whether row is an entry that was pruned and has no later
// date since. One that has comes back.
func (m *merger) staysPruned(ctx context.Context, row entryRow) (bool, error) {
	if !m.pruned {
		return false, nil
	}
	ref, updated, known, err := m.findPruned(ctx, row.atomID)
	if err != nil || !known {
		return false, err
	}
	back := row.updated > updated && !row.undated
	switch {
	case back:
		_, err = m.tx.ExecContext(ctx, `
			DELETE FROM pruned WHERE subscription_id = ? AND ref = ?`, m.sub.ID, hashOf(ref))
	case len(m.moved.moves) > 0 && !m.visiting:
		_, err = m.tx.ExecContext(ctx, `
			UPDATE OR REPLACE pruned SET ref = ?, detached_at = NULL WHERE subscription_id = ? AND ref = ?`,
			hashOf(row.atomID), m.sub.ID, hashOf(ref))
	}
	return !back, err
}

const findPruned = `
	SELECT updated, detached_at FROM pruned WHERE subscription_id = ? AND ref = ?`

// findPruned returns as what an entry was pruned, and its date then.
func (m *merger) findPruned(ctx context.Context, ref string) (as string, updated int64, known bool, err error) {
	for _, as := range m.moved.before(ref) {
		var detached sql.Null[int64]
		err := m.tx.QueryRowContext(ctx, findPruned, m.sub.ID, hashOf(as)).Scan(&updated, &detached)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return "", 0, false, err
		case !detached.Valid || m.detachedNow(detached) && m.moved.recognises(ref, as):
			return as, updated, true, nil
		}
	}
	return "", 0, false, nil
}
