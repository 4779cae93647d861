package store

import (
	"context"

	"gemsub/internal/model"
)

// A PinnedKey is [model.PinnedKey].
type PinnedKey = model.PinnedKey

// PinnedKeys returns the trusted key of each authority, ordered by authority.
func (s *Store) PinnedKeys(ctx context.Context) ([]PinnedKey, error) {
	tx := s.reader(ctx)
	keys := allRows[PinnedKey](tx, `
		SELECT authority, fingerprint, not_after, seen_at, visited_at FROM authority
		WHERE fingerprint <> '' ORDER BY authority`)
	return keys, tx.done("read keys")
}

// RefusedKey returns the key that was refused last at an authority (host:port) since a key
// was pinned there, and whether there is one.
func (s *Store) RefusedKey(ctx context.Context, authority string) (k PinnedKey, found bool, err error) {
	tx := s.reader(ctx)
	k, found = firstRow[PinnedKey](tx, `
		SELECT authority, refused AS fingerprint, refused_not_after AS not_after, refused_at AS seen_at FROM authority
		WHERE authority = ? AND refused <> ''`, authority)
	return k, found, tx.done("read keys")
}

// pinKey pins a key at a known authority, and forgets the refused one. A condition may follow.
const pinKey = `
	UPDATE authority SET
		fingerprint = ?2, not_after = ?3, seen_at = ?4, visited_at = ?5,
		refused = '', refused_not_after = NULL, refused_at = NULL
	WHERE authority = ?1`

func keyValues(k PinnedKey) []any {
	return []any{k.Authority, k.Fingerprint, k.NotAfter, k.SeenAt, k.VisitedAt}
}

// PinKey trusts k instead of any other key of its authority, and forgets the key that was
// refused there.
func (s *Store) PinKey(ctx context.Context, k PinnedKey) error {
	return s.commit(ctx, "save key of "+k.Authority, func(tx *transaction) {
		tx.exec(`INSERT OR IGNORE INTO authority (authority) VALUES (?)`, k.Authority)
		tx.exec(pinKey, keyValues(k)...)
	})
}

// SaveRefusedKey stores k as the last key that was refused at its authority and reported to
// the user. The pinned key stays.
func (s *Store) SaveRefusedKey(ctx context.Context, k PinnedKey) error {
	return s.commit(ctx, "save refused key of "+k.Authority, func(tx *transaction) { tx.saveRefusedKey(k) })
}

func (tx *transaction) saveRefusedKey(k PinnedKey) {
	tx.exec(`
		INSERT INTO authority (authority, refused, refused_not_after, refused_at) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET
			(refused, refused_not_after, refused_at) = (excluded.refused, excluded.refused_not_after, excluded.refused_at)`,
		k.Authority, k.Fingerprint, k.NotAfter, k.SeenAt)
}

// ForgetKeys forgets the pinned and the refused key of an authority, and reports whether
// there was any.
func (s *Store) ForgetKeys(ctx context.Context, authority string) (forgotten bool, err error) {
	err = s.commit(ctx, "forget key of "+authority, func(tx *transaction) {
		forgotten = tx.exec(pinKey+` AND fingerprint || refused <> ''`, keyValues(PinnedKey{Authority: authority})...) > 0
	})
	return forgotten, err
}
