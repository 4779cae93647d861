package file

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Write replaces the file at path with what write writes, as a whole or not at all. A
// pipe or a device is written to as it is. The new file has the mode of the old one, by
// default that of the user's umask.
func Write(path string, write func(io.Writer) error) error {
	if err := replace(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, Reason(err))
	}
	return nil
}

func replace(path string, write func(io.Writer) error) error {
	target, err := Target(path)
	if err != nil {
		return err
	}
	var mode os.FileMode
	info, err := os.Stat(target)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(target, write)
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return Replace(target, func(name string) error { return writeFile(name, mode, write) })
}

// writeFile makes a file with a mode, which is as the user's umask says if 0.
func writeFile(name string, mode os.FileMode, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(mode, 0o666))
	if err != nil {
		return err
	}
	defer f.Close() // again, unless a step failed
	buffered := bufio.NewWriter(f)
	keepMode := func() error {
		if mode == 0 {
			return nil
		}
		return f.Chmod(mode)
	}
	return errorsOf(func() error { return write(buffered) }, buffered.Flush, keepMode, f.Sync, f.Close)
}

// writeThrough writes to a pipe or a device, such as /dev/stdout.
func writeThrough(path string, write func(io.Writer) error) error {
	flags := os.O_WRONLY
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink == 0 {
		flags |= syscall.O_NOFOLLOW // it is no link, and must not have become one
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return err
	}
	return errorsOf(func() error { return write(f) }, f.Close)
}

// Same reports whether two paths lead to one file that exists.
func Same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// errorsOf takes steps until one fails.
func errorsOf(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
