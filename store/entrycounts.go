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

// miscounted are the subscriptions whose numbers of entries are wrong.
const miscounted = `
	SELECT n.subscription_id
	FROM tally n
	LEFT JOIN (
		SELECT subscription_id, COUNT(*) AS entries, SUM(unread) AS unread FROM entry GROUP BY subscription_id
	) e ON e.subscription_id = n.subscription_id
	WHERE n.entries <> COALESCE(e.entries, 0) OR n.unread <> COALESCE(e.unread, 0)`

// Miscounted returns how many subscriptions have other numbers of entries than
// those that are kept. That is a mistake, which [Store.Recount] mends.
func (s *Store) Miscounted(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM (`+miscounted+`)`).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count entries: %w", err)
	}
	return n, nil
}

// Recount counts the entries of all subscriptions again and returns for how many
// the number was wrong.
func (s *Store) Recount(ctx context.Context) (int, error) {
	return s.affected(ctx, "count entries", `
		UPDATE tally SET (entries, unread) = (
			SELECT COUNT(*), COALESCE(SUM(unread), 0) FROM entry WHERE subscription_id = tally.subscription_id)
		WHERE subscription_id IN (`+miscounted+`)`)
}
