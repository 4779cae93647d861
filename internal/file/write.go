package file

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Write replaces the file at path with what write writes, as a whole or not at all. A
// pipe or a device is written to as it is. The new file has the mode of the old one, by
// default that of the user's umask.
func Write(path string, write func(io.Writer) error) error {
	put := replace
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		put = writeThrough
	}
	if err := put(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, Reason(err))
	}
	return nil
}

func replace(path string, write func(io.Writer) error) error {
	target, err := Target(path)
	if err != nil {
		return err
	}
	f, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)),
		renameio.WithPermissions(0o666), renameio.WithExistingPermissions())
	if err != nil {
		return err
	}
	defer func() { _ = f.Cleanup() }()
	if err := write(f); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}

// writeThrough writes to a pipe or a device, such as /dev/stdout.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// Target returns the file that a path leads to by its links: a replacement has to replace
// that file. The system checks first whether the links may be followed: it protects from
// links that others left in a shared folder. A path without a file leads to itself.
func Target(path string) (string, error) {
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// Same reports whether two paths lead to one file that exists.
func Same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
