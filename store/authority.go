package store

import (
	"context"
	"time"

	"gemsub/internal/model"
)

// An Authority is [model.Authority].
type Authority = model.Authority

const (
	// staleAfter is how long an authority that nobody needs is remembered.
	staleAfter = 90 * 24 * time.Hour
	// largeRobots is the size in bytes above which a robots.txt is kept only for authorities
	// with a subscription. One feed can redirect to 120 new authorities a day, each with a
	// robots.txt of 512 KiB.
	largeRobots = 4 << 10
)

// Authority returns what is known of an authority (host:port), with its pinned key; the zero value
// for an unknown one.
func (s *Store) Authority(ctx context.Context, authority string) (Authority, error) {
	tx := s.reader(uncancelled(ctx))
	found, _ := firstRow[struct {
		model.Authority
		model.PinnedKey
	}](tx, `
		SELECT
			authority, robots, robots_known, robots_status, robots_at, robots_failing_since,
			requested_at, defer_until, defer_for, fingerprint, not_after, seen_at, visited_at
		FROM authority WHERE authority = ?`, authority)
	a := found.Authority
	a.Authority = found.PinnedKey.Authority
	if found.Fingerprint != "" {
		a.Key, a.StoredKey = found.PinnedKey, found.PinnedKey
	}
	return a, tx.done("read authority")
}

// saveAuthority stores a in place of what was known of its authority. It cuts DeferFor to whole
// seconds, and drops a robots.txt above largeRobots if the authority has no subscription. The
// stored key stays if a person pinned or forgot a key since a was read.
func (tx *transaction) saveAuthority(a Authority) {
	if len(a.Robots) > largeRobots && !value[bool](tx, `SELECT ? IN (SELECT authority_of(url) FROM subscription)`, a.Authority) {
		a.Robots, a.RobotsKnown = nil, false
	}
	tx.exec(`
		INSERT INTO authority (
			authority, robots, robots_known, robots_status, robots_at,
			robots_failing_since, requested_at, defer_until, defer_for)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET
			(robots, robots_known, robots_status, robots_at) =
				(excluded.robots, excluded.robots_known, excluded.robots_status, excluded.robots_at),
			(robots_failing_since, requested_at, defer_until, defer_for) =
				(excluded.robots_failing_since, excluded.requested_at, excluded.defer_until, excluded.defer_for)`,
		a.Authority, a.Robots, a.RobotsKnown, a.RobotsStatus, a.RobotsAt,
		a.RobotsFailingSince, a.RequestedAt, a.DeferUntil, a.DeferFor)
	if a.Key != a.StoredKey {
		tx.exec(pinKey+` AND fingerprint IN (?2, ?6)`, append(keyValues(a.Key), a.StoredKey.Fingerprint)...)
	}
}

// ForgetAuthorities forgets the robots.txt and the keys of authorities (host:port) that got
// no request for 90 days, except those that have a subscription or an identity.
func (s *Store) ForgetAuthorities(ctx context.Context) error {
	return s.commit(ctx, "forget capsules", func(tx *transaction) {
		tx.exec(`
			DELETE FROM authority
			WHERE
				authority NOT IN (SELECT authority_of(url) FROM subscription UNION ALL SELECT authority FROM identity_use)
				AND MAX(
					COALESCE(robots_at, 0), COALESCE(robots_failing_since, 0), COALESCE(requested_at, 0),
					COALESCE(seen_at, 0), COALESCE(visited_at, 0), COALESCE(refused_at, 0)) < ?`,
			tx.expiry(staleAfter))
	})
}
