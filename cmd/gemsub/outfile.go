package main

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// replaceFile writes path as a whole or not at all: readers see the old file
// until the new one is complete. The old file's mode stays, unless the new one
// is private; where there was none, it is as the user's umask says.
func replaceFile(path string, private bool, write func(io.Writer) error) (err error) {
	var mode os.FileMode
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeThrough(path, write)
		}
		mode = info.Mode().Perm()
	}
	if private {
		mode = 0o600
	}
	target := path
	if linked, err := filepath.EvalSymlinks(path); err == nil {
		target = linked // the link stays
	}
	name := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+"."+rand.Text())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(mode, 0o666))
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			err = fmt.Errorf("write %s: %w", path, reason(err))
		}
	}()
	buffered := bufio.NewWriter(f)
	if err := write(buffered); err != nil {
		return err
	}
	keepMode := func() error {
		if mode == 0 {
			return nil
		}
		return f.Chmod(mode)
	}
	return errorsOf(buffered.Flush, keepMode, f.Sync, f.Close,
		func() error { return os.Rename(f.Name(), target) })
}

// writeThrough writes to what is no regular file, a pipe or /dev/stdout say.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	return errorsOf(func() error { return write(f) }, f.Close)
}

// sameFile reports whether two paths lead to one file that exists.
func sameFile(a, b string) bool {
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
