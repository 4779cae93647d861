package update

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// Run checks all of subs now and yields each result once it is committed. It begins with those whose
// last attempt is the oldest: if a run cannot request all feeds of an authority, the next one begins
// with the others. Of two attempts in the same second, one that ended with a wait comes last. When ctx ends, it makes no
// more requests, commits the complete results and yields the context's cause. An error ends the
// sequence.
func (s *Session) Run(ctx context.Context, subs []*model.Subscription) iter.Seq2[model.UpdateStep, error] {
	return s.stream(ctx, func(ctx context.Context, found chan<- result) {
		now := s.engine.Now()
		oldestFirst := slices.SortedStableFunc(slices.Values(subs), func(a, b *model.Subscription) int {
			return cmp.Or(
				pastOrZero(a.AttemptedAt, now).Compare(pastOrZero(b.AttemptedAt, now)),
				pastOrZero(b.CheckedAt, now).Compare(pastOrZero(a.CheckedAt, now)))
		})
		runTasks(ctx, s, oldestFirst, func(sub *model.Subscription) string { return sub.URL }, s.checkFeed, found)
	})
}

// A result is the result of a task: a check or a post.
type result struct {
	model.UpdateStep
	document *fetch.Response // nil for none, and once the result is sent
	size     int             // of the document, in bytes
}

// runTasks requests feeds or posts, those of one authority one after the other. It starts the
// authorities in random order, so that a run that ends early passes nobody over twice for long, each
// when a job is free; waiting tasks hold no job. URLs that cannot be read count as one authority.
func runTasks[T any](ctx context.Context, s *Session, tasks []T, urlOf func(T) string, do func(context.Context, T, *worker) result, found chan<- result) {
	var authorities []string
	groups := map[string][]T{}
	for _, one := range tasks {
		authority := address.AuthorityOf(urlOf(one))
		if groups[authority] == nil {
			authorities = append(authorities, authority)
		}
		groups[authority] = append(groups[authority], one)
	}
	if s.engine.Shuffle != nil {
		s.engine.Shuffle(len(authorities), func(i, j int) { authorities[i], authorities[j] = authorities[j], authorities[i] })
	}
	var begun sync.WaitGroup
	defer begun.Wait()
	for _, authority := range authorities {
		w := s.newWorker()
		if w.takeJob(ctx) != nil {
			return
		}
		begun.Go(func() { runSequence(ctx, groups[authority], do, w, found) })
	}
}

// runSequence does tasks in order: w does the first, and a new worker each of the others. When ctx
// ends, it drops the result of the current task and stops.
func runSequence[T any](ctx context.Context, tasks []T, do func(context.Context, T, *worker) result, w *worker, found chan<- result) {
	for _, one := range tasks {
		r := do(ctx, one, w)
		document := r.document
		if document != nil {
			r.document, r.size = nil, len(document.Body)
		}
		whole := ctx.Err() == nil // otherwise the result is dropped, as if the task had not begun
		if whole {
			found <- r // still holding the job, so that a slow store slows the requests
		}
		document.Release()
		w.releaseJob()
		if !whole {
			return
		}
		w = w.session.newWorker()
	}
}

// MaxCheckTime is how long a feed may take in a run, with all redirects, their Crawl-delays
// and the robots.txt of each. Waiting for other feeds, after a burst, and for the Crawl-delay
// before its first request does not count.
const MaxCheckTime = 90 * time.Second

// ErrTooLong reports a feed that took longer than [MaxCheckTime].
var ErrTooLong = fmt.Errorf("its redirects, with robots.txt and Crawl-delays, take longer than %v", MaxCheckTime)

// maxJobTime is how long a request may hold a job, so that stalled capsules do not block the
// others. It does not apply if there is only one job: then all requests are sequential.
const maxJobTime = 2 * time.Second

// A worker does one task. It has a time for its requests, and a job while it makes them. It gives
// the job back whenever it waits.
type worker struct {
	session  *Session
	hasJob   atomic.Bool
	timeLeft time.Duration
}

func (s *Session) newWorker() *worker { return &worker{session: s, timeLeft: MaxCheckTime} }

// takeJob waits until a job is free, unless w has one already.
func (w *worker) takeJob(ctx context.Context) error {
	if w.hasJob.Load() {
		return nil
	}
	err := w.session.jobs.Acquire(ctx, 1)
	w.hasJob.Store(err == nil)
	return err
}

// releaseJob gives the job back.
func (w *worker) releaseJob() {
	if w.hasJob.CompareAndSwap(true, false) {
		w.session.jobs.Release(1)
	}
}

// acquire acquires the semaphore s. If it has to wait, it gives the worker's job back first.
func (w *worker) acquire(ctx context.Context, s *semaphore.Weighted) error {
	if s.TryAcquire(1) {
		return nil
	}
	w.releaseJob()
	return s.Acquire(ctx, 1)
}

// sleep gives the job back and waits for d, or until ctx ends.
func (w *worker) sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	w.releaseJob()
	over, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-over.Done()
	return context.Cause(ctx)
}
