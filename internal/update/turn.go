package update

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// CheckTime is what a feed may take of a run, with all redirects and the
// robots.txt of each. Waiting for others, for a Crawl-delay and after a burst
// does not count.
const CheckTime = 90 * time.Second

// ErrTooLong reports a feed that took longer than [CheckTime].
var ErrTooLong = fmt.Errorf("its redirects and robots.txt took longer than %v in all", CheckTime)

// A semaphore has places for so many at once.
type semaphore chan struct{}

// acquire waits for a place, or until ctx ends.
func (s semaphore) acquire(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// release gives a place back.
func (s semaphore) release() { <-s }

// slowAfter is how long a request may hold a job: capsules that stall, drip or want pauses
// hold nobody else up. With one job all go one after the other.
const slowAfter = 2 * time.Second

// A turn is what a feed or a post has of a run: time for its requests, and while it makes
// them one of the jobs. It gives the job back whenever it has to wait.
type turn struct {
	jobs    semaphore
	working atomic.Bool // it has a job
	left    time.Duration
}

func (s *Session) newTurn() *turn { return &turn{jobs: s.jobs, left: CheckTime} }

func (t *turn) isUsedUp() bool { return t.left <= 0 }

// work waits for a job, unless t has one.
func (t *turn) work(ctx context.Context) error {
	if t.working.Load() {
		return nil
	}
	err := t.jobs.acquire(ctx)
	t.working.Store(err == nil)
	return err
}

// whileSlow gives the job back if the request that begins now takes long. It returns what
// says that the request has ended.
func (t *turn) whileSlow() (ended func() bool) {
	if cap(t.jobs) == 1 {
		return func() bool { return true }
	}
	return time.AfterFunc(slowAfter, t.rest).Stop
}

// rest gives the job back.
func (t *turn) rest() {
	if t.working.CompareAndSwap(true, false) {
		t.jobs.release()
	}
}

// acquire waits for a place of s.
func (t *turn) acquire(ctx context.Context, s semaphore) error {
	select {
	case s <- struct{}{}:
		return nil
	default:
		t.rest()
		return s.acquire(ctx)
	}
}

// sleep waits for d, or until ctx ends.
func (t *turn) sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t.rest()
	over, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-over.Done()
	return context.Cause(ctx)
}
