package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"
)

var (
	// ErrNewer is in the error of [Open] when the database has a schema that
	// this version of the package does not know.
	ErrNewer = errors.New("was written by a newer gemsub")
	// ErrForeign is in the error of [Open] when the file is something else
	// than a database of this package. The file is left as it was.
	ErrForeign = errors.New("is not a gemsub database")
)

// A Store is an open database. Its methods may be called from several
// goroutines at once.
type Store struct {
	db   *sql.DB
	path string // absolute, symbolic links resolved
	now  func() time.Time
}

// Open opens the database at path and brings its schema up to date. A missing
// or empty file becomes a new database, its folder is made with mode 0700 and
// the file with 0600. The clock now times what a caller leaves without a time.
//
// A file that may not be written is opened for reading alone. The error wraps
// [ErrNewer], [ErrForeign], or what the operating system or SQLite said.
func Open(ctx context.Context, path string, now func() time.Time) (*Store, error) {
	readOnly, err := prepareFile(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	file, err := realPath(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	db, err := connect(ctx, file, path, readOnly)
	if err != nil {
		return nil, err
	}
	return &Store{db: db, path: file, now: now}, nil
}

// Close closes the database.
func (s *Store) Close() error {
	return s.db.Close()
}

// FeedID returns the URN that names this database as one merged feed. It was
// made with the database and never changes.
func (s *Store) FeedID(ctx context.Context) (string, error) {
	var id string
	err := s.db.QueryRowContext(ctx, `
		SELECT value FROM setting WHERE name = 'feed_id'`).Scan(&id)
	if err != nil {
		return "", fmt.Errorf("read feed id: %w", err)
	}
	return id, nil
}

// connect opens the database in file, whose name in messages is path. It looks at
// the file before the first connection that could change it.
func connect(ctx context.Context, file, path string, readOnly bool) (*sql.DB, error) {
	viewer, id, err := openViewer(ctx, file)
	if err != nil {
		return nil, openError(path, err)
	}
	if err := id.check(path); err != nil || readOnly {
		return keepViewer(viewer, id, path, err)
	}
	viewer.Close()

	db, err := sql.Open("sqlite3", dsn(file, writing))
	if err != nil {
		return nil, openError(path, err)
	}
	if err := migrate(ctx, db, path); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// keepViewer returns viewer when it can serve as the whole database, which
// takes a current schema; otherwise it is closed.
func keepViewer(viewer *sql.DB, id identity, path string, err error) (*sql.DB, error) {
	if err == nil && id.version < schemaVersion() {
		err = fmt.Errorf("open database %s: schema %d is older than %d and the file cannot be written",
			path, id.version, schemaVersion())
	}
	if err != nil {
		viewer.Close()
		return nil, err
	}
	return viewer, nil
}

// Settings of a connection. They stand in the data source name because a
// PRAGMA sent later would reach only one connection of the pool.
const (
	writing   = "_foreign_keys=on&_journal_mode=wal&_synchronous=normal&_busy_timeout=5000&_txlock=immediate"
	viewing   = "mode=ro&_foreign_keys=on&_busy_timeout=5000&_txlock=immediate"
	immutable = viewing + "&immutable=1"
)

// dsn escapes path, which may hold any of "?#% ", into a data source name.
func dsn(path, settings string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: settings}
	return u.String()
}
