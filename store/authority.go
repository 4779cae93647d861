package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gemsub/internal/model"
)

// An Authority is [model.Authority].
type Authority = model.Authority

// Authority returns what is known of an authority (host:port), and whether
// anything is.
func (s *Store) Authority(ctx context.Context, authority string) (Authority, bool, error) {
	a := Authority{Authority: authority}
	err := s.db.QueryRowContext(uncancelled(ctx), `
		SELECT
			robots, robots_known, robots_status, robots_at, robots_failing_since,
			requested_at, defer_until, defer_for
		FROM authority
		WHERE authority = ?`, authority,
	).Scan(
		&a.Robots, &a.RobotsKnown, &a.RobotsStatus, (*unixTime)(&a.RobotsAt), (*unixTime)(&a.RobotsFailingSince),
		(*unixTime)(&a.RequestedAt), (*unixTime)(&a.DeferUntil), (*seconds)(&a.DeferFor))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Authority{}, false, nil
	case err != nil:
		return Authority{}, false, fmt.Errorf("read authority %s: %w", authority, err)
	}
	return a, true, nil
}

// saveAuthority stores a in place of what was known of its authority. DeferFor is
// cut to whole seconds.
func saveAuthority(ctx context.Context, tx *sql.Tx, a Authority) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO authority (
			authority, robots, robots_known, robots_status, robots_at,
			robots_failing_since, requested_at, defer_until, defer_for)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET
			robots = excluded.robots,
			robots_known = excluded.robots_known,
			robots_status = excluded.robots_status,
			robots_at = excluded.robots_at,
			robots_failing_since = excluded.robots_failing_since,
			requested_at = excluded.requested_at,
			defer_until = excluded.defer_until,
			defer_for = excluded.defer_for`,
		a.Authority, a.Robots, a.RobotsKnown, a.RobotsStatus, unixTime(a.RobotsAt),
		unixTime(a.RobotsFailingSince), unixTime(a.RequestedAt), unixTime(a.DeferUntil), seconds(a.DeferFor))
	return err
}
