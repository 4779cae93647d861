package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/mattn/go-sqlite3"

	"gemsub/internal/file"
)

// Backup writes a copy of the current database to the file at path and replaces what is there.
// Others can write to the database meanwhile. The copy has the mode 0600 and no unused space. The
// copy is checked as by [Store.Integrity] before it replaces the old file; any error leaves the
// old file as it was.
//
// Backup fails if the file at path is this database, a database with a log, which SQLite would
// apply to the copy, or neither empty nor a database that this version can read.
func (s *Store) Backup(ctx context.Context, path string) error {
	target, err := s.backupTarget(ctx, path)
	if err == nil {
		err = writeCopy(ctx, s.db, target, schemaVersion)
	}
	return doing("back up to "+path, file.Reason(err))
}

// writeCopy replaces the file target with a copy of db, once the copy is checked. If the copy
// has a schema of another version, the error is errMigrated.
func writeCopy(ctx context.Context, db *sql.DB, target string, version int) error {
	f, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)), renameio.WithStaticPermissions(0o600))
	if err != nil {
		return err
	}
	defer func() { _ = f.Cleanup() }()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, f.Name()); err != nil {
		return err
	}
	if err := checkCopy(ctx, f.Name(), version); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}

// backupTarget returns the file that is to be replaced: path, or the target of a symbolic link
// there. It returns an error if [Store.Backup] must not replace this file.
func (s *Store) backupTarget(ctx context.Context, path string) (string, error) {
	target, err := file.FollowLinks(path)
	if err != nil {
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
	if file.Same(target, s.path) {
		return "", errors.New("this is the database itself")
	}
	if hasLog(target) {
		return "", fmt.Errorf("a database in use: %s-wal exists", filepath.Base(target))
	}
	db, _, err := identify(uncancelled(ctx), pool(target, immutable, 1))
	if err != nil {
		return "", errors.New("the file exists, and is not a database that this gemsub can read")
	}
	return target, db.Close()
}

// checkCopy returns an error if name is not a whole database, errMigrated if its schema has
// another version. It ignores a wrong index of words, which doctor reports and Reindex can
// rebuild.
func checkCopy(ctx context.Context, name string, version int) error {
	db, copied, err := identify(ctx, pool(name, immutable, 1))
	if err != nil {
		return err
	}
	defer db.Close()
	if copied != version {
		return errMigrated
	}
	tx := &transaction{conn: db, ctx: ctx}
	if tx.checkFile(); !errors.Is(tx.err, ErrIndex) {
		return tx.err
	}
	return nil
}

// ErrIndex is in the error of [Store.Integrity] when only the index of words is wrong.
// [Store.Reindex] makes it again.
var ErrIndex = errors.New("the search index does not match titles and posts")

// Integrity checks the whole file, whether all rows exist to which others refer, and whether the
// index of words can be searched. It returns the first fault, or nil; see [ErrIndex].
func (s *Store) Integrity(ctx context.Context) error {
	tx := s.reader(ctx)
	tx.checkFile()
	tx.checkSearch()
	return tx.done("check database")
}

// checkSearch fails with ErrIndex if a search would fail. SQLite's own check misses this: it
// reads only the leaves of an index, and not the lengths by which hits are ranked.
func (tx *transaction) checkSearch() {
	for _, fault := range []string{
		`SELECT COUNT(*) < 0 FROM entry_text WHERE entry_text MATCH 'a'`,
		`SELECT COUNT(*) < 0 FROM feed_text WHERE feed_text MATCH 'a'`,
		`SELECT EXISTS (SELECT rowid FROM indexed_entry EXCEPT SELECT docid FROM entry_text_docsize WHERE LENGTH(size) > 1)`,
		`SELECT EXISTS (SELECT docid FROM entry_text_docsize EXCEPT SELECT rowid FROM indexed_entry)`,
	} {
		if tx.err != nil {
			return
		}
		if value[bool](tx, fault) || isCode(tx.err, sqlite3.ErrCorrupt) {
			tx.err = ErrIndex
		}
	}
}

// checkFile fails with the first fault of the file, or if rows are missing to which others refer.
// It fails with ErrIndex if only the index of words is faulty.
func (tx *transaction) checkFile() {
	isOfIndex := func(fault string) bool { return strings.HasPrefix(fault, "malformed inverted index") }
	faults := allRows[string](tx, `PRAGMA integrity_check`)
	for _, fault := range faults {
		if fault != "ok" && !isOfIndex(fault) {
			tx.fail(errors.New(fault))
		}
	}
	if orphans := value[int](tx, `SELECT COUNT(*) FROM pragma_foreign_key_check`); orphans > 0 {
		tx.fail(fmt.Errorf("%d rows refer to nothing", orphans))
	}
	if slices.ContainsFunc(faults, isOfIndex) {
		tx.fail(ErrIndex)
	}
}

// Free returns how many bytes of the file are unused. New entries use them first;
// [Store.Backup] writes a copy without them.
func (s *Store) Free(ctx context.Context) (int64, error) {
	tx := s.reader(ctx)
	free := value[int64](tx, `
		SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`)
	return free, tx.done("measure database")
}
