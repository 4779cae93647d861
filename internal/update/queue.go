package update

import (
	"iter"
	"sync"
)

// A queue hands committed results to whoever tells the user. It has no bound, so
// that a slow reader delays no commit.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond // on mu
	results []Committed
	ended   bool
	failure error
}

func newQueue() *queue {
	q := new(queue)
	q.changed.L = &q.mu
	return q
}

// add appends a result.
func (q *queue) add(c Committed) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.results = append(q.results, c)
	q.changed.Signal()
}

// end says that nothing more comes, and why if that is an error.
func (q *queue) end(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended, q.failure = true, err
	q.changed.Broadcast()
}

// all yields results as they come, until the end.
func (q *queue) all() iter.Seq[Committed] {
	return func(yield func(Committed) bool) {
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
func (q *queue) take() []Committed {
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
func (q *queue) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.ended {
		q.changed.Wait()
	}
}

// err is what the queue ended with.
func (q *queue) err() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.failure
}
