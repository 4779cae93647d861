package store

import (
	"context"

	"gemsub/internal/model"
)

// An Identity is [model.Identity].
type Identity = model.Identity

// An IdentityUse is [model.IdentityUse].
type IdentityUse = model.IdentityUse

// AddIdentity stores id with the current time as AddedAt. It reports false, and stores nothing,
// if the name is taken.
func (s *Store) AddIdentity(ctx context.Context, id Identity) (added bool, err error) {
	err = s.commit(ctx, "add identity "+id.Name, func(tx *transaction) {
		added = tx.exec(`INSERT OR IGNORE INTO identity (name, certificate, key, added_at) VALUES (?, ?, ?, ?)`,
			id.Name, id.Certificate, id.Key, tx.now) > 0
	})
	return added, err
}

// RemoveIdentity deletes an identity and its uses, and overwrites its key in the file. It
// empties the log of the database, too, unless another process is reading it. It reports whether
// an identity had the name.
func (s *Store) RemoveIdentity(ctx context.Context, name string) (known bool, err error) {
	err = s.commit(ctx, "remove identity "+name, func(tx *transaction) {
		tx.exec(`PRAGMA secure_delete = on`)
		known = tx.exec(`DELETE FROM identity WHERE name = ?`, name) > 0
	})
	if tx := s.reader(ctx); err == nil && known {
		tx.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
		err = tx.done("remove identity " + name)
	}
	return known, err
}

// UseIdentity sets the identity sent at an authority and path, replacing any other there.
// It reports false if no identity has the name.
func (s *Store) UseIdentity(ctx context.Context, use IdentityUse) (known bool, err error) {
	err = s.commit(ctx, "use identity "+use.Name, func(tx *transaction) {
		known = tx.exec(`
			INSERT OR REPLACE INTO identity_use (authority, path, name)
			SELECT ?, ?, name FROM identity WHERE name = ?`, use.Authority, use.Path, use.Name) > 0
	})
	return known, err
}

// UnuseIdentity ends the use of an identity at exactly this authority and path. It reports whether
// an identity was used there.
func (s *Store) UnuseIdentity(ctx context.Context, authority, path string) (known bool, err error) {
	err = s.commit(ctx, "end use of identity", func(tx *transaction) {
		known = tx.exec(`DELETE FROM identity_use WHERE authority = ? AND path = ?`, authority, path) > 0
	})
	return known, err
}

// Identity returns the identity of a name and whether there is one.
func (s *Store) Identity(ctx context.Context, name string) (id Identity, known bool, err error) {
	tx := s.reader(ctx)
	id, known = firstRow[Identity](tx, `SELECT name, certificate, key, added_at FROM identity WHERE name = ?`, name)
	return id, known, tx.done("read identity " + name)
}

// Identities returns all identities, ordered by name.
func (s *Store) Identities(ctx context.Context) ([]Identity, error) {
	tx := s.reader(ctx)
	all := allRows[Identity](tx, `SELECT name, certificate, key, added_at FROM identity ORDER BY name`)
	return all, tx.done("list identities")
}

// IdentityUses returns where identities are shown, ordered by authority and path.
func (s *Store) IdentityUses(ctx context.Context) ([]IdentityUse, error) {
	tx := s.reader(uncancelled(ctx))
	all := allRows[IdentityUse](tx, `SELECT authority, path, name FROM identity_use ORDER BY authority, path`)
	return all, tx.done("list uses of identities")
}
