package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gemsub/internal/file"
)

// Backup writes a copy of the database, as it is at this unixTime, in place of
// the file at path; whoever writes to the database meanwhile is not held up.
// The copy has the mode 0600 and none of the gaps that removed entries leave.
// It is checked as [Store.Integrity] does before it takes the old file's
// place, and any error leaves that file as it was.
//
// The file at path must not be this database, nor one with a log beside it:
// SQLite would apply the log to the copy.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := s.backup(ctx, path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, cause(err))
	}
	return nil
}

func (s *Store) backup(ctx context.Context, path string) error {
	target, err := s.backupTarget(path)
	if err != nil {
		return err
	}
	return writeCopy(ctx, s.db, target, schemaInfo.check)
}

// writeCopy puts a checked copy of db that accept does not refuse in the place
// of the file target.
func writeCopy(ctx context.Context, db *sql.DB, target string, accept func(schemaInfo) error) error {
	return file.Replace(target, func(name string) error {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, name); err != nil {
			return err
		}
		if err := checkCopy(ctx, name, accept); err != nil {
			return err
		}
		return f.Sync()
	})
}

// backupTarget returns the file that is to be replaced: where path is a
// symbolic link, what it leads to.
func (s *Store) backupTarget(path string) (string, error) {
	target, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if target, err = file.Target(target); err != nil {
		return "", err
	}
	info, err := os.Stat(target)
	if errors.Is(err, os.ErrNotExist) {
		return target, nil
	}
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	if own, err := os.Stat(s.path); err == nil && os.SameFile(info, own) {
		return "", errors.New("this is the database itself")
	}
	if hasLog(target) {
		return "", fmt.Errorf("a database in use: %s-wal exists", filepath.Base(target))
	}
	return target, nil
}

// checkCopy makes sure that name is a whole database that accept does not refuse.
func checkCopy(ctx context.Context, name string, accept func(schemaInfo) error) error {
	db, id, err := connectWith(ctx, name, immutable)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := accept(id); err != nil {
		return err
	}
	return integrity(ctx, db)
}
