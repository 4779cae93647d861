// Package store keeps subscriptions, their entries and what is known of the
// capsules they live on in one SQLite file.
//
// It remembers the entries of pages ("Subscribing to Gemini pages", Entry elements):
// an entry is known by its subscription and Atom id (recognise.go), a new title replaces the old
// one, a later date makes the entry unread again, and an entry that leaves the page
// stays. It also stores the keys trusted on first use, each authority's robots.txt as
// it was last answered, and the user's own certificates with their keys.
//
// The result of a check is stored whole or not at all. It is on the disk when [Store.Commit]
// returns. Readers do not wait for a writer. All times are stored in whole seconds.
//
// The package does not fetch, parse, or decide when a subscription is due. It stores
// text as given: callers clean it before they print it.
//
// The shortest use lists what is unread:
//
//	s, err := store.Open(ctx, "gemsub.db", time.Now)
//	if err != nil {
//		return err
//	}
//	defer s.Close()
//	for e, err := range s.Entries(ctx, store.EntryFilter{UnreadOnly: true}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(e.Updated, e.Title, e.URL)
//	}
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mattn/go-sqlite3"

	"gemsub/internal/file"
	"gemsub/internal/model"
)

var (
	// ErrNewer is in the error of [Open] when the database has a schema that
	// this version of the package does not know.
	ErrNewer = errors.New("was written by a newer gemsub")
	// ErrUnreleased is in the error of [Open] when the database has a schema that no
	// release had.
	ErrUnreleased = errors.New("was written by an unreleased gemsub")
	// ErrTooOld is in the error of [Open] when version 0.1.0 wrote the database.
	ErrTooOld = errors.New("was written by gemsub 0.1.0: open it once with gemsub 0.2.0, which migrates it")
	// ErrForeign is in the error of [Open] when the file is not a database of
	// this package. The file is left as it was.
	ErrForeign = errors.New("is not a gemsub database")
	// ErrBusy is the error of a change that another program kept waiting for too long.
	ErrBusy = errors.New("another program has been writing to the database for ten seconds")
	// ErrReadOnly is in the error of a change to a database that can only be read.
	ErrReadOnly = errors.New("its file or its folder cannot be written")
)

// A Store is an open database. Its methods may be called from several goroutines at once.
type Store struct {
	db       *sql.DB
	path     string // absolute, symbolic links resolved
	now      func() time.Time
	readOnly bool // the file can only be read
}

// Open opens the database at path and brings its schema up to date. A missing
// or empty file becomes a new database, its folder is made with mode 0700 and
// the file with 0600. Before Open changes the schema of a database that is not empty, it keeps a
// copy beside it: gemsub.db.before-21, where 21 is the schema to come. now is the time of
// changes for which the caller gives none.
//
// If the file cannot be written, or no file can be made beside it, it is opened for reading. The
// error wraps [ErrNewer], [ErrUnreleased], [ErrTooOld], [ErrForeign], or an error of the operating
// system or SQLite.
func Open(ctx context.Context, path string, now func() time.Time) (*Store, error) {
	readOnly, err := prepareFile(path)
	if err != nil {
		return nil, openError(path, err)
	}
	name, err := realPath(path)
	if err != nil {
		return nil, openError(path, err)
	}
	db, err := openDatabase(ctx, name, readOnly)
	if !readOnly && isCode(err, sqlite3.ErrReadonly) { // its folder cannot be written
		readOnly = true
		db, err = openDatabase(ctx, name, readOnly)
	}
	if err != nil {
		return nil, openError(path, err)
	}
	return &Store{db: db, path: name, now: now, readOnly: readOnly}, nil
}

// openError makes err a sentence about the file at path.
func openError(path string, err error) error {
	switch {
	case isCode(err, sqlite3.ErrNotADB):
		return fmt.Errorf("%s %w", path, ErrForeign)
	case errors.Is(err, ErrForeign):
		return fmt.Errorf("%s %w", path, err)
	case errors.Is(err, ErrNewer), errors.Is(err, ErrUnreleased), errors.Is(err, ErrTooOld):
		return fmt.Errorf("database %s %w", path, err)
	}
	return fmt.Errorf("open database %s: %w", path, err)
}

// ReadOnly reports whether the database can only be read.
func (s *Store) ReadOnly() bool { return s.readOnly }

// Close closes the database.
func (s *Store) Close() error {
	return s.db.Close()
}

// FeedID returns the Atom id (a URN) of all feeds merged. It was made with the
// database and never changes.
func (s *Store) FeedID(ctx context.Context) (string, error) {
	tx := s.reader(ctx)
	return tx.setting("feed_id"), tx.done("read feed id")
}

// setting returns a value of table setting, "" for none.
func (tx *transaction) setting(name string) string {
	return value[string](tx, `SELECT value FROM setting WHERE name = ?`, name)
}

// ReaderPlace returns where the reader was left; the zero value if what is stored cannot be read.
func (s *Store) ReaderPlace(ctx context.Context) (p model.ReaderPlace, err error) {
	tx := s.reader(ctx)
	if json.Unmarshal([]byte(tx.setting("reader_place")), &p) != nil {
		p = model.ReaderPlace{}
	}
	return p, tx.done("read where the reader was left")
}

// SetReaderPlace keeps where the reader was left, unless the database can only be read.
func (s *Store) SetReaderPlace(ctx context.Context, p model.ReaderPlace) error {
	if s.readOnly {
		return nil
	}
	place, _ := json.Marshal(p) // has no error
	return s.commit(ctx, "keep where the reader was left", func(tx *transaction) {
		tx.exec(`INSERT OR REPLACE INTO setting (name, value) VALUES ('reader_place', ?)`, string(place))
	})
}

// openDatabase opens a file and brings its schema up to date.
func openDatabase(ctx context.Context, name string, readOnly bool) (*sql.DB, error) {
	db, version, err := connect(uncancelled(ctx), name, readOnly)
	if err != nil {
		return nil, err
	}
	if err := prepareSchema(ctx, db, name, version, readOnly); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// prepareSchema brings a schema of the given version up to date. With readOnly it changes nothing,
// and fails if the schema is an earlier one.
func prepareSchema(ctx context.Context, db *sql.DB, name string, version int, readOnly bool) error {
	if readOnly {
		if version < schemaVersion {
			return fmt.Errorf("schema %d is older than %d and the file cannot be written", version, schemaVersion)
		}
		return nil
	}
	if err := writeAhead(ctx, db); err != nil {
		return err
	}
	if 0 < version && version < schemaVersion {
		if err := copyBeforeMigration(ctx, db, name, version); err != nil {
			return fmt.Errorf("keep a copy of schema %d: %w", version, file.Reason(err))
		}
	}
	return migrate(ctx, db, version)
}

// writeAhead turns on the write-ahead log, which lets readers read while another
// connection writes. The mode is stored in the file.
//
// SQLite does not wait for the lock here, as it does elsewhere, when several
// processes open a new file at once. So this function tries again.
func writeAhead(ctx context.Context, db *sql.DB) error {
	const tries, pause = 400, 25 * time.Millisecond
	var err error
	for range tries {
		_, err = db.ExecContext(uncancelled(ctx), `PRAGMA journal_mode = wal`)
		if !isCode(err, sqlite3.ErrBusy) {
			break
		}
		time.Sleep(pause)
	}
	return err
}
