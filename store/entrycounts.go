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

// counted are the numbers of entries and posts that subscription n has.
const counted = `
	(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = n.subscription_id),
	(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = n.subscription_id AND e.unread = 1),
	(SELECT COUNT(*) FROM post p WHERE p.subscription_id = n.subscription_id),
	(SELECT COALESCE(SUM(p.length), 0) FROM post p WHERE p.subscription_id = n.subscription_id)`

// miscounted selects the subscriptions whose entries or posts are not those numbers.
const miscounted = `
	SELECT n.subscription_id FROM tally n
	WHERE (n.entries, n.unread, n.posts, n.post_bytes) <> (SELECT ` + counted + `)`

// Miscounted returns of how many subscriptions the numbers of entries or posts are
// wrong, which [Store.Recount] corrects.
func (s *Store) Miscounted(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM (`+miscounted+`)`).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count entries: %w", err)
	}
	return n, nil
}

// Recount corrects wrong numbers of entries and posts, and returns how many
// subscriptions had them.
func (s *Store) Recount(ctx context.Context) (int, error) {
	return s.affected(ctx, "count entries", `
		UPDATE tally AS n SET (entries, unread, posts, post_bytes) = (SELECT `+counted+`)
		WHERE n.subscription_id IN (`+miscounted+`)`)
}
