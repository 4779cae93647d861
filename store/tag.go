package store

import (
	"context"
	"database/sql"

	"gemsub/internal/model"
)

// Tag adds a tag to subscriptions and returns how many did not have it. It ignores
// numbers without a subscription.
func (s *Store) Tag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.affected(ctx, "tag subscriptions", `
		INSERT OR IGNORE INTO tag (subscription_id, tag)
		SELECT id, ? FROM subscription WHERE id IN (`+placeholders(len(ids))+`)`,
		append([]any{model.FoldTag(tag)}, asArgs(ids)...)...)
}

// Untag removes a tag from subscriptions and returns how many had it.
func (s *Store) Untag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.affected(ctx, "untag subscriptions", `
		DELETE FROM tag WHERE tag = ? AND subscription_id IN (`+placeholders(len(ids))+`)`,
		append([]any{model.FoldTag(tag)}, asArgs(ids)...)...)
}

// foldedTags is the schema since which tags are kept as [model.FoldTag] has them.
const foldedTags = 10

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
