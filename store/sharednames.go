package store

import (
	"context"
	"fmt"
)

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
	if err != nil {
		return nil, fmt.Errorf("compare names: %w", err)
	}
	return all, nil
}
