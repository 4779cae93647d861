package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/google/renameio/v2"
	"github.com/mattn/go-sqlite3"

	"gemsub/internal/file"
	"gemsub/internal/model"
)

// Restore replaces the contents of the database at path by those of the backup at from. It first
// reads and checks a copy of the backup, and migrates this copy if an earlier version wrote it.
// It keeps the state before beside the database, under a name that is free: path.before-restore,
// path.before-restore-2 and so on. If there is no database at path, Restore makes one.
//
// SQLite copies the pages in one transaction: a file that is copied over a database would meet the
// old log. Programs that read meanwhile see the old state. After an error the database is as before.
//
// Restore fails with [ErrUpdateRunning] or [ErrDeliveryRunning] while one runs, and with an error
// as of [Open] if this version cannot read the backup.
func Restore(ctx context.Context, path, from string, now func() time.Time) (r model.RestoreResult, err error) {
	backup, err := realPath(from)
	if err != nil {
		return r, openError(from, err)
	}
	s := &Store{now: now}
	if s.path, err = file.FollowLinks(path); err == nil {
		err = os.MkdirAll(filepath.Dir(s.path), 0o700)
	}
	if err != nil {
		return r, openError(path, file.Reason(err))
	}
	if file.Same(backup, s.path) {
		return r, openError(from, errors.New("this is the database itself"))
	}
	update, err := s.LockUpdate(ctx, false)
	if err != nil {
		return r, err
	}
	defer update()
	mail, err := s.LockMail(ctx)
	if err != nil {
		return r, err
	}
	defer mail()
	checked := s.path + ".restoring"
	defer os.Remove(checked)
	if err := copyChecked(ctx, backup, checked); err != nil {
		return r, openError(from, err)
	}
	return r, doing("restore "+from, file.Reason(s.replaceBy(ctx, checked, &r)))
}

// replaceBy keeps the state of the database, and replaces its contents by those of a checked file.
func (s *Store) replaceBy(ctx context.Context, checked string, r *model.RestoreResult) error {
	f, err := createFile(s.path)
	if err != nil {
		return err
	}
	f.Close()
	s.db = pool(s.path, writing, 1)
	defer s.db.Close()
	if r.Before, err = s.keepBefore(ctx); err != nil {
		return err
	}
	tx := s.reader(ctx)
	const isSynced = `SELECT EXISTS (SELECT 1 FROM setting WHERE name GLOB 'machine *')`
	wasSynced := value[bool](tx, isSynced) // an error says that there is no such table
	source := pool(checked, copying, 1)
	defer source.Close()
	if err := writeAhead(ctx, s.db); err != nil {
		return err
	}
	if err := copyPages(ctx, s.db, source); err != nil {
		return err
	}
	tx = s.reader(ctx)
	r.Feeds = value[int](tx, `SELECT COUNT(*) FROM subscription s WHERE NOT `+isLater)
	r.Entries = value[int](tx, `SELECT COUNT(*) FROM entry`)
	r.Synced = value[bool](tx, isSynced) || wasSynced
	return tx.err
}

// copying are the settings for a file that nobody else uses.
const copying = "_foreign_keys=on&_synchronous=off&_journal_mode=memory&_txlock=immediate&_mutex=no"

// copyChecked checks the backup at from whole, and copies it to a file with the current schema.
func copyChecked(ctx context.Context, from, to string) error {
	backup, version, err := connect(ctx, from, true)
	if err != nil {
		return err
	}
	defer backup.Close()
	if version == 0 {
		return ErrForeign
	}
	if err := writeCopy(ctx, backup, to, version); err != nil {
		return err
	}
	copied := pool(to, copying, 1)
	defer copied.Close()
	if err := migrate(ctx, copied, version); err != nil {
		return err
	}
	return checkSchema(ctx, copied)
}

// checkSchema returns an error unless the database has the current schema and nothing else.
// Comments may differ.
func checkSchema(ctx context.Context, db *sql.DB) error {
	empty := pool("", copying, 1)
	defer empty.Close()
	made, found := &transaction{conn: empty, ctx: ctx}, &transaction{conn: db, ctx: ctx}
	made.exec(schema)
	comment := regexp.MustCompile(`--.*`)
	statements := func(tx *transaction) string {
		all := allRows[string](tx, `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY type, name`)
		return strings.Join(strings.Fields(comment.ReplaceAllString(strings.Join(all, ";\n"), "")), " ")
	}
	if statements(made) != statements(found) && cmp.Or(made.err, found.err) == nil {
		return errors.New("its tables are not those of gemsub")
	}
	return cmp.Or(made.err, found.err)
}

// keepBefore copies the database, of whose rows some may be damaged, to a new file beside it, and
// returns the name of this file; "" if the database is empty. It returns an error if another
// program wrote the database.
func (s *Store) keepBefore(ctx context.Context) (name string, err error) {
	version, err := schemaOf(ctx, s.db)
	isOurs := errors.Is(err, ErrNewer) || errors.Is(err, ErrUnreleased) || errors.Is(err, ErrTooOld)
	switch {
	case err != nil && !isOurs:
		return "", openError(s.path, err)
	case err == nil && version == 0:
		return "", nil
	}
	name = s.path + ".before-restore"
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
			break
		}
		name = fmt.Sprintf("%s.before-restore-%d", s.path, n)
	}
	f, err := renameio.NewPendingFile(name, renameio.WithTempDir(filepath.Dir(name)), renameio.WithStaticPermissions(0o600))
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Cleanup() }()
	kept := pool(f.Name(), copying, 1)
	defer kept.Close()
	if err := copyPages(ctx, kept, s.db); err != nil {
		return "", err
	}
	return name, f.CloseAtomicallyReplace()
}

// copyPages replaces the contents of a database by those of another, in one transaction.
func copyPages(ctx context.Context, to, from *sql.DB) error {
	return withConn(ctx, to, func(to *sqlite3.SQLiteConn) error {
		return withConn(ctx, from, func(from *sqlite3.SQLiteConn) error {
			b, err := to.Backup("main", from, "main")
			if err != nil {
				return err
			}
			done, err := b.Step(-1)
			if err == nil && !done {
				err = ErrBusy
			}
			return cmp.Or(err, b.Finish())
		})
	})
}

// withConn calls do with a connection to a database.
func withConn(ctx context.Context, db *sql.DB, do func(*sqlite3.SQLiteConn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error { return do(c.(*sqlite3.SQLiteConn)) })
}
