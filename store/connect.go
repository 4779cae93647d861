package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/file"
	"gemsub/internal/model"
)

// Settings of a connection. They stand in the data source name because a
// PRAGMA sent later would reach only one connection of the pool. Each connection caches its last
// 32 prepared statements. It needs no mutex: database/sql gives it to one goroutine at a time.
// Each transaction is synced in full, so that a power cut loses nothing.
//
// The page cache of a connection is large (a negative size counts KiB), since new entries change
// pages of the index by date all over the file. A connection drops its cache when another one
// has written.
const (
	writing   = "_foreign_keys=on&_synchronous=full&_busy_timeout=10000&_txlock=immediate&_stmt_cache_size=32&_mutex=no&_cache_size=-4000"
	viewing   = writing + "&mode=ro"
	immutable = viewing + "&immutable=1"
)

// longLog lets the log grow to 16 MB before SQLite copies its pages to the file: pages of
// the indexes by date and word change in every commit, and so are copied once for many.
const longLog = `PRAGMA wal_autocheckpoint = 4000`

// maxConns is how many connections there are at most. They stay open, since opening one
// takes longer than most statements. The one that was used last is used next, so most
// commits find their pages in its cache.
const maxConns = 4

// connect opens file and returns the version of its schema. If it is opened for reading, SQLite cannot
// make a log, and no log holds changes, connect reads the file alone.
func connect(ctx context.Context, file string, readOnly bool) (*sql.DB, int, error) {
	if !readOnly {
		return identify(ctx, pool(file, writing, maxConns))
	}
	db, version, err := identify(ctx, pool(file, viewing, maxConns))
	if cannotMakeLog(err) && !hasLog(file) {
		return identify(ctx, pool(file, immutable, maxConns))
	}
	return db, version, err
}

// cannotMakeLog reports whether SQLite can make no file beside the database: the medium
// is read-only, or the folder is another user's.
func cannotMakeLog(err error) bool {
	return isCode(err, sqlite3.ErrCantOpen) || isCode(err, sqlite3.ErrReadonly)
}

// identify returns db and the version of its schema, see [schemaOf]. After an error it closes db.
func identify(ctx context.Context, db *sql.DB) (*sql.DB, int, error) {
	version, err := schemaOf(ctx, db)
	if err != nil {
		db.Close()
		return nil, 0, err
	}
	return db, version, nil
}

// pool makes up to conns connections as they are needed.
func pool(file, settings string, conns int) *sql.DB {
	db := sql.OpenDB(newConnector(dsn(file, settings)))
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db
}

// dsn escapes path, which may hold any of "?#% ", into a data source name.
func dsn(path, settings string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: settings}
	return u.String()
}

func isCode(err error, code sqlite3.ErrNo) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.Code == code
}

// A connector opens connections that know the functions of the schema.
type connector struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
}

func newConnector(dsn string) connector {
	return connector{dsn, &sqlite3.SQLiteDriver{ConnectHook: func(conn *sqlite3.SQLiteConn) error {
		if err := addFunctions(conn); err != nil {
			return err
		}
		_, err := conn.Exec(longLog, nil)
		return err
	}}}
}

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return c.driver }

// addFunctions adds searchable, which the views indexed_entry and indexed_feed call, and other Go
// functions that statements use. The index of words stores what searchable returns: if its results
// change, a migration must rebuild the index. The same holds for page_of and column page.
func addFunctions(conn *sqlite3.SQLiteConn) error {
	for name, function := range map[string]any{
		"searchable": searchable, "page_of": address.PageKey, "author_of": address.AuthorOf, "authority_of": address.AuthorityOf, "nearness_of": address.Nearness, "is_post": address.IsPost, "canonical": address.Normalize,
		"folded": model.FoldTag, "url_title": urlTitle,
	} {
		if err := conn.RegisterFunc(name, function, true); err != nil {
			return err
		}
	}
	return nil
}

// searchable returns the plain text of a document, its words apart for the tokenizer of the index.
func searchable(mediaType, text string) string {
	return spaced(feed.PlainText(mediaType, text))
}

// prepareFile makes sure that path is a regular file. It makes the file and its folder
// if they are missing. It reports whether the file can only be read.
func prepareFile(path string) (readOnly bool, err error) {
	if path == "" {
		return false, errors.New("no file is named")
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f, err = createFile(path)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		readOnly = true
		f, err = os.Open(path)
	}
	if err != nil {
		return false, file.Reason(err)
	}
	defer f.Close()

	info, err := f.Stat()
	if err != nil {
		return false, file.Reason(err)
	}
	if !info.Mode().IsRegular() {
		return false, errors.New("not a regular file")
	}
	return readOnly, nil
}

func createFile(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
}

// realPath returns the absolute path without symbolic links.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(abs)
	return resolved, file.Reason(err)
}

// hasLog reports whether the database has a log that is not empty.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}
