package store

import (
	"context"
	"database/sql"
	"fmt"
)

// countAdded adds to a subscription's numbers of entries; all other changes are
// counted by triggers.
const countAdded = `
	UPDATE tally SET entries = entries + ?, unread = unread + ?
	WHERE subscription_id = ?`

// recount counts the entries of the subscriptions that have some after a number.
func recount(ctx context.Context, tx *sql.Tx, after int64) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE tally SET (entries, unread) = (
			SELECT COUNT(*), SUM(unread) FROM entry WHERE subscription_id = tally.subscription_id)
		WHERE subscription_id IN (SELECT subscription_id FROM entry WHERE id > ?)`, after)
	if err != nil {
		return fmt.Errorf("count entries: %w", err)
	}
	return nil
}
