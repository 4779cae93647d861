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

// Which of an authority's two keys a row of the table host has.
const (
	trusted = 0
	refused = 1
)

// Host returns the trusted key of an authority and whether there is one.
func (s *Store) Host(ctx context.Context, authority string) (KnownHost, bool, error) {
	return s.host(ctx, authority, trusted)
}

// Refused returns the key that was last refused at an authority, and whether
// one was since a key was trusted there.
func (s *Store) Refused(ctx context.Context, authority string) (KnownHost, bool, error) {
	return s.host(ctx, authority, refused)
}

func (s *Store) host(ctx context.Context, authority string, which int) (KnownHost, bool, error) {
	h := KnownHost{Authority: authority}
	err := s.db.QueryRowContext(brief(ctx), `
		SELECT fingerprint, not_after, seen_at
		FROM host
		WHERE authority = ? AND refused = ?`, authority, which,
	).Scan(&h.Fingerprint, (*moment)(&h.NotAfter), (*moment)(&h.SeenAt))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return KnownHost{}, false, nil
	case err != nil:
		return KnownHost{}, false, fmt.Errorf("read key of %s: %w", authority, err)
	}
	return h, true, nil
}

// Hosts returns the trusted keys, ordered by authority.
func (s *Store) Hosts(ctx context.Context) ([]KnownHost, error) {
	return s.hosts(ctx, trusted)
}

// RefusedHosts returns the keys that were refused, ordered by authority.
func (s *Store) RefusedHosts(ctx context.Context) ([]KnownHost, error) {
	return s.hosts(ctx, refused)
}

func (s *Store) hosts(ctx context.Context, which int) ([]KnownHost, error) {
	columns := func(h *KnownHost) []any {
		return []any{&h.Authority, &h.Fingerprint, (*moment)(&h.NotAfter), (*moment)(&h.SeenAt)}
	}
	list, err := collect(ctx, s.db, columns, `
		SELECT authority, fingerprint, not_after, seen_at
		FROM host
		WHERE refused = ?
		ORDER BY authority`, which)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return list, nil
}

// SaveHost trusts h in place of any other key of its authority, and forgets
// the one that was refused there.
func (s *Store) SaveHost(ctx context.Context, h KnownHost) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return saveHost(ctx, tx, h) })
	if err != nil {
		return fmt.Errorf("save key of %s: %w", h.Authority, err)
	}
	return nil
}

// SaveRefused keeps h as the key that was last refused at its authority. The
// trusted one stays.
func (s *Store) SaveRefused(ctx context.Context, h KnownHost) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return putHost(ctx, tx, h, refused) })
	if err != nil {
		return fmt.Errorf("save refused key of %s: %w", h.Authority, err)
	}
	return nil
}

// ForgetHost forgets both keys of an authority and reports whether there was
// one.
func (s *Store) ForgetHost(ctx context.Context, authority string) (bool, error) {
	return s.changed(ctx, "forget key of "+authority, `
		DELETE FROM host WHERE authority = ?`, authority)
}

func saveHost(ctx context.Context, tx *sql.Tx, h KnownHost) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM host WHERE authority = ? AND refused = ?`, h.Authority, refused)
	if err != nil {
		return err
	}
	return putHost(ctx, tx, h, trusted)
}

func putHost(ctx context.Context, tx *sql.Tx, h KnownHost, which int) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO host (authority, refused, fingerprint, not_after, seen_at)
		VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET
			fingerprint = excluded.fingerprint,
			not_after = excluded.not_after,
			seen_at = excluded.seen_at`,
		h.Authority, which, h.Fingerprint, moment(h.NotAfter), moment(h.SeenAt))
	return err
}
