package update

import (
	"context"
	"errors"
	"iter"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
	"gemsub/internal/model"
)

// MaxPostTime is how long a run may fetch posts.
const MaxPostTime = time.Minute

// Posts fetches wanted posts, those of an authority in order, and yields each result once it is
// committed, without the text of the post. All calls in a session together take [MaxPostTime] at
// most; posts for which no time remains stay wanted. When ctx ends, Posts commits the complete
// results and yields the context's cause.
func (s *Session) Posts(ctx context.Context, wanted []model.WantedPost) iter.Seq2[model.UpdateStep, error] {
	return s.stream(ctx, func(ctx context.Context, found chan<- result) {
		begun := s.engine.Now()
		defer func() { s.postTime += s.engine.Now().Sub(begun) }()
		timed, cancel := context.WithTimeout(ctx, MaxPostTime-s.postTime)
		defer cancel()
		runTasks(timed, s, wanted, func(w model.WantedPost) string { return w.URL }, s.fetchPost, found)
	})
}

const (
	// retryWait is how long after a failure a post is requested again. It is less than a day,
	// so that a daily run does not skip one.
	retryWait = 20 * time.Hour
	// maxNotFoundTries is how often a post that does not exist (51) is requested again.
	maxNotFoundTries = 3
	notFound         = 51
)

// fetchPost requests and reads one post. If its capsule wants to be asked later, the post is
// requested again then; after a temporary failure the next day; on three later days if it does
// not exist (51); and never after other failures.
func (s *Session) fetchPost(ctx context.Context, w model.WantedPost, by *worker) result {
	p := &model.PostResult{EntryID: w.EntryID, Link: w.URL, Tries: w.Tries}
	var answer Answer
	u, err := address.Parse(w.URL)
	if err == nil {
		answer, err = s.get(ctx, Request{
			URL: u, Purpose: ForPost, From: FromFeed(w.FeedURL, w.Reach, w.ByFile),
			IgnoreRobots: w.IgnoreRobots && address.AuthorityOf(w.FeedURL) == address.Authority(u),
		}, by)
	}
	wait, waits := errors.AsType[*WaitError](err)
	now := s.engine.Now()
	if err == nil {
		p.Post = ReadPost(answer.Response, now)
		return result{UpdateStep: model.UpdateStep{Post: p}, document: answer.Response}
	}
	p.Failure = err.Error()
	switch {
	case waits && wait.SlowDown:
		p.NotBefore = wait.Until
	case waits, fetch.KindOf(err) == fetch.Offline:
		p.NotBefore = now
	case isTemporary(err):
		p.NotBefore = now.Add(retryWait)
	default:
		p.Tries++
		if status, ok := errors.AsType[*fetch.StatusError](err); ok && status.Status == notFound && p.Tries <= maxNotFoundTries {
			p.NotBefore = now.Add(retryWait)
		}
	}
	return result{UpdateStep: model.UpdateStep{Post: p}}
}

// FromFeed returns the origin of the URLs of a feed's entries. The feed "Read later" has no page:
// the user named its entries, but to one with byFile a public capsule elsewhere may have led.
func FromFeed(feedURL string, reach model.Reach, byFile bool) Origin {
	page, err := address.Parse(feedURL)
	switch {
	case err == nil:
		return Origin{Home: address.Authority(page), Page: page, Public: reach != model.ReachLocal}
	case feedURL == model.LaterURL && !byFile:
		return Origin{}
	}
	return Origin{Home: model.LaterURL, LeftHome: true, Public: true}
}

// ReadPost returns the post to keep of a response. A menu becomes gemtext. A text that ended
// without close_notify is kept as whole: Cut says only that it was too long.
func ReadPost(resp *fetch.Response, at time.Time) *model.Post {
	p := &model.Post{URL: resp.URL.String(), FetchedAt: at, Size: len(resp.Body)}
	meta, body := resp.Meta, resp.Body
	if meta == menu.MediaType {
		meta, body = "text/gemini", []byte(menu.Gemtext(resp.URL, body))
	}
	p.MediaType, p.Text, p.Cut = feed.PostText(meta, body, model.MaxPostText)
	return p
}

// isTemporary reports whether a request may succeed on another day.
func isTemporary(err error) bool {
	switch fetch.KindOf(err) {
	case fetch.UnknownHost, fetch.ConnectionRefused, fetch.Unreachable, fetch.NoAnswer, fetch.TimedOut, fetch.TLSFailure, fetch.KeyChanged, fetch.TemporaryFailure, fetch.Canceled:
		return true
	}
	_, noPolicy := errors.AsType[*NoPolicyError](err)
	return noPolicy || errors.Is(err, ErrTooLong)
}
