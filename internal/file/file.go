// Package file tells files from URLs and replaces files as a whole.
package file

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/google/renameio/v2"
)

// IsNamed reports whether an argument that may be a URL names a file; files come before
// hosts of that name. "-" is standard input. What begins like a path is a file even if
// it does not exist.
func IsNamed(arg string) bool {
	for _, prefix := range []string{"/", "./", "../"} {
		if strings.HasPrefix(arg, prefix) && !strings.HasPrefix(arg, "//") {
			return true
		}
	}
	_, err := os.Stat(arg)
	return arg == "-" || !errors.Is(err, os.ErrNotExist)
}

// URL returns the URL of a file; "-" is standard input.
func URL(name string) (*url.URL, error) {
	if name == "-" {
		name = "/dev/stdin"
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "file", Path: path}, nil
}

// New writes a new file. It never overwrites one.
func New(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("write %s: it exists already", path)
	}
	if err == nil {
		_, err = f.WriteString(text)
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(path)
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, Reason(err))
	}
	return nil
}

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

// Reason returns what went wrong with a file or a program, without the operation and
// the path that the message around it names.
func Reason(err error) error {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	return err
}
