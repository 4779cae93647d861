package update

import (
	"context"
	"iter"
	"sync"
)

// A queue hands what was committed to whoever tells the user. It has no bound, so
// that a slow reader delays no commit.
type queue[T any] struct {
	mu      sync.Mutex
	changed sync.Cond // on mu
	results []T
	ended   bool
	failure error
}

func newQueue[T any]() *queue[T] {
	q := new(queue[T])
	q.changed.L = &q.mu
	return q
}

// add appends results, whose slice it may keep.
func (q *queue[T]) add(c ...T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.results) == 0 {
		q.results = c
	} else {
		q.results = append(q.results, c...)
	}
	q.changed.Signal()
}

// end says that nothing more comes, and why if that is an error.
func (q *queue[T]) end(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended, q.failure = true, err
	q.changed.Broadcast()
}

// all yields results as they come, until the end.
func (q *queue[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		for {
			results := q.take()
			if len(results) == 0 {
				return
			}
			for _, c := range results {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// take waits for results and returns all there are; none after the end.
func (q *queue[T]) take() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.results) == 0 && !q.ended {
		q.changed.Wait()
	}
	results := q.results
	q.results = nil
	return results
}

// wait returns after the end.
func (q *queue[T]) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.ended {
		q.changed.Wait()
	}
}

// err is what the queue ended with.
func (q *queue[T]) err() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.failure
}

// inBackground runs do, and yields what do adds to the queue. When the caller has
// enough, work ends. The error of do ends the sequence.
func inBackground[T any](ctx context.Context, do func(work context.Context, stop context.CancelCauseFunc, done *queue[T]) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		work, stop := context.WithCancelCause(ctx)
		done := newQueue[T]()
		go func() { done.end(do(work, stop, done)) }()
		defer done.wait()
		defer stop(nil)
		for c := range done.all() {
			if !yield(c, nil) {
				return
			}
		}
		if err := done.err(); err != nil {
			var none T
			yield(none, err)
		}
	}
}
