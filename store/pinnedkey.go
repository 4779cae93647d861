package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"gemsub/internal/model"
)

// A PinnedKey is [model.PinnedKey].
type PinnedKey = model.PinnedKey

// The values of column refused of table host. In conditions they stand as they are, since
// SQLite prepares a statement anew for each value of a parameter that a partial index
// depends on.
const (
	keyTrusted = 0
	keyRefused = 1
	isTrusted  = `refused = 0`
	isRefused  = `refused = 1`
)

// maxRefusedKeys bounds the refused keys that are kept of an authority.
const maxRefusedKeys = 10

const keyColumns = `authority, fingerprint, not_after, seen_at, visited_at`

func scanKey(k *PinnedKey) []any {
	return []any{&k.Authority, &k.Fingerprint, (*unixTime)(&k.NotAfter), (*unixTime)(&k.SeenAt), (*unixTime)(&k.VisitedAt)}
}

// PinnedKey returns the trusted key of an authority (host:port) and whether
// there is one.
func (s *Store) PinnedKey(ctx context.Context, authority string) (PinnedKey, bool, error) {
	var k PinnedKey
	err := s.db.QueryRowContext(uncancelled(ctx), `
		SELECT `+keyColumns+` FROM host WHERE authority = ? AND `+isTrusted, authority).Scan(scanKey(&k)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return k, false, nil
	case err != nil:
		return k, false, fmt.Errorf("read keys: %w", err)
	}
	return k, true, nil
}

// PinnedKeysOf returns the trusted keys of those authorities that have one.
func (s *Store) PinnedKeysOf(ctx context.Context, authorities []string) ([]PinnedKey, error) {
	list, err := json.Marshal(authorities)
	if err != nil {
		return nil, err
	}
	keys, err := collect(uncancelled(ctx), s.db, scanKey, `
		SELECT `+keyColumns+`
		FROM host
		WHERE authority IN (SELECT value FROM JSON_EACH(?)) AND `+isTrusted, string(list))
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	return keys, nil
}

// RefusedKeys returns the newest 10 keys that were refused at an authority since
// a key was pinned there, ordered by when they were last seen.
func (s *Store) RefusedKeys(ctx context.Context, authority string) ([]PinnedKey, error) {
	list, err := collect(ctx, s.db, scanKey, `
		SELECT `+keyColumns+`
		FROM host
		WHERE authority = ? AND `+isRefused+`
		ORDER BY seen_at, fingerprint`, authority)
	if err != nil {
		return nil, fmt.Errorf("list refused keys of %s: %w", authority, err)
	}
	return list, nil
}

// PinnedKeys returns the trusted key of each authority, ordered by authority.
func (s *Store) PinnedKeys(ctx context.Context) ([]PinnedKey, error) {
	list, err := collect(ctx, s.db, scanKey, `
		SELECT `+keyColumns+`
		FROM host
		WHERE `+isTrusted+`
		ORDER BY authority`)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return list, nil
}

// PinKey trusts k instead of any other key of its authority, and forgets the keys
// that were refused there.
func (s *Store) PinKey(ctx context.Context, k PinnedKey) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return pinKey(ctx, tx, k) })
	if err != nil {
		return fmt.Errorf("save key of %s: %w", k.Authority, err)
	}
	return nil
}

// SaveRefusedKey stores k as a key that was refused at its authority and reported
// to the user. The pinned key stays. Of each authority the newest 10 are kept.
func (s *Store) SaveRefusedKey(ctx context.Context, k PinnedKey) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return saveRefusedKey(ctx, tx, k) })
	if err != nil {
		return fmt.Errorf("save refused key of %s: %w", k.Authority, err)
	}
	return nil
}

// ForgetKeys forgets the pinned and the refused keys of an authority, and reports
// whether there were any.
func (s *Store) ForgetKeys(ctx context.Context, authority string) (bool, error) {
	return s.changed(ctx, "forget key of "+authority, `
		DELETE FROM host WHERE authority = ?`, authority)
}

func pinKey(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM host WHERE authority = ?`, k.Authority)
	if err != nil {
		return err
	}
	return putKey(ctx, tx, k, keyTrusted)
}

// pin pins a key of the batch unless a person decided about its authority meanwhile.
func (b Batch) pin(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	before, given := b.KeysBefore[k.Authority]
	if given && before == "" {
		return pinFirstKey(ctx, tx, k)
	}
	if given {
		var stored string
		err := tx.QueryRowContext(ctx, `
			SELECT COALESCE(MAX(fingerprint), '') FROM host WHERE authority = ? AND `+isTrusted, k.Authority).Scan(&stored)
		if err != nil || stored != before && stored != k.Fingerprint {
			return err
		}
	}
	return pinKey(ctx, tx, k)
}

// pinFirstKey pins a key where none is pinned.
func pinFirstKey(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO host (authority, refused, fingerprint, not_after, seen_at, visited_at)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6
		WHERE NOT EXISTS (SELECT 1 FROM host WHERE authority = ?1 AND `+isTrusted+`)`,
		k.Authority, keyTrusted, k.Fingerprint, unixTime(k.NotAfter), unixTime(k.SeenAt), unixTime(k.VisitedAt))
	return err
}

func saveRefusedKey(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	if err := putKey(ctx, tx, k, keyRefused); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `
		DELETE FROM host
		WHERE authority = ?1 AND `+isRefused+` AND fingerprint NOT IN (
			SELECT fingerprint FROM host
			WHERE authority = ?1 AND `+isRefused+`
			ORDER BY seen_at DESC, fingerprint
			LIMIT ?2)`, k.Authority, maxRefusedKeys)
	return err
}

func putKey(ctx context.Context, tx *sql.Tx, k PinnedKey, refused int) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO host (authority, refused, fingerprint, not_after, seen_at, visited_at)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (authority, refused, fingerprint) DO UPDATE SET
			not_after = excluded.not_after,
			seen_at = excluded.seen_at,
			visited_at = excluded.visited_at`,
		k.Authority, refused, k.Fingerprint, unixTime(k.NotAfter), unixTime(k.SeenAt), unixTime(k.VisitedAt))
	return err
}
