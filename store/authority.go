package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"gemsub/internal/model"
)

// An Authority is [model.Authority].
type Authority = model.Authority

// Authority returns what is known of an authority (host:port), and whether
// anything is.
func (s *Store) Authority(ctx context.Context, authority string) (Authority, bool, error) {
	all, err := s.Authorities(ctx, []string{authority})
	if err != nil {
		return Authority{}, false, err
	}
	return all[0], all[0].Authority != "", nil
}

// Authorities returns what is known of each of these authorities, which all differ, in
// their order, the zero value where nothing is.
func (s *Store) Authorities(ctx context.Context, authorities []string) ([]Authority, error) {
	list, err := json.Marshal(authorities)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.QueryContext(uncancelled(ctx), `
		SELECT
			authority, robots, robots_known, robots_status, robots_at, robots_failing_since,
			requested_at, defer_until, defer_for
		FROM authority
		WHERE authority IN (SELECT value FROM JSON_EACH(?))`, string(list))
	var all []Authority
	if err == nil {
		all, err = inOrder(rows, authorities)
	}
	if err != nil {
		return nil, fmt.Errorf("read authorities: %w", err)
	}
	return all, nil
}

// inOrder reads rows of authorities, and puts each at the place of its name.
func inOrder(rows *sql.Rows, authorities []string) ([]Authority, error) {
	defer rows.Close()
	places := make(map[string]int, len(authorities))
	for i, authority := range authorities {
		places[authority] = i
	}
	all := make([]Authority, len(authorities))
	var a Authority // one for all rows
	for rows.Next() {
		err := rows.Scan(
			&a.Authority, &a.Robots, &a.RobotsKnown, &a.RobotsStatus, (*unixTime)(&a.RobotsAt), (*unixTime)(&a.RobotsFailingSince),
			(*unixTime)(&a.RequestedAt), (*unixTime)(&a.DeferUntil), (*seconds)(&a.DeferFor))
		if err != nil {
			return nil, err
		}
		all[places[a.Authority]] = a
	}
	return all, rows.Err()
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
