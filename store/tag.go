package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Tag puts a tag on subscriptions and returns how many did not have it.
// Numbers without a subscription are passed over.
func (s *Store) Tag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.affected(ctx, "tag subscriptions", `
		INSERT OR IGNORE INTO tag (subscription_id, tag)
		SELECT id, ? FROM subscription WHERE id IN (`+placeholders(len(ids))+`)`,
		append([]any{tag}, asArgs(ids)...)...)
}

// Untag takes a tag off subscriptions and returns how many had it.
func (s *Store) Untag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.affected(ctx, "untag subscriptions", `
		DELETE FROM tag WHERE tag = ? AND subscription_id IN (`+placeholders(len(ids))+`)`,
		append([]any{tag}, asArgs(ids)...)...)
}

// Rename gives a subscription the user's title; an empty one takes the feed's
// own again. It returns [sql.ErrNoRows] if there is no such subscription.
func (s *Store) Rename(ctx context.Context, id int64, title string) error {
	known, err := s.changed(ctx, "rename subscription", `
		UPDATE subscription SET title = ? WHERE id = ?`, title, id)
	if err == nil && !known {
		return fmt.Errorf("rename subscription %d: %w", id, sql.ErrNoRows)
	}
	return err
}
