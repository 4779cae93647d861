package store

import (
	"context"
	"fmt"

	"gemsub/internal/model"
)

// Tag adds a tag to subscriptions and returns how many did not have it. It ignores
// numbers without a subscription.
func (s *Store) Tag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.changeTag(ctx, "tag", ids, tag, `
		INSERT OR IGNORE INTO tag (tag, subscription_id)
		SELECT ?, id FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`)
}

// Untag removes a tag from subscriptions and returns how many had it.
func (s *Store) Untag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.changeTag(ctx, "untag", ids, tag, `
		DELETE FROM tag WHERE tag = ? AND subscription_id IN (SELECT value FROM JSON_EACH(?))`)
}

func (s *Store) changeTag(ctx context.Context, command string, ids []int64, tag, query string) (n int, err error) {
	tag = model.FoldTag(tag)
	err = s.inChange(ctx, &Change{Command: command, Subject: tag}, func(tx *changeTx) error {
		if err := tx.about(ctx, jsonList(ids)); err != nil {
			return err
		}
		n, err = affected(ctx, tx.Tx, query, tag, jsonList(ids))
		return err
	}, "tag")
	if err != nil {
		return 0, fmt.Errorf("%s subscriptions: %w", command, err)
	}
	return n, nil
}
