package update

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Run checks all of subs now and yields each result once it is committed. When
// ctx ends it stops asking, commits the results that are whole and yields the
// context's cause. An error ends the sequence.
func (s *Session) Run(ctx context.Context, subs []*model.Subscription) iter.Seq2[*Result, error] {
	return s.stream(ctx, func(ctx context.Context, found chan<- *Result) {
		now := s.engine.Now()
		inOrder := slices.SortedStableFunc(slices.Values(subs), func(a, b *model.Subscription) int { return inTurn(a, b, now) })
		authority := func(sub *model.Subscription) string { return address.AuthorityOf(sub.URL) }
		s.each(ctx, grouped(inOrder, authority, s.check), found)
		s.askProbe(ctx, found)
	})
}

// askProbe asks one subscription more if none could be reached and that is
// news of any.
func (s *Session) askProbe(ctx context.Context, found chan<- *Result) {
	if s.engine.Probe == nil || s.reached.Load() || !s.doubt.Load() {
		return
	}
	if sub, ok := s.engine.Probe(ctx); ok {
		s.work(ctx, group{"", []task{func(ctx context.Context, t *turn) *Result { return s.check(ctx, &sub, t) }}}, s.newTurn(), found)
	}
}

// A task asks for one feed or post, and returns what came of it.
type task func(ctx context.Context, t *turn) *Result

// A group are the tasks of one authority, which is "" for those without a readable URL.
type group struct {
	authority string
	tasks     []task
}

// grouped makes tasks of items and groups them by authority. Groups are in the order of
// their first items.
func grouped[T any](items []T, authority func(T) string, do func(context.Context, T, *turn) *Result) []group {
	var groups []group
	index := make(map[string]int, len(items))
	for _, item := range items {
		name := authority(item)
		at, known := index[name]
		if !known {
			at = len(groups)
			index[name] = at
			groups = append(groups, group{authority: name})
		}
		groups[at].tasks = append(groups[at].tasks, func(ctx context.Context, t *turn) *Result { return do(ctx, item, t) })
	}
	return groups
}

// maxBegun is how many groups are under way at most, with those that wait.
const maxBegun = 1000

// each does the work of groups, in their order as far as there are jobs: those that wait hold
// nobody up. Where an authority cannot be read, each task says so.
func (s *Session) each(ctx context.Context, groups []group, found chan<- *Result) {
	names := make([]string, len(groups))
	for i, g := range groups {
		names[i] = g.authority
	}
	_ = s.load(ctx, names) // at once: a statement for each takes longer than all else that is read
	var begun errgroup.Group
	begun.SetLimit(maxBegun)
	defer func() { _ = begun.Wait() }()
	for _, g := range groups {
		t := s.newTurn()
		if t.work(ctx) != nil {
			return
		}
		begun.Go(func() error {
			s.work(ctx, g, t, found)
			return nil // a feed's error is its result
		})
	}
}

// work does the tasks of a group, one after the other; t is the turn of the first.
func (s *Session) work(ctx context.Context, g group, t *turn, found chan<- *Result) {
	for _, do := range g.tasks {
		r := do(ctx, t)
		if ctx.Err() != nil { // cut off in the middle: as if it had not begun
			r.release()
			t.rest()
			return
		}
		found <- r // with its job: where the store is slower, no more is asked for
		t.rest()
		t = s.newTurn()
	}
}

// inTurn puts the subscription first whose last attempt is longer ago: where a
// run may not ask for all of an authority, another's turn comes in the next. Of
// two attempts in one second, one that came to a wait goes last.
func inTurn(a, b *model.Subscription, now time.Time) int {
	return cmp.Or(
		attempted(a, now).Compare(attempted(b, now)),
		happened(b.CheckedAt, now).Compare(happened(a.CheckedAt, now)))
}

// attempted is when s last had its turn, zero for never.
func attempted(s *model.Subscription, now time.Time) time.Time {
	return later(happened(s.AttemptedAt, now), happened(s.CheckedAt, now))
}
