package update

import (
	"iter"
	"slices"
	"sync"
	"time"
)

// What is committed in one transaction: a page of the database that several
// results change is written once for all of them.
const (
	// batchWait is how long the first result of a batch waits for more.
	batchWait = 150 * time.Millisecond
	// batchSize bounds a batch in results, batchEntries in the entries they have.
	batchSize    = 256
	batchEntries = 8000
)

// A batcher gathers results into batches. Whoever commits them may have a thread of its
// own, which is woken for each batch and not for each result.
type batcher[T any] struct {
	room func() func(T) bool // returns what tells whether a batch is full

	mu      sync.Mutex
	changed sync.Cond // on mu
	batch   []T
	full    func(T) bool // called once for each result of batch
	ready   bool         // batch is full, or has waited long enough
	ended   bool
	enough  *time.Timer // of batch
}

// newBatcher returns an empty one. room returns a function that is called once for each
// result of a batch, and says whether no further one fits.
func newBatcher[T any](room func() func(T) bool) *batcher[T] {
	b := &batcher[T]{room: room}
	b.changed.L = &b.mu
	return b
}

// add adds a result to the batch, once there is room.
func (b *batcher[T]) add(r T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.ready {
		b.changed.Wait()
	}
	if len(b.batch) == 0 {
		b.full, b.enough = b.room(), time.AfterFunc(batchWait, b.hasWaited)
	}
	if len(b.batch) == cap(b.batch) {
		b.batch = slices.Grow(b.batch, len(b.batch)+1) // twice as many: append adds less
	}
	b.batch = append(b.batch, r)
	if b.full(r) || len(b.batch) == batchSize {
		b.enough.Stop()
		b.ready = true
		b.changed.Broadcast()
	}
}

// hasWaited has the batch taken as it is, or the next one if that was taken just now.
func (b *batcher[T]) hasWaited() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.batch) > 0 {
		b.ready = true
		b.changed.Broadcast()
	}
}

// end says that no more results come.
func (b *batcher[T]) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	b.changed.Broadcast()
}

// batches yields batches until the end. All have to be taken, lest add waits for ever.
func (b *batcher[T]) batches() iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for batch := b.take(); len(batch) > 0 && yield(batch); batch = b.take() {
		}
	}
}

// take waits for a batch; it returns none after the end.
func (b *batcher[T]) take() []T {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.ready && !b.ended {
		b.changed.Wait()
	}
	batch := b.batch
	b.batch, b.ready = make([]T, 0, len(batch)), false // the next one may be as long
	b.changed.Broadcast()
	return batch
}

// room returns what tells gather that a batch of results is full. A large page does not
// wait: another may wait for its place.
func room() func(*Result) bool {
	entries := 0
	return func(r *Result) bool {
		entries += r.entries()
		return r.large || entries >= batchEntries
	}
}
