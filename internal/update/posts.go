package update

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// PostTime is what fetching posts may take of a run.
const PostTime = time.Minute

// errPostTime ends the work on posts.
var errPostTime = errors.New("the time for posts is over")

// A postRecord is what a session did about posts.
type postRecord struct {
	took time.Duration // of PostTime

	mu    sync.Mutex
	turns map[string]bool // authorities of which something came of a post
}

// note remembers that an authority had its turn.
func (r *postRecord) note(authority string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turns == nil {
		r.turns = map[string]bool{}
	}
	r.turns[authority] = true
}

func (r *postRecord) hadTurn(authority string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.turns[authority]
}

// Posts fetches wanted posts, those of an authority in their order, and yields what
// came of each once it is committed, without its text. All calls in a session together
// take [PostTime] at most; what no time is left for stays wanted, and of an authority
// that had no turn at all the first is noted as passed over. When ctx ends it
// commits what is whole and yields the context's cause.
func (s *Session) Posts(ctx context.Context, wanted []model.WantedPost) iter.Seq2[model.PostResult, error] {
	return inBackground(ctx, func(work context.Context, stop context.CancelCauseFunc, done *queue[model.PostResult]) error {
		begun := s.engine.Now()
		defer func() { s.posts.took += s.engine.Now().Sub(begun) }()
		return s.commitPosts(ctx, work, stop, wanted, done)
	})
}

// commitPosts fetches posts until work or their time ends, and commits them.
func (s *Session) commitPosts(ctx, work context.Context, stop context.CancelCauseFunc, wanted []model.WantedPost, done *queue[model.PostResult]) error {
	e := s.engine
	work, cancel := context.WithTimeoutCause(work, PostTime-s.posts.took, errPostTime)
	defer cancel()
	all := postsByAuthority(wanted)
	results := newBatcher(postRoom)
	groups := &dealer{session: s, all: all}
	workers := newPool(e.jobs(), groups.until(work), func(g group) { s.fetchGroup(work, g, results) })
	go func() {
		workers.Wait()
		if ctx.Err() == nil {
			s.passOver(all, results)
		}
		results.end()
	}()
	w := postWriter{session: s, done: done}
	if err := w.run(context.WithoutCancel(ctx), results, stop); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// postsByAuthority groups posts by the authority that has them.
func postsByAuthority(wanted []model.WantedPost) []group {
	var groups []group
	index := map[string]int{}
	for _, w := range wanted {
		authority := ""
		if u, _, err := placeOf(w); err == nil {
			authority = address.Authority(u)
		}
		at, ok := index[authority]
		if !ok {
			at = len(groups)
			index[authority] = at
			groups = append(groups, group{authority: authority})
		}
		groups[at].posts = append(groups[at].posts, w)
	}
	return groups
}

// fetchGroup fetches the posts of one authority, one after the other.
func (s *Session) fetchGroup(ctx context.Context, g group, results *batcher[postResult]) {
	if g.state != nil {
		defer s.release(g.state)
	}
	for _, w := range g.posts {
		r := s.fetchPost(ctx, w)
		if ctx.Err() != nil { // cut off in the middle: as if it had not begun
			if r.large {
				s.unread.release()
			}
			return
		}
		if r.final {
			s.posts.note(g.authority)
		}
		results.add(r)
	}
}

// passOver notes for each authority that had no turn that the next run is to ask it
// for a post before its feeds.
func (s *Session) passOver(all []group, results *batcher[postResult]) {
	for _, g := range all {
		first := g.posts[0]
		if s.posts.hadTurn(g.authority) {
			continue
		}
		results.add(postResult{PostResult: model.PostResult{EntryID: first.EntryID, NotBefore: s.engine.Now(), Tries: first.Tries, PassedOver: true}})
	}
}
