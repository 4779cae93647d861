package update

import "context"

// A semaphore has places for so many at once.
type semaphore chan struct{}

func newSemaphore(n int) semaphore { return make(semaphore, n) }

// acquire waits for a place. It reports false if ctx ends before.
func (s semaphore) acquire(ctx context.Context) bool {
	select {
	case s <- struct{}{}:
		return true
	default: // most find a place at once, and a select with a single case takes half the time
	}
	select {
	case s <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// release gives a place back.
func (s semaphore) release() { <-s }
