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
)

// StaleAuthorities returns the authorities (host:port) that got no request for 90
// days and have no identity. It searches once a day and otherwise returns none. If the
// last search was over 90 days ago or in the future, the clock may be wrong; then it
// returns none for another day.
func (s *Store) StaleAuthorities(ctx context.Context) (authorities []string, err error) {
	now := s.now()
	err = s.write(ctx, func(tx *sql.Tx) error {
		last, err := lookedAt(ctx, tx, now)
		since := now.Sub(last)
		if err != nil || since >= 0 && since < staleLookEvery {
			return err
		}
		if since > 0 && since <= staleAfter {
			authorities, err = listStale(ctx, tx, now)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list capsules that were not seen: %w", err)
	}
	return authorities, nil
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

// listStale ignores times after now, which a wrong clock wrote.
func listStale(ctx context.Context, q querier, now time.Time) ([]string, error) {
	columns := func(authority *string) []any { return []any{authority} }
	return collect(ctx, q, columns, `
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

// ForgetAuthorities forgets the robots.txt and the keys of the first 1000 of
// authorities, and returns how many authorities that are.
func (s *Store) ForgetAuthorities(ctx context.Context, authorities []string) (int, error) {
	authorities = authorities[:min(len(authorities), maxForgotten)]
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, authority := range authorities {
			if _, err := tx.ExecContext(ctx, `
				DELETE FROM authority WHERE authority = ?`, authority); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `
				DELETE FROM host WHERE authority = ?`, authority); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("forget capsules: %w", err)
	}
	return len(authorities), nil
}
