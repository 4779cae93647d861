package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"
)

const (
	// staleAfter is how long an authority that nobody needs is remembered.
	staleAfter = 90 * 24 * time.Hour
	// staleLookEvery is the time between two searches for such authorities.
	staleLookEvery = 24 * time.Hour
	// maxForgotten bounds what ForgetAuthorities deletes in one transaction.
	maxForgotten = 1000
	// largeRobots is over how many bytes a robots.txt is not kept for staleAfter. One
	// feed can redirect to 120 new authorities a day, each with one of 512 KiB.
	largeRobots = 4 << 10
	// robotsHolds is how long an answer about robots.txt holds.
	robotsHolds = 24 * time.Hour
)

// Stale are authorities (host:port) of which nothing or little has to be kept, if no
// subscription needs them.
type Stale struct {
	Unseen []string // got no request for 90 days and have no identity
	Large  []string // have a robots.txt over 4 KiB that was asked for over a day ago
}

// StaleAuthorities searches for stale authorities once a day, and otherwise returns
// none. If the last search was over 90 days ago or in the future, the clock may be
// wrong; then it returns none for another day.
func (s *Store) StaleAuthorities(ctx context.Context) (stale Stale, err error) {
	now := s.now()
	err = s.write(ctx, func(tx *sql.Tx) error {
		last, err := lookedAt(ctx, tx, now)
		since := now.Sub(last)
		if err != nil || since <= 0 || since < staleLookEvery || since > staleAfter {
			return err
		}
		if stale.Unseen, err = listUnseen(ctx, tx, now); err != nil {
			return err
		}
		stale.Large, err = listLarge(ctx, tx, now)
		return err
	})
	if err != nil {
		return Stale{}, fmt.Errorf("list capsules that were not seen: %w", err)
	}
	return stale, nil
}

// lookedAt returns when the last search was. If that is over a day ago, it stores now
// as the time of the last search.
func lookedAt(ctx context.Context, tx *sql.Tx, now time.Time) (time.Time, error) {
	var text string
	err := tx.QueryRowContext(ctx, `
		SELECT value FROM setting WHERE name = 'unseen_at'`).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, err
	}
	unix, _ := strconv.ParseInt(text, 10, 64) // 1970 if it is no number
	last := time.Unix(unix, 0)
	if since := now.Sub(last); since >= 0 && since < staleLookEvery {
		return last, nil
	}
	_, err = tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO setting (name, value) VALUES ('unseen_at', ?)`, strconv.FormatInt(now.Unix(), 10))
	return last, err
}

func scanText(text *string) []any { return []any{text} }

// listLarge ignores times after now, which a wrong clock wrote.
func listLarge(ctx context.Context, q querier, now time.Time) ([]string, error) {
	return collect(ctx, q, scanText, `
		SELECT authority FROM authority
		WHERE LENGTH(robots) > ? AND COALESCE(robots_at, 0) NOT BETWEEN ? AND ?
		ORDER BY authority`, largeRobots, unixTime(now.Add(-robotsHolds)), unixTime(now))
}

// listUnseen ignores times after now, which a wrong clock wrote.
func listUnseen(ctx context.Context, q querier, now time.Time) ([]string, error) {
	return collect(ctx, q, scanText, `
		SELECT k.authority
		FROM (SELECT authority FROM authority UNION SELECT authority FROM host) k
		LEFT JOIN authority a ON a.authority = k.authority
		WHERE k.authority NOT IN (SELECT authority FROM identity_use)
			AND COALESCE(a.robots_at, 0) NOT BETWEEN ?1 AND ?2
			AND COALESCE(a.robots_failing_since, 0) NOT BETWEEN ?1 AND ?2
			AND COALESCE(a.requested_at, 0) NOT BETWEEN ?1 AND ?2
			AND NOT EXISTS (
				SELECT 1 FROM host h WHERE h.authority = k.authority AND h.seen_at BETWEEN ?1 AND ?2)
		ORDER BY k.authority`, unixTime(now.Add(-staleAfter)), unixTime(now))
}

// ForgetAuthorities forgets the robots.txt and the keys of the first 1000 authorities
// in stale.Unseen, and the robots.txt of the first 1000 in stale.Large.
func (s *Store) ForgetAuthorities(ctx context.Context, stale Stale) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, forget := range []struct {
			authorities []string
			statement   string
		}{
			{stale.Large, `UPDATE authority SET robots = NULL, robots_known = FALSE WHERE authority = ?`},
			{stale.Unseen, `DELETE FROM authority WHERE authority = ?`},
			{stale.Unseen, `DELETE FROM host WHERE authority = ?`},
		} {
			for _, authority := range forget.authorities[:min(len(forget.authorities), maxForgotten)] {
				if _, err := tx.ExecContext(ctx, forget.statement, authority); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget capsules: %w", err)
	}
	return nil
}
