package store

import (
	"context"
	"fmt"
)

// Remove deletes subscriptions with their tags and entries. It ignores numbers
// without a subscription.
func (s *Store) Remove(ctx context.Context, ids []int64) error {
	err := s.inChange(ctx, &Change{Command: "remove"}, func(tx *changeTx) error { return tx.remove(ctx, ids) })
	if err != nil {
		return fmt.Errorf("remove subscriptions: %w", err)
	}
	return nil
}

func (tx *changeTx) remove(ctx context.Context, ids []int64) error {
	feeds := jsonList(ids)
	if err := tx.about(ctx, feeds); err != nil {
		return err
	}
	err := tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM entry WHERE subscription_id IN (SELECT value FROM JSON_EACH(?))`, feeds).Scan(&tx.change.Entries)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds)
	}
	return err
}
