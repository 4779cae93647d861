package store

import (
	"context"
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
