package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"
)

// ErrUpdateRunning is in the error of [Store.LockUpdate] when somebody else
// has the lock.
var ErrUpdateRunning = errors.New("another update is running")

// lockPoll is how often a waiting LockUpdate looks again.
const lockPoll = 100 * time.Millisecond

// LockUpdate makes its caller the only one who updates this database until
// release is called. When another does already it fails with
// [ErrUpdateRunning] or, with wait, goes on once that one is done or ctx ends.
//
// The lock is the operating system's, on a file beside the database: it ends
// with its process, however that ends. Inside the file stands who has it.
func (s *Store) LockUpdate(ctx context.Context, wait bool) (release func() error, err error) {
	f, err := openLock(s.path + ".lock")
	if err != nil {
		return nil, fmt.Errorf("lock database: %w", err)
	}
	if err := s.acquire(ctx, f, wait); err != nil {
		f.Close()
		return nil, err
	}
	return f.Close, nil
}

func (s *Store) acquire(ctx context.Context, f *os.File, wait bool) error {
	err := tryLock(f)
	for wait && errors.Is(err, syscall.EWOULDBLOCK) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for another update: %w", ctx.Err())
		case <-time.After(lockPoll):
		}
		err = tryLock(f)
	}
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return runningError(f)
	case err != nil:
		return fmt.Errorf("lock database: %w", err)
	}
	return s.writeLockHolder(f)
}

func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// lockLineStart begins what a lock's file holds.
const lockLineStart = "since "

// openLock opens the file of a lock, and nothing else that somebody may have put in
// its place.
func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if errors.Is(err, syscall.ELOOP) {
		return nil, fmt.Errorf("%s is a symbolic link", path)
	}
	if err != nil {
		return nil, err
	}
	if err := checkLock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return f, nil
}

// checkLock makes sure that what is to be overwritten is a lock's file.
func checkLock(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return cause(err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !info.Mode().IsRegular() || ok && stat.Nlink > 1 {
		return errors.New("is no file of its own")
	}
	start := make([]byte, len(lockLineStart))
	n, err := f.ReadAt(start, 0)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return cause(err)
	case n > 0 && string(start[:n]) != lockLineStart:
		return errors.New("is no lock of gemsub")
	}
	return nil
}

// writeLockHolder writes who has the lock, in the words of runningError. What a longer line
// leaves behind its end is not read.
func (s *Store) writeLockHolder(f *os.File) error {
	_, err := f.WriteAt(fmt.Appendf(nil, lockLineStart+"%s (process %d)\n",
		s.now().UTC().Format("2006-01-02 15:04 MST"), os.Getpid()), 0)
	if err != nil {
		return fmt.Errorf("lock database: %w", err)
	}
	return nil
}

// runningError says who has the lock, as far as the file tells: the owner may
// not have signed it yet.
func runningError(f *os.File) error {
	const longest = 200
	text, err := io.ReadAll(io.LimitReader(f, longest))
	line, _, ok := strings.Cut(string(text), "\n")
	if err != nil || !ok {
		return ErrUpdateRunning
	}
	return fmt.Errorf("%w %s", ErrUpdateRunning, line)
}
