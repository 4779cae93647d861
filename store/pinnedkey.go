package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gemsub/internal/model"
)

// A KnownHost is the key that an authority was seen with.
type KnownHost = model.PinnedKey

// Which of an authority's keys a row of the table host has.
const (
	trusted = 0
	refused = 1
)

// maxRefused is how many refused keys of an authority are kept.
const maxRefused = 10

const hostColumns = `authority, fingerprint, not_after, seen_at, visited_at`

func scanHost(h *KnownHost) []any {
	return []any{&h.Authority, &h.Fingerprint, (*moment)(&h.NotAfter), (*moment)(&h.SeenAt), (*moment)(&h.VisitedAt)}
}

// Host returns the trusted key of an authority and whether there is one.
func (s *Store) Host(ctx context.Context, authority string) (KnownHost, bool, error) {
	var h KnownHost
	err := s.db.QueryRowContext(brief(ctx), `
		SELECT `+hostColumns+`
		FROM host
		WHERE authority = ? AND refused = ?`, authority, trusted,
	).Scan(scanHost(&h)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return KnownHost{}, false, nil
	case err != nil:
		return KnownHost{}, false, fmt.Errorf("read key of %s: %w", authority, err)
	}
	return h, true, nil
}

// Refused returns the keys that were refused at an authority since a key was
// trusted there, the newest 10, in the order in which they were last seen.
func (s *Store) Refused(ctx context.Context, authority string) ([]KnownHost, error) {
	list, err := collect(ctx, s.db, scanHost, `
		SELECT `+hostColumns+`
		FROM host
		WHERE authority = ? AND refused = ?
		ORDER BY seen_at, fingerprint`, authority, refused)
	if err != nil {
		return nil, fmt.Errorf("list refused keys of %s: %w", authority, err)
	}
	return list, nil
}

// Hosts returns the trusted keys, ordered by authority.
func (s *Store) Hosts(ctx context.Context) ([]KnownHost, error) {
	list, err := collect(ctx, s.db, scanHost, `
		SELECT `+hostColumns+`
		FROM host
		WHERE refused = ?
		ORDER BY authority`, trusted)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return list, nil
}

// SaveHost trusts h in place of any other key of its authority, and forgets
// those that were refused there.
func (s *Store) SaveHost(ctx context.Context, h KnownHost) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return saveHost(ctx, tx, h) })
	if err != nil {
		return fmt.Errorf("save key of %s: %w", h.Authority, err)
	}
	return nil
}

// SaveRefused keeps h as a key that was refused at its authority and told to the
// user. The trusted one stays.
func (s *Store) SaveRefused(ctx context.Context, h KnownHost) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return saveRefused(ctx, tx, h) })
	if err != nil {
		return fmt.Errorf("save refused key of %s: %w", h.Authority, err)
	}
	return nil
}

// ForgetHost forgets all keys of an authority and reports whether there was
// one.
func (s *Store) ForgetHost(ctx context.Context, authority string) (bool, error) {
	return s.changed(ctx, "forget key of "+authority, `
		DELETE FROM host WHERE authority = ?`, authority)
}

func saveHost(ctx context.Context, tx *sql.Tx, h KnownHost) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM host WHERE authority = ?`, h.Authority)
	if err != nil {
		return err
	}
	return putHost(ctx, tx, h, trusted)
}

func saveRefused(ctx context.Context, tx *sql.Tx, h KnownHost) error {
	if err := putHost(ctx, tx, h, refused); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `
		DELETE FROM host
		WHERE authority = ?1 AND refused = ?2 AND fingerprint NOT IN (
			SELECT fingerprint FROM host
			WHERE authority = ?1 AND refused = ?2
			ORDER BY seen_at DESC, fingerprint
			LIMIT ?3)`, h.Authority, refused, maxRefused)
	return err
}

func putHost(ctx context.Context, tx *sql.Tx, h KnownHost, which int) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO host (authority, refused, fingerprint, not_after, seen_at, visited_at)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (authority, refused, fingerprint) DO UPDATE SET
			not_after = excluded.not_after,
			seen_at = excluded.seen_at,
			visited_at = excluded.visited_at`,
		h.Authority, which, h.Fingerprint, moment(h.NotAfter), moment(h.SeenAt), moment(h.VisitedAt))
	return err
}
