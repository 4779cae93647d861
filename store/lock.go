package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
	f, err := os.OpenFile(s.path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
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
	return s.signLock(f)
}

func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// signLock writes who has the lock, in the words of runningError.
func (s *Store) signLock(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("lock database: %w", err)
	}
	_, err := fmt.Fprintf(f, "since %s (process %d)\n",
		s.now().UTC().Format("2006-01-02 15:04 MST"), os.Getpid())
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
	if err != nil || len(text) == 0 || text[len(text)-1] != '\n' {
		return ErrUpdateRunning
	}
	return fmt.Errorf("%w %s", ErrUpdateRunning, text[:len(text)-1])
}
