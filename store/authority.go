package store

import (
	"context"
	"database/sql"
	"time"

	"gemsub/internal/model"
)

// An Authority is [model.Authority].
type Authority = model.Authority

const (
	// staleAfter is how long an authority that nobody needs is remembered.
	staleAfter = 90 * 24 * time.Hour
	// largeRobots is over how many bytes a robots.txt is not kept for staleAfter. One
	// feed can redirect to 120 new authorities a day, each with one of 512 KiB.
	largeRobots = 4 << 10
	// robotsHolds is how long an answer about robots.txt holds.
	robotsHolds = 24 * time.Hour
)

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
// their order, with its trusted key; the zero value where nothing is.
func (s *Store) Authorities(ctx context.Context, authorities []string) ([]Authority, error) {
	type found struct {
		place int
		Authority
	}
	columns := func(f *found) []any {
		return []any{
			&f.place, &f.Authority.Authority, &f.Robots, &f.RobotsKnown, &f.RobotsStatus, (*unixTime)(&f.RobotsAt), (*unixTime)(&f.RobotsFailingSince),
			(*unixTime)(&f.RequestedAt), (*unixTime)(&f.DeferUntil), (*seconds)(&f.DeferFor),
		}
	}
	known, err := collect(uncancelled(ctx), s.db, columns, `
		SELECT
			key, authority, robots, robots_known, robots_status, robots_at, robots_failing_since,
			requested_at, defer_until, defer_for
		FROM JSON_EACH(?) JOIN authority ON authority = value`, jsonList(authorities))
	if err != nil {
		return nil, doing("read authorities", err)
	}
	pinned, err := s.PinnedKeysOf(ctx, authorities)
	keys := make(map[string]PinnedKey, len(pinned))
	for _, key := range pinned {
		keys[key.Authority] = key
	}
	all := make([]Authority, len(authorities))
	for _, f := range known {
		all[f.place] = f.Authority
	}
	for i, name := range authorities {
		all[i].Key = keys[name]
	}
	return all, err
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

// unneeded holds for authorities that the caller does not list as needed and that have no
// identity.
const unneeded = `
	authority NOT IN (SELECT value FROM JSON_EACH(?1) UNION ALL SELECT authority FROM identity_use)`

// ForgetAuthorities forgets the robots.txt and the keys of authorities (host:port) that got
// no request for 90 days, except those that are needed or have an identity. A robots.txt
// over 4 KiB it forgets after a day.
func (s *Store) ForgetAuthorities(ctx context.Context, needed []string) error {
	now := s.now()
	err := s.write(ctx, func(tx *sql.Tx) error {
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
			if _, err := tx.ExecContext(ctx, forget.statement, jsonList(needed), forget.before.Unix(), largeRobots); err != nil {
				return err
			}
		}
		return nil
	})
	return doing("forget capsules", err)
}
