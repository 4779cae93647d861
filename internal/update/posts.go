package update

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/url"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
	"gemsub/internal/model"
)

// PostTime is what fetching posts may take of a run.
const PostTime = time.Minute

// Posts fetches wanted posts, those of one authority in their order. It yields the result of
// each, without the text, once it is committed. All calls in a session take [PostTime] at most
// together. Posts that it had no time for stay wanted. If an authority had no turn at all, its
// first post is marked as passed over, and the next [Session.Run] begins with it. When ctx ends,
// Posts commits the results that are complete and yields the context's cause.
func (s *Session) Posts(ctx context.Context, wanted []model.WantedPost) iter.Seq2[model.UpdateStep, error] {
	return s.stream(ctx, func(ctx context.Context, found chan<- result) {
		begun := s.engine.Now()
		defer func() { s.postTime += s.engine.Now().Sub(begun) }()
		timed, cancel := context.WithTimeout(ctx, PostTime-s.postTime)
		defer cancel()
		s.each(timed, s.postTasks(wanted), found)
		isNoted := map[string]bool{}
		for _, w := range wanted {
			authority := address.AuthorityOf(w.URL)
			if _, had := s.hadPost.Load(authority); !had && !isNoted[authority] && ctx.Err() == nil {
				isNoted[authority] = true
				p := &model.PostResult{EntryID: w.EntryID, NotBefore: s.engine.Now(), Tries: w.Tries, PassedOver: true}
				found <- result{UpdateStep: model.UpdateStep{Post: p}}
			}
		}
	})
}

func (s *Session) postTasks(wanted []model.WantedPost) (tasks []task) {
	for _, w := range wanted {
		tasks = append(tasks, task{address.AuthorityOf(w.URL), func(ctx context.Context, t *turn) result { return s.fetchPost(ctx, w, t) }})
	}
	return tasks
}

const (
	// nextDay is when a post is asked for again after a failure: in the next run of
	// someone who updates once a day.
	nextDay = 20 * time.Hour
	// laterTries is how often more a post is asked for that was not there (51).
	laterTries = 3
	notFound   = 51
)

// fetchPost asks for one post and reads what comes. After a failure it is asked for again as
// soon as its capsule allows it; the next day if the failure may pass; on three later days if
// it does not exist; otherwise never.
func (s *Session) fetchPost(ctx context.Context, w model.WantedPost, t *turn) result {
	p := &model.PostResult{EntryID: w.EntryID, Link: w.URL, Tries: w.Tries}
	var answer Answer
	u, err := address.Parse(w.URL)
	home, homeErr := address.Parse(w.FeedURL)
	if err = cmp.Or(err, homeErr); err == nil {
		answer, err = s.get(ctx, Request{
			URL: u, Purpose: ForPost, From: FromFeed(home, w.Reach),
			IgnoreRobots: w.IgnoreRobots && address.Authority(u) == address.Authority(home),
		}, t)
	}
	wait, waits := errors.AsType[*WaitError](err)
	if ctx.Err() == nil && (!waits || wait.SlowDown) { // else a Crawl-delay is too long for this run
		s.hadPost.Store(address.AuthorityOf(w.URL), true)
	}
	now := s.engine.Now()
	if err == nil {
		p.Post = ReadPost(answer.Response, now)
		return result{model.UpdateStep{Post: p}, answer.Response}
	}
	p.Failure = err.Error()
	switch {
	case waits && wait.SlowDown:
		p.NotBefore = wait.Until
	case waits:
		p.NotBefore = now
	case isPassing(err):
		p.NotBefore = now.Add(nextDay)
	default:
		p.Tries++
		if status, ok := errors.AsType[*fetch.StatusError](err); ok && status.Status == notFound && p.Tries <= laterTries {
			p.NotBefore = now.Add(nextDay)
		}
	}
	return result{UpdateStep: model.UpdateStep{Post: p}}
}

// FromFeed is the origin of what the page of a subscription leads to.
func FromFeed(page *url.URL, reach model.Reach) Origin {
	return Origin{Home: address.Authority(page), Page: page, Public: reach != model.ReachLocal}
}

// ReadPost returns what is kept of a response: of a menu the gemtext that it is shown as.
func ReadPost(resp *fetch.Response, at time.Time) *model.Post {
	p := &model.Post{URL: resp.URL.String(), FetchedAt: at, Size: len(resp.Body)}
	meta, body := resp.Meta, resp.Body
	if meta == menu.MediaType {
		meta, body = "text/gemini", []byte(menu.Gemtext(resp.URL, body))
	}
	p.MediaType, p.Text, p.Cut = feed.PostText(meta, body, model.MaxPostText)
	return p
}

// isPassing reports whether an error may be over on another day.
func isPassing(err error) bool {
	switch fetch.KindOf(err) {
	case fetch.NotFound, fetch.Refused, fetch.Unreachable, fetch.NoAnswer, fetch.TimedOut, fetch.TLS, fetch.Certificate, fetch.Temporary, fetch.Canceled:
		return true
	}
	_, noPolicy := errors.AsType[*NoPolicyError](err)
	return noPolicy || errors.Is(err, ErrTooLong)
}
