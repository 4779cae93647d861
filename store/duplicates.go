package store

import (
	"context"
	"fmt"
)

// DuplicateFeeds are two subscriptions that have nearly the same entries, such as a
// page and the Atom feed of the same capsule.
type DuplicateFeeds struct {
	First, Second int64 // subscriptions: first who owns more of the links, else the lower number
	Shared        int   // URLs of entries that both have
}

// duplicateFeeds compares the distinct links of each two feeds. The feed that owns more of the links comes first, since people are
// advised to remove the second: a copy must not get its original removed.
const duplicateFeeds = `
	WITH link AS (
		SELECT url, subscription_id AS feed, MAX(own) > 1 AS owned
		FROM entry
		GROUP BY 1, 2
	), shared AS (
		SELECT one.feed AS first, other.feed AS second, COUNT(*) AS entries, SUM(one.owned) < SUM(other.owned) AS swapped
		FROM link one
		JOIN link other ON other.url = one.url AND other.feed > one.feed
		GROUP BY 1, 2
	)
	SELECT IIF(s.swapped, s.second, s.first), IIF(s.swapped, s.first, s.second), s.entries
	FROM shared s
	WHERE s.entries > 1 AND s.entries * 5 >= 4 * MAX(
		(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = s.first),
		(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = s.second))
	ORDER BY s.first, s.second`

// DuplicateFeeds returns the pairs of subscriptions that share at least four fifths of
// the entries of each, and at least two entries, ordered by their numbers.
func (s *Store) DuplicateFeeds(ctx context.Context) ([]DuplicateFeeds, error) {
	columns := func(t *DuplicateFeeds) []any { return []any{&t.First, &t.Second, &t.Shared} }
	all, err := collect(ctx, s.db, columns, duplicateFeeds)
	if err != nil {
		return nil, fmt.Errorf("compare subscriptions: %w", err)
	}
	return all, nil
}
