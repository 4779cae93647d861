package store

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// ErrDeliveryRunning is in the error of [Store.LockMail] when another process has the lock.
var ErrDeliveryRunning = errors.New("another delivery is running")

// ErrUpdateRunning is in the error of [Store.LockUpdate] when another process has the lock.
var ErrUpdateRunning = errors.New("another update is running")

// lockPoll is how often a waiting LockUpdate looks again.
const lockPoll = 100 * time.Millisecond

// LockUpdate locks the database against other updates until release is called. If
// another process has the lock, it fails with [ErrUpdateRunning] or, with wait,
// waits until the lock is free or ctx ends.
//
// The operating system holds the lock, on an empty file beside the database, and
// releases it when the process ends.
func (s *Store) LockUpdate(ctx context.Context, wait bool) (release func() error, err error) {
	return s.lock(ctx, ".lock", wait, ErrUpdateRunning)
}

// LockMail locks the database against other deliveries as LockUpdate does against
// updates. It fails with [ErrDeliveryRunning].
func (s *Store) LockMail(ctx context.Context) (release func() error, err error) {
	return s.lock(ctx, ".mail.lock", false, ErrDeliveryRunning)
}

// lock locks the file beside the database whose name ends in end. If another process has the lock,
// lock waits for it or, without wait, returns the error running.
func (s *Store) lock(ctx context.Context, end string, wait bool, running error) (release func() error, err error) {
	f, err := os.OpenFile(s.path+end, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, doing("lock database", err)
	}
	err = flock(ctx, f, wait)
	if err == nil {
		return f.Close, nil
	}
	f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, running
	}
	return nil, doing("lock database", err)
}

func flock(ctx context.Context, f *os.File, wait bool) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !wait || !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}
