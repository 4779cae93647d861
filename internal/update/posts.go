package update

import (
	"context"
	"errors"
	"iter"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// PostTime is what fetching posts may take of a run.
const PostTime = time.Minute

// errPostTime ends the work on posts.
var errPostTime = errors.New("the time for posts is over")

// Posts fetches wanted posts, those of an authority in their order, and yields what
// came of each once it is committed, without its text. All calls in a session together
// take [PostTime] at most; what no time is left for stays wanted, and of an authority
// that had no turn at all the first is noted as passed over. When ctx ends it
// commits what is whole and yields the context's cause.
func (s *Session) Posts(ctx context.Context, wanted []model.WantedPost) iter.Seq2[*Result, error] {
	return s.stream(ctx, func(ctx context.Context, found chan<- *Result) {
		begun := s.engine.Now()
		defer func() { s.postTime += s.engine.Now().Sub(begun) }()
		timed, cancel := context.WithTimeoutCause(ctx, PostTime-s.postTime, errPostTime)
		defer cancel()
		s.each(timed, grouped(wanted, authorityOf, s.fetchPost), found)
		if ctx.Err() == nil {
			s.passOver(wanted, found)
		}
	})
}

// authorityOf is the authority that has a post.
func authorityOf(w model.WantedPost) string {
	u, _, err := placeOf(w)
	if err != nil {
		return ""
	}
	return address.Authority(u)
}

// passOver notes for each authority that had no turn that the next run is to ask it
// for a post before its feeds.
func (s *Session) passOver(wanted []model.WantedPost, found chan<- *Result) {
	told := map[string]bool{}
	for _, w := range wanted {
		authority := authorityOf(w)
		if _, had := s.hadPost.Load(authority); had || told[authority] {
			continue
		}
		told[authority] = true
		found <- &Result{Post: &model.PostResult{EntryID: w.EntryID, NotBefore: s.engine.Now(), Tries: w.Tries, PassedOver: true}}
	}
}
