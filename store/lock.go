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

// ErrDeliveryRunning is in the error of [Store.LockMail] when another process has the
// lock.
var ErrDeliveryRunning = errors.New("another delivery is running")

// ErrUpdateRunning is in the error of [Store.LockUpdate] when another process
// has the lock.
var ErrUpdateRunning = errors.New("another update is running")

// lockPoll is how often a waiting LockUpdate looks again.
const lockPoll = 100 * time.Millisecond

// LockUpdate locks the database against other updates until release is called. If
// another process has the lock, it fails with [ErrUpdateRunning] or, with wait,
// waits until the lock is free or ctx ends.
//
// The operating system holds the lock, on a file beside the database, and releases
// it when the process ends. The file names the lock's holder.
func (s *Store) LockUpdate(ctx context.Context, wait bool) (release func() error, err error) {
	return s.lock(ctx, ".lock", wait, ErrUpdateRunning)
}

// LockMail locks the database against other deliveries as LockUpdate does against
// updates. It fails with [ErrDeliveryRunning].
func (s *Store) LockMail(ctx context.Context) (release func() error, err error) {
	return s.lock(ctx, ".mail.lock", false, ErrDeliveryRunning)
}

// lock locks a file beside the database, whose name ends so. If another process has the
// lock, the error is running.
func (s *Store) lock(ctx context.Context, end string, wait bool, running error) (release func() error, err error) {
	f, err := openLock(s.path + end)
	if err != nil {
		return nil, doing("lock database", err)
	}
	if err := s.acquire(ctx, f, wait, running); err != nil {
		f.Close()
		return nil, err
	}
	return f.Close, nil
}

func (s *Store) acquire(ctx context.Context, f *os.File, wait bool, running error) error {
	err := tryLock(f)
	for wait && errors.Is(err, syscall.EWOULDBLOCK) {
		select {
		case <-ctx.Done():
			return doing("wait for another update", ctx.Err())
		case <-time.After(lockPoll):
		}
		err = tryLock(f)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return runningError(f, running)
	}
	if err == nil { // runningError quotes the line; the rest of a longer one is not read
		_, err = f.WriteAt(fmt.Appendf(nil, lockLineStart+"%s (process %d)\n",
			s.now().UTC().Format("2006-01-02 15:04 MST"), os.Getpid()), 0)
	}
	return doing("lock database", err)
}

func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// lockLineStart is how the line in a lock file begins.
const lockLineStart = "since "

// openLock opens or makes a lock file. It refuses a symbolic link and any other kind
// of file at path.
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

// checkLock makes sure that f is a lock file before it is overwritten.
func checkLock(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return cause(err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !info.Mode().IsRegular() || ok && stat.Nlink > 1 {
		return errors.New("is not a file of its own")
	}
	start := make([]byte, len(lockLineStart))
	n, err := f.ReadAt(start, 0)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return cause(err)
	case n > 0 && string(start[:n]) != lockLineStart:
		return errors.New("is not a lock of gemsub")
	}
	return nil
}

// runningError names the lock's holder, unless the file does not do so yet.
func runningError(f *os.File, running error) error {
	const longest = 200
	text, err := io.ReadAll(io.LimitReader(f, longest))
	line, _, ok := strings.Cut(string(text), "\n")
	if err != nil || !ok {
		return running
	}
	return fmt.Errorf("%w %s", running, line)
}
