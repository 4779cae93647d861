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
	// largeRobots is over how many bytes a robots.txt is kept only for authorities with a
	// subscription. One feed can redirect to 120 new authorities a day, each with one of
	// 512 KiB.
	largeRobots = 4 << 10
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
	if len(a.Robots) > largeRobots {
		var isSubscribed bool
		err := tx.QueryRowContext(ctx, `
			SELECT ? IN (SELECT authority_of(url) FROM subscription)`, a.Authority).Scan(&isSubscribed)
		if err != nil {
			return err
		}
		if !isSubscribed {
			a.Robots, a.RobotsKnown = nil, false
		}
	}
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

// ForgetAuthorities forgets the robots.txt and the keys of authorities (host:port) that got
// no request for 90 days, except those that have a subscription or an identity.
func (s *Store) ForgetAuthorities(ctx context.Context) error {
	const unneeded = `authority NOT IN (SELECT authority_of(url) FROM subscription UNION ALL SELECT authority FROM identity_use)`
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		for _, statement := range []string{
			`DELETE FROM authority
			WHERE ` + unneeded + ` AND MAX(COALESCE(robots_at, 0), COALESCE(robots_failing_since, 0), COALESCE(requested_at, 0)) < ?`,
			`DELETE FROM host
			WHERE ` + unneeded + ` AND MAX(COALESCE(seen_at, 0), COALESCE(visited_at, 0)) < ?`,
		} {
			if err == nil {
				_, err = tx.ExecContext(ctx, statement, s.now().Add(-staleAfter).Unix())
			}
		}
		return err
	})
	return doing("forget capsules", err)
}
