package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// prepareFile makes sure that path is a regular file, making it and its
// folder where they are missing. It reports whether it can only be read.
func prepareFile(path string) (readOnly bool, err error) {
	if path == "" {
		return false, errors.New("no file is named")
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f, err = createFile(path)
	case isReadOnly(err):
		readOnly = true
		f, err = os.Open(path)
	}
	if err != nil {
		return false, cause(err)
	}
	defer f.Close()

	info, err := f.Stat()
	if err != nil {
		return false, cause(err)
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

func isReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// cause drops the operation and the path, which the caller names itself.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// realPath makes path the same for everyone who means the same file.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(abs)
	return resolved, cause(err)
}

// openViewer opens the database at path for reading and tells whose it is. On
// read-only media SQLite cannot make the files that a log needs; with nothing
// in the log the file alone is the whole database.
func openViewer(ctx context.Context, path string) (*sql.DB, identity, error) {
	db, id, err := view(ctx, path, viewing)
	if isCode(err, sqlite3.ErrCantOpen) && !hasLog(path) {
		return view(ctx, path, immutable)
	}
	return db, id, err
}

func view(ctx context.Context, path, settings string) (*sql.DB, identity, error) {
	db, err := sql.Open("sqlite3", dsn(path, settings))
	if err != nil {
		return nil, identity{}, err
	}
	id, err := identify(ctx, db)
	if err != nil {
		db.Close()
		return nil, identity{}, err
	}
	return db, id, nil
}

func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

func isCode(err error, code sqlite3.ErrNo) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.Code == code
}

func openError(path string, err error) error {
	if isCode(err, sqlite3.ErrNotADB) {
		return fmt.Errorf("%s %w", path, ErrForeign)
	}
	return fmt.Errorf("open database %s: %w", path, err)
}
