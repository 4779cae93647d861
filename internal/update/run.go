package update

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// Run checks all of subs now and yields each result once it is committed. Posts of authorities
// that the last run passed over are fetched first, before the feeds there. When
// ctx ends it stops asking, commits the results that are whole and yields the
// context's cause. An error ends the sequence.
func (s *Session) Run(ctx context.Context, subs []*model.Subscription, passedOver ...model.WantedPost) iter.Seq2[model.UpdateStep, error] {
	return s.stream(ctx, func(ctx context.Context, found chan<- result) {
		now := s.engine.Now()
		tasks := s.postTasks(passedOver)
		for _, sub := range slices.SortedStableFunc(slices.Values(subs), func(a, b *model.Subscription) int { return inTurn(a, b, now) }) {
			tasks = append(tasks, task{address.AuthorityOf(sub.URL), func(ctx context.Context, t *turn) result { return s.check(ctx, sub, t) }})
		}
		s.each(ctx, tasks, found)
	})
}

// A task asks an authority, which is "" without a readable URL, for one feed or post.
type task struct {
	authority string
	do        func(ctx context.Context, t *turn) result
}

// A result is what came of a task: a check or a post.
type result struct {
	model.UpdateStep
	document *fetch.Response // nil for none
}

// maxBegun is how many authorities are asked at most, with those that wait.
const maxBegun = 1000

// each does tasks, those of one authority one after the other. It begins authorities in
// the order of their first tasks, each once a job is free; waiting tasks hold no job. If
// the authorities cannot be loaded, each task reports it.
func (s *Session) each(ctx context.Context, tasks []task, found chan<- result) {
	var authorities []string
	groups := map[string][]task{}
	for _, one := range tasks {
		if groups[one.authority] == nil {
			authorities = append(authorities, one.authority)
		}
		groups[one.authority] = append(groups[one.authority], one)
	}
	_ = s.load(ctx, authorities) // at once: a statement for each takes longer than all else that is read
	var begun errgroup.Group
	begun.SetLimit(maxBegun)
	defer func() { _ = begun.Wait() }()
	for _, authority := range authorities {
		t := s.newTurn()
		if t.work(ctx) != nil {
			return
		}
		begun.Go(func() error {
			s.work(ctx, groups[authority], t, found)
			return nil // a feed's error is its result
		})
	}
}

// work does tasks one after the other; t is the turn of the first.
func (s *Session) work(ctx context.Context, tasks []task, t *turn, found chan<- result) {
	for _, one := range tasks {
		r := one.do(ctx, t)
		whole := ctx.Err() == nil // else it is as if the task had not begun
		if whole {
			found <- r // it keeps its job, so that a slow store slows the requests
		}
		r.document.Release()
		t.rest()
		if !whole {
			return
		}
		t = s.newTurn()
	}
}

// inTurn sorts subscriptions by their last attempt, the oldest first: if a run cannot ask
// for all feeds of an authority, the next run begins with the others. Of two attempts in
// one second, one that ended with a wait comes last.
func inTurn(a, b *model.Subscription, now time.Time) int {
	attempted := func(s *model.Subscription) time.Time {
		return later(happened(s.AttemptedAt, now), happened(s.CheckedAt, now))
	}
	return cmp.Or(attempted(a).Compare(attempted(b)), happened(b.CheckedAt, now).Compare(happened(a.CheckedAt, now)))
}

// CheckTime is what a feed may take of a run, with all redirects, their Crawl-delays and
// the robots.txt of each. Waiting for others, after a burst, and for the Crawl-delay
// before its first request does not count.
const CheckTime = 90 * time.Second

// ErrTooLong reports a feed that took longer than [CheckTime].
var ErrTooLong = fmt.Errorf("its redirects, with robots.txt and Crawl-delays, take longer than %v", CheckTime)

// slowAfter is how long a request may hold a job, so that capsules that stall do not
// block the others. With one job, all requests go one after the other.
const slowAfter = 2 * time.Second

// A turn is one feed's or post's share of a run: its time for requests, and one of the
// jobs while it makes them. It gives the job back whenever it waits.
type turn struct {
	session *Session
	working atomic.Bool // it has a job
	left    time.Duration
}

func (s *Session) newTurn() *turn { return &turn{session: s, left: CheckTime} }

// work waits for a job, unless t has one.
func (t *turn) work(ctx context.Context) error {
	if t.working.Load() {
		return nil
	}
	err := t.session.jobs.Acquire(ctx, 1)
	t.working.Store(err == nil)
	return err
}

// rest gives the job back.
func (t *turn) rest() {
	if t.working.CompareAndSwap(true, false) {
		t.session.jobs.Release(1)
	}
}

// acquire waits for a place of s.
func (t *turn) acquire(ctx context.Context, s *semaphore.Weighted) error {
	if s.TryAcquire(1) {
		return nil
	}
	t.rest()
	return s.Acquire(ctx, 1)
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
