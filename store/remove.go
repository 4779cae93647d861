package store

import (
	"context"
	"fmt"
)

// Remove deletes subscriptions with their tags and entries. It ignores numbers
// without a subscription.
func (s *Store) Remove(ctx context.Context, ids []int64) error {
	c := Change{Command: "remove"}
	err := s.inChange(ctx, &c, func(tx *changeTx) error {
		if err := tx.about(ctx, jsonList(ids)); err != nil {
			return err
		}
		return tx.record(ctx, rowsOf(ids), func() error {
			err := tx.QueryRowContext(ctx, `
				SELECT COALESCE(SUM(entries), 0) FROM tally WHERE subscription_id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids)).Scan(&c.Entries)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `
				DELETE FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("remove subscriptions: %w", err)
	}
	return nil
}
