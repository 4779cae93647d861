package store

import (
	"context"
	"fmt"
)

// countAdded adds new entries to a subscription's entry counts, which table tally
// holds. Triggers count all other changes.
const countAdded = `
	UPDATE tally SET entries = entries + ?, unread = unread + ?
	WHERE subscription_id = ?`

// miscounted selects the subscriptions whose entry counts are wrong.
const miscounted = `
	SELECT n.subscription_id
	FROM tally n
	LEFT JOIN (
		SELECT subscription_id, COUNT(*) AS entries, SUM(unread) AS unread FROM entry GROUP BY subscription_id
	) e ON e.subscription_id = n.subscription_id
	WHERE n.entries <> COALESCE(e.entries, 0) OR n.unread <> COALESCE(e.unread, 0)`

// Miscounted returns how many subscriptions have wrong entry counts, which
// [Store.Recount] corrects.
func (s *Store) Miscounted(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM (`+miscounted+`)`).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count entries: %w", err)
	}
	return n, nil
}

// Recount corrects wrong entry counts and returns how many subscriptions had them.
func (s *Store) Recount(ctx context.Context) (int, error) {
	return s.affected(ctx, "count entries", `
		UPDATE tally SET (entries, unread) = (
			SELECT COUNT(*), COALESCE(SUM(unread), 0) FROM entry WHERE subscription_id = tally.subscription_id)
		WHERE subscription_id IN (`+miscounted+`)`)
}
