package store

import (
	"context"
	"database/sql"
	"errors"

	"gemsub/internal/model"
)

// An Identity is [model.Identity].
type Identity = model.Identity

// An IdentityUse is [model.IdentityUse].
type IdentityUse = model.IdentityUse

// AddIdentity stores id with the current time as AddedAt. It reports false, and
// stores nothing, if there is one of that name.
func (s *Store) AddIdentity(ctx context.Context, id Identity) (bool, error) {
	return s.changed(ctx, "add identity "+id.Name, `
		INSERT OR IGNORE INTO identity (name, certificate, key, added_at) VALUES (?, ?, ?, ?)`,
		id.Name, id.Certificate, id.Key, unixTime(s.now()))
}

// RemoveIdentity deletes an identity and its uses, and overwrites its key in the file. Its
// log is emptied, too, unless somebody reads the database at this moment. It reports whether
// there was one of that name.
func (s *Store) RemoveIdentity(ctx context.Context, name string) (bool, error) {
	var known bool
	err := s.write(ctx, func(tx *transaction) error {
		if _, err := tx.ExecContext(ctx, `PRAGMA secure_delete = on`); err != nil {
			return err
		}
		n, err := affected(ctx, tx, `
			DELETE FROM identity WHERE name = ?`, name)
		known = n > 0
		return err
	})
	if err == nil && known {
		_, err = s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	return known, doing("remove identity "+name, err)
}

// UseIdentity sets the identity sent at an authority and path, replacing any other there.
// It reports false if there is none of that name.
func (s *Store) UseIdentity(ctx context.Context, use IdentityUse) (bool, error) {
	return s.changed(ctx, "use identity "+use.Name, `
		INSERT OR REPLACE INTO identity_use (authority, path, name)
		SELECT ?, ?, name FROM identity WHERE name = ?`,
		use.Authority, use.Path, use.Name)
}

// UnuseIdentity ends the use of an identity at exactly this authority and path. It
// reports whether there was one.
func (s *Store) UnuseIdentity(ctx context.Context, authority, path string) (bool, error) {
	return s.changed(ctx, "end use of identity", `
		DELETE FROM identity_use WHERE authority = ? AND path = ?`, authority, path)
}

// Identity returns the identity of a name and whether there is one.
func (s *Store) Identity(ctx context.Context, name string) (Identity, bool, error) {
	id := Identity{Name: name}
	err := s.db.QueryRowContext(ctx, `
		SELECT certificate, key, added_at FROM identity WHERE name = ?`, name,
	).Scan(&id.Certificate, &id.Key, (*unixTime)(&id.AddedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return Identity{}, false, nil
	}
	return id, err == nil, doing("read identity "+name, err)
}

// Identities returns all identities, ordered by name.
func (s *Store) Identities(ctx context.Context) ([]Identity, error) {
	columns := func(id *Identity) []any {
		return []any{&id.Name, &id.Certificate, &id.Key, (*unixTime)(&id.AddedAt)}
	}
	all, err := collect(ctx, s.db, columns, `
		SELECT name, certificate, key, added_at FROM identity ORDER BY name`)
	return all, doing("list identities", err)
}

// IdentityUses returns where identities are shown, ordered by authority and
// path.
func (s *Store) IdentityUses(ctx context.Context) ([]IdentityUse, error) {
	columns := func(use *IdentityUse) []any { return []any{&use.Authority, &use.Path, &use.Name} }
	all, err := collect(uncancelled(ctx), s.db, columns, `
		SELECT authority, path, name FROM identity_use ORDER BY authority, path`)
	return all, doing("list uses of identities", err)
}
