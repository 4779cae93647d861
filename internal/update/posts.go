package update

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
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
	all := postsByAuthority(wanted)
	return pipeline[postResult, model.PostResult]{
		find: func(ctx context.Context, found chan<- postResult) {
			begun := s.engine.Now()
			defer func() { s.posts.took += s.engine.Now().Sub(begun) }()
			timed, cancel := context.WithTimeoutCause(ctx, PostTime-s.posts.took, errPostTime)
			defer cancel()
			s.each(timed, all, func(g group, t *turn) { s.fetchGroup(timed, g, t, found) })
			if ctx.Err() == nil {
				s.passOver(all, found)
			}
		},
		size:   func(r postResult) int { return r.size },
		drop:   postResult.release,
		commit: s.storePosts,
		finish: func(context.Context) ([]model.PostResult, error) { return nil, nil },
	}.run(ctx)
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

// fetchGroup fetches the posts of one authority, one after the other; t is the turn of the
// first.
func (s *Session) fetchGroup(ctx context.Context, g group, t *turn, found chan<- postResult) {
	for _, w := range g.posts {
		r := s.fetchPost(ctx, w, t)
		if ctx.Err() != nil { // cut off in the middle: as if it had not begun
			r.release()
			t.rest()
			return
		}
		if r.final {
			s.posts.note(g.authority)
		}
		found <- r // with its job: where the store is slower, no more is asked for
		t.rest()
		t = s.newTurn()
	}
}

// passOver notes for each authority that had no turn that the next run is to ask it
// for a post before its feeds.
func (s *Session) passOver(all []group, found chan<- postResult) {
	for _, g := range all {
		first := g.posts[0]
		if s.posts.hadTurn(g.authority) {
			continue
		}
		found <- postResult{PostResult: model.PostResult{EntryID: first.EntryID, NotBefore: s.engine.Now(), Tries: first.Tries, PassedOver: true}}
	}
}

// storePosts stores a batch, one by one if it cannot be stored as a whole, and returns what
// was stored, without texts. Where nothing was reached, it only tells of the network.
func (s *Session) storePosts(ctx context.Context, batch []postResult) (stored []model.PostResult, err error) {
	defer func() {
		for _, r := range batch {
			r.release()
		}
	}()
	if !s.reached.Load() {
		return nil, nil
	}
	b := s.learned()
	for _, r := range batch {
		b.Posts = append(b.Posts, r.PostResult)
	}
	some := [][]model.PostResult{b.Posts}
	for len(some) > 0 && err == nil {
		b.Posts = some[0]
		_, err = s.engine.Store.Commit(ctx, b)
		switch {
		case err == nil:
			for _, r := range b.Posts {
				stored = append(stored, withoutText(r))
			}
			some = some[1:]
		case len(b.Posts) > 1:
			some, err = slices.Collect(slices.Chunk(b.Posts, 1)), nil
		}
	}
	if err != nil {
		return stored, fmt.Errorf("keep posts: %w", err)
	}
	return stored, nil
}

// withoutText is r with what there is to tell of its post.
func withoutText(r model.PostResult) model.PostResult {
	if r.Post != nil {
		head := *r.Post
		head.Text = ""
		r.Post = &head
	}
	return r
}

// release gives back the place of a large document.
func (r postResult) release() {
	if r.document != nil {
		r.document.Release()
	}
}
