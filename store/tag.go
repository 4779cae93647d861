package store

import (
	"context"
	"database/sql"
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

// foldedTags is the schema since which tags are kept as [model.FoldTag] has them.
const foldedTags = 18

// foldTags folds the tags of an earlier schema. SQLite folds ASCII alone.
func foldTags(ctx context.Context, tx *sql.Tx) error {
	tags, err := collect(ctx, tx, func(tag *string) []any { return []any{tag} }, `
		SELECT tag FROM tag UNION SELECT tag FROM mute`)
	if err != nil {
		return err
	}
	for _, tag := range tags {
		for _, table := range []string{"tag", "mute"} {
			if _, err := tx.ExecContext(ctx, `UPDATE OR REPLACE `+table+` SET tag = ? WHERE tag = ?`, model.FoldTag(tag), tag); err != nil {
				return err
			}
		}
	}
	return nil
}
