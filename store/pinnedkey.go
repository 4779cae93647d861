package store

import (
	"context"
	"database/sql"

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

// keys returns the keys that meet a condition.
func (s *Store) keys(ctx context.Context, condition string, args ...any) ([]PinnedKey, error) {
	list, err := collect(ctx, s.db, scanKey, `
		SELECT `+keyColumns+` FROM host WHERE `+condition, args...)
	return list, doing("read keys", err)
}

// PinnedKeysOf returns the trusted keys of those authorities (host:port) that have one.
func (s *Store) PinnedKeysOf(ctx context.Context, authorities []string) ([]PinnedKey, error) {
	return s.keys(uncancelled(ctx), `authority IN (SELECT value FROM JSON_EACH(?)) AND `+isTrusted, jsonList(authorities))
}

// RefusedKeys returns the newest 10 keys that were refused at an authority since
// a key was pinned there, ordered by when they were last seen.
func (s *Store) RefusedKeys(ctx context.Context, authority string) ([]PinnedKey, error) {
	return s.keys(ctx, `authority = ? AND `+isRefused+` ORDER BY seen_at, fingerprint`, authority)
}

// PinnedKeys returns the trusted key of each authority, ordered by authority.
func (s *Store) PinnedKeys(ctx context.Context) ([]PinnedKey, error) {
	return s.keys(ctx, isTrusted+` ORDER BY authority`)
}

// PinKey trusts k instead of any other key of its authority, and forgets the keys
// that were refused there.
func (s *Store) PinKey(ctx context.Context, k PinnedKey) error {
	return doing("save key of "+k.Authority, s.write(ctx, func(tx *sql.Tx) error { return pinKey(ctx, tx, k) }))
}

// SaveRefusedKey stores k as a key that was refused at its authority and reported
// to the user. The pinned key stays. Of each authority the newest 10 are kept.
func (s *Store) SaveRefusedKey(ctx context.Context, k PinnedKey) error {
	return doing("save refused key of "+k.Authority, s.write(ctx, func(tx *sql.Tx) error { return saveRefusedKey(ctx, tx, k) }))
}

// ForgetKeys forgets the pinned and the refused keys of an authority, and reports
// whether there were any.
func (s *Store) ForgetKeys(ctx context.Context, authority string) (bool, error) {
	return s.changed(ctx, "forget key of "+authority, `
		DELETE FROM host WHERE authority = ?`, authority)
}

func pinKey(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM host WHERE authority = ?`, k.Authority); err != nil {
		return err
	}
	return putKey(ctx, tx, k, keyTrusted)
}

// pin pins a key of the batch unless a person decided about its authority meanwhile.
func (b Batch) pin(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	if before, given := b.KeysBefore[k.Authority]; given {
		var stored string
		err := tx.QueryRowContext(ctx, `
			SELECT COALESCE(MAX(fingerprint), '') FROM host WHERE authority = ? AND `+isTrusted, k.Authority).Scan(&stored)
		if err != nil || stored != before && stored != k.Fingerprint {
			return err
		}
	}
	return pinKey(ctx, tx, k)
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
