package update

import (
	"context"
	"iter"

	"gemsub/internal/model"
)

// Run checks all of subs now and yields each result once it is committed. When
// ctx ends it stops asking, commits the results that are whole and yields the
// context's cause. An error ends the sequence. However slow the caller is, no
// commit waits for it.
func (s *Session) Run(ctx context.Context, subs []*model.Subscription) iter.Seq2[Committed, error] {
	return inBackground(ctx, func(work context.Context, stop context.CancelCauseFunc, committed *queue[Committed]) error {
		return s.commitAll(ctx, work, stop, subs, committed)
	})
}

// commitAll checks subs until work ends, and commits what comes of it.
func (s *Session) commitAll(ctx, work context.Context, stop context.CancelCauseFunc, subs []*model.Subscription, committed *queue[Committed]) error {
	e := s.engine
	results := newBatcher(room)
	groups := &dealer{session: s, all: byAuthority(subs, e.Now())}
	workers := newPool(e.jobs(), groups.until(work), func(g group) { s.checkGroup(work, g, results) })
	go func() {
		workers.Wait()
		s.askProbe(work, results)
		results.end()
	}()

	w := writer{store: e.Store, session: s, committed: committed}
	if err := w.run(context.WithoutCancel(ctx), results, stop); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// askProbe asks one subscription more if none could be reached and that is
// news of any.
func (s *Session) askProbe(ctx context.Context, results *batcher[*Result]) {
	if s.engine.Probe == nil || s.reached.Load() || !s.doubt.Load() {
		return
	}
	if sub, ok := s.engine.Probe(ctx); ok {
		s.checkGroup(ctx, byAuthority([]*model.Subscription{&sub}, s.engine.Now())[0], results)
	}
}

// checkGroup checks the subscriptions of a group, one after the other.
func (s *Session) checkGroup(ctx context.Context, g group, results *batcher[*Result]) {
	if g.state != nil {
		defer s.release(g.state)
	}
	for _, sub := range g.subs {
		r := s.check(ctx, sub)
		if ctx.Err() != nil {
			return // cut off in the middle: as if it had not begun
		}
		if IsNetworkDown(r.Err) && r.News() {
			s.doubt.Store(true)
		}
		results.add(r)
	}
}
