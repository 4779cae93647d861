package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

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

// cause returns err without operation and path, which the caller names.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	if le, ok := errors.AsType[*os.LinkError](err); ok {
		return le.Err
	}
	return err
}

// realPath returns the absolute path without symbolic links.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(abs)
	return resolved, cause(err)
}

// hasLog reports whether the database has a log that is not empty.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}
