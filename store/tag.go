package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Tag adds a tag to subscriptions and returns how many did not have it. It ignores
// numbers without a subscription.
func (s *Store) Tag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.affected(ctx, "tag subscriptions", `
		INSERT OR IGNORE INTO tag (subscription_id, tag)
		SELECT id, ? FROM subscription WHERE id IN (`+placeholders(len(ids))+`)`,
		append([]any{tag}, asArgs(ids)...)...)
}

// Untag removes a tag from subscriptions and returns how many had it.
func (s *Store) Untag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.affected(ctx, "untag subscriptions", `
		DELETE FROM tag WHERE tag = ? AND subscription_id IN (`+placeholders(len(ids))+`)`,
		append([]any{tag}, asArgs(ids)...)...)
}

// Rename sets the user's title of a subscription; an empty one means the feed's own.
// The error wraps [sql.ErrNoRows] if there is no such subscription.
func (s *Store) Rename(ctx context.Context, id int64, title string) error {
	known, err := s.changed(ctx, "rename subscription", `
		UPDATE subscription SET title = ? WHERE id = ?`, title, id)
	if err == nil && !known {
		return fmt.Errorf("rename subscription %d: %w", id, sql.ErrNoRows)
	}
	return err
}
