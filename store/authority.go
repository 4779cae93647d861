package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"gemsub/internal/model"
)

// An Authority is what is known of a capsule's host:port beside its key.
type Authority = model.Authority

// Authority returns what is kept of an authority and whether anything is.
func (s *Store) Authority(ctx context.Context, authority string) (Authority, bool, error) {
	a := Authority{Authority: authority}
	err := s.db.QueryRowContext(brief(ctx), `
		SELECT
			robots, robots_known, robots_status, robots_at, robots_failing_since,
			requested_at, defer_until, defer_for
		FROM authority
		WHERE authority = ?`, authority,
	).Scan(
		&a.Robots, &a.RobotsKnown, &a.RobotsStatus, (*moment)(&a.RobotsAt), (*moment)(&a.RobotsFailingSince),
		(*moment)(&a.RequestedAt), (*moment)(&a.DeferUntil), (*seconds)(&a.DeferFor))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Authority{}, false, nil
	case err != nil:
		return Authority{}, false, fmt.Errorf("read authority %s: %w", authority, err)
	}
	return a, true, nil
}

// SaveAuthority keeps a in place of what was kept of its authority. DeferFor
// is cut to whole seconds.
func (s *Store) SaveAuthority(ctx context.Context, a Authority) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return saveAuthority(ctx, tx, a) })
	if err != nil {
		return fmt.Errorf("save authority %s: %w", a.Authority, err)
	}
	return nil
}

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
		a.Authority, a.Robots, a.RobotsKnown, a.RobotsStatus, moment(a.RobotsAt),
		moment(a.RobotsFailingSince), moment(a.RequestedAt), moment(a.DeferUntil), seconds(a.DeferFor))
	return err
}
