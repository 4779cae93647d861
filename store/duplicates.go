package store

import "context"

// DuplicateFeeds are two subscriptions that have nearly the same entries, such as a
// page and the Atom feed of the same capsule.
type DuplicateFeeds struct {
	First, Second int64 // subscriptions: first who owns more of the links, else the lower number
	Shared        int   // URLs of entries that both have
}

// duplicateFeeds compares the distinct links of each two feeds. The feed that owns more of
// the links comes first, since people are advised to remove the second: a copy must not
// get its original removed.
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
	return all, doing("compare subscriptions", err)
}

// A SharedName is the name of a subscription that another one has too.
type SharedName struct {
	SubscriptionID int64
	Name, URL      string
}

const sharedNames = `
	SELECT id, name, url
	FROM (
		SELECT id, name, url, COUNT(*) OVER (PARTITION BY name) AS n
		FROM (SELECT id, url, COALESCE(NULLIF(title, ''), NULLIF(feed_title, ''), url) AS name FROM subscription)
	)
	WHERE n > 1
	ORDER BY name, id`

// SharedNames returns the subscriptions whose name is that of another, those of one
// name together.
func (s *Store) SharedNames(ctx context.Context) ([]SharedName, error) {
	columns := func(n *SharedName) []any { return []any{&n.SubscriptionID, &n.Name, &n.URL} }
	all, err := collect(ctx, s.db, columns, sharedNames)
	return all, doing("compare names", err)
}
