// Package file distinguishes files from URLs in arguments, and replaces files as a whole.
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

// IsFileName reports whether an argument is the name of a file and not a URL.
//   - An argument that begins with ./, ../ or a single / is a file, even if it does not exist.
//   - A file takes precedence over a host of the same name.
//   - "-" is standard input, and counts as a file.
func IsFileName(arg string) bool {
	for _, prefix := range []string{"/", "./", "../"} {
		if strings.HasPrefix(arg, prefix) && !strings.HasPrefix(arg, "//") {
			return true
		}
	}
	_, err := os.Stat(arg)
	return arg == "-" || !errors.Is(err, os.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
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

// Create writes text to a new file. It fails if path exists. After any other error it removes the
// file.
func Create(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("not saved: %s exists already", path)
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

// Write replaces the file at path by the output of write, as a whole or not at all. A pipe or a
// device is written directly. The new file has the mode of the old file; without an old file the
// user's umask decides.
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

// replace writes to a temporary file beside the target of path, and renames it once it is
// complete.
func replace(path string, write func(io.Writer) error) error {
	target, err := FollowLinks(path)
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

// FollowLinks returns the file to which a path leads through symbolic links: a replacement must
// replace that file, not the link. If there is no file, FollowLinks returns the absolute path.
// os.Stat comes first, so that the system can refuse links that other users left in a shared folder.
func FollowLinks(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// Same reports whether two paths lead to the same existing file.
func Same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// Reason returns an error about a file or a program without the operation and the path, since the
// caller's message has them. Other errors are returned unchanged.
func Reason(err error) error {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	return err
}
