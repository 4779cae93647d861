package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Tag puts a tag on subscriptions and returns how many did not have it.
// Numbers without a subscription are passed over.
func (s *Store) Tag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.retag(ctx, "tag", ids, `
		INSERT OR IGNORE INTO tag (subscription_id, tag)
		SELECT id, ? FROM subscription WHERE id IN (`+marks(len(ids))+`)`, tag)
}

// Untag takes a tag off subscriptions and returns how many had it.
func (s *Store) Untag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.retag(ctx, "untag", ids, `
		DELETE FROM tag WHERE tag = ? AND subscription_id IN (`+marks(len(ids))+`)`, tag)
}

func (s *Store) retag(ctx context.Context, verb string, ids []int64, query, tag string) (int, error) {
	result, err := s.db.ExecContext(ctx, query, append([]any{tag}, anys(ids)...)...)
	if err != nil {
		return 0, fmt.Errorf("%s subscriptions: %w", verb, err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// Rename gives a subscription the user's title; an empty one takes the feed's
// own again. It returns [sql.ErrNoRows] if there is no such subscription.
func (s *Store) Rename(ctx context.Context, id int64, title string) error {
	result, err := s.db.ExecContext(ctx, `
		UPDATE subscription SET title = ? WHERE id = ?`, title, id)
	if err != nil {
		return fmt.Errorf("rename subscription: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("rename subscription %d: %w", id, sql.ErrNoRows)
	}
	return nil
}
