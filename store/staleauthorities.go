package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

const (
	// staleAfter is how long an authority that nobody needs is remembered.
	staleAfter = 90 * 24 * time.Hour
	// largeRobots is over how many bytes a robots.txt is not kept for staleAfter. One
	// feed can redirect to 120 new authorities a day, each with one of 512 KiB.
	largeRobots = 4 << 10
	// robotsHolds is how long an answer about robots.txt holds.
	robotsHolds = 24 * time.Hour
)

// unneeded holds for the authorities of which the user has no subscription and for which
// no identity is.
const unneeded = `
	authority NOT IN (SELECT value FROM JSON_EACH(?1) UNION ALL SELECT authority FROM identity_use)`

// ForgetAuthorities forgets the robots.txt and the keys of authorities (host:port) that got
// no request for 90 days, except those that are needed or have an identity. A robots.txt
// over 4 KiB it forgets after a day.
func (s *Store) ForgetAuthorities(ctx context.Context, needed []string) error {
	list, err := json.Marshal(append([]string{}, needed...))
	if err != nil {
		return err
	}
	now := s.now()
	err = s.write(ctx, func(tx *sql.Tx) error {
		for _, forget := range []struct {
			statement string
			before    time.Time
		}{
			{`UPDATE authority SET robots = NULL, robots_known = FALSE
			WHERE ` + unneeded + ` AND LENGTH(robots) > ?3 AND COALESCE(robots_at, 0) < ?2`, now.Add(-robotsHolds)},
			{`DELETE FROM authority
			WHERE ` + unneeded + ` AND MAX(COALESCE(robots_at, 0), COALESCE(robots_failing_since, 0), COALESCE(requested_at, 0)) < ?2`, now.Add(-staleAfter)},
			{`DELETE FROM host
			WHERE ` + unneeded + ` AND MAX(COALESCE(seen_at, 0), COALESCE(visited_at, 0)) < ?2`, now.Add(-staleAfter)},
		} {
			if _, err := tx.ExecContext(ctx, forget.statement, string(list), forget.before.Unix(), largeRobots); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget capsules: %w", err)
	}
	return nil
}
