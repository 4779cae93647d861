package store

import (
	"context"
	"database/sql"

	"gemsub/internal/model"
)

// A PinnedKey is [model.PinnedKey].
type PinnedKey = model.PinnedKey

func (s *Store) keys(ctx context.Context, columnsAndRows string, args ...any) ([]PinnedKey, error) {
	scan := func(k *PinnedKey) []any {
		return []any{&k.Authority, &k.Fingerprint, (*unixTime)(&k.NotAfter), (*unixTime)(&k.SeenAt), (*unixTime)(&k.VisitedAt)}
	}
	list, err := collect(ctx, s.db, scan, `SELECT authority, `+columnsAndRows, args...)
	return list, doing("read keys", err)
}

// PinnedKeys returns the trusted key of each authority, ordered by authority.
func (s *Store) PinnedKeys(ctx context.Context) ([]PinnedKey, error) {
	return s.keys(ctx, `fingerprint, not_after, seen_at, visited_at FROM authority
		WHERE fingerprint <> '' ORDER BY authority`)
}

// RefusedKey returns the key that was refused last at an authority (host:port) since a key
// was pinned there, and whether there is one.
func (s *Store) RefusedKey(ctx context.Context, authority string) (k PinnedKey, some bool, err error) {
	all, err := s.keys(ctx, `refused, refused_not_after, refused_at, NULL FROM authority
		WHERE authority = ? AND refused <> ''`, authority)
	if len(all) > 0 {
		k = all[0]
	}
	return k, len(all) > 0, err
}

// pinKey pins a key at an authority that is known, and forgets the refused one. A condition
// may follow.
const pinKey = `
	UPDATE authority SET
		fingerprint = ?2, not_after = ?3, seen_at = ?4, visited_at = ?5,
		refused = '', refused_not_after = NULL, refused_at = NULL
	WHERE authority = ?1`

func keyValues(k PinnedKey) []any {
	return []any{k.Authority, k.Fingerprint, unixTime(k.NotAfter), unixTime(k.SeenAt), unixTime(k.VisitedAt)}
}

// PinKey trusts k instead of any other key of its authority, and forgets the key that was
// refused there.
func (s *Store) PinKey(ctx context.Context, k PinnedKey) error {
	return doing("save key of "+k.Authority, s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO authority (authority) VALUES (?)`, k.Authority)
		if err == nil {
			_, err = tx.ExecContext(ctx, pinKey, keyValues(k)...)
		}
		return err
	}))
}

// SaveRefusedKey stores k as the last key that was refused at its authority and reported to
// the user. The pinned key stays.
func (s *Store) SaveRefusedKey(ctx context.Context, k PinnedKey) error {
	return doing("save refused key of "+k.Authority, s.write(ctx, func(tx *sql.Tx) error { return saveRefusedKey(ctx, tx, k) }))
}

func saveRefusedKey(ctx context.Context, tx *sql.Tx, k PinnedKey) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO authority (authority, refused, refused_not_after, refused_at) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET
			refused = excluded.refused,
			refused_not_after = excluded.refused_not_after,
			refused_at = excluded.refused_at`,
		k.Authority, k.Fingerprint, unixTime(k.NotAfter), unixTime(k.SeenAt))
	return err
}

// ForgetKeys forgets the pinned and the refused key of an authority, and reports whether
// there was any.
func (s *Store) ForgetKeys(ctx context.Context, authority string) (bool, error) {
	return s.changed(ctx, "forget key of "+authority, pinKey+` AND fingerprint || refused <> ''`, keyValues(PinnedKey{Authority: authority})...)
}
