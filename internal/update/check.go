package update

import (
	"context"
	"fmt"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
	"gemsub/internal/model"
)

// check asks for one subscription and reads what comes.
func (s *Session) check(ctx context.Context, sub *model.Subscription) *Result {
	r := &Result{Subscription: sub}
	x := &request{session: s}
	defer x.releaseBody()
	answer, err := x.getFeed(ctx, sub)
	r.CheckedAt = s.engine.Now()
	if answer.Requested {
		r.RequestedAt = r.CheckedAt
	}
	r.Notices = answer.Notices
	if err == nil {
		if len(answer.Body) > largeBody {
			r.large = s.unread.acquire(ctx)
		}
		err = r.read(answer.Response, s.engine.KeepPages)
	}
	r.conclude(err, answer.CheckEvery)
	return r
}

// getFeed requests the page of a subscription.
func (x *request) getFeed(ctx context.Context, sub *model.Subscription) (Answer, error) {
	u, err := address.Parse(sub.URL)
	if err != nil {
		return Answer{}, err
	}
	x.Request = Request{
		URL: u, Purpose: ForFeed, IgnoreRobots: sub.IgnoreRobots, CheckedAt: sub.CheckedAt,
		From: fetch.Origin{Public: sub.Reach == model.ReachPublic},
	}
	return x.get(ctx)
}

// read fills in what the response says. A document with the digest of the last
// one has been read already. Keep has r hold the document.
func (r *Result) read(resp *fetch.Response, keep bool) error {
	r.Digest, r.Cut, r.Local = digest(resp, feed.Format(r.Subscription.Format)), resp.Cut, resp.Local
	if r.Digest == r.Subscription.Digest && (resp.Moved == nil || resp.Cut) {
		resp.Release()
		return nil
	}
	resp.Keep()
	page := feed.Page{URL: resp.URL, Meta: resp.Meta, Body: resp.Body, Fetched: r.CheckedAt, Format: feed.Format(r.Subscription.Format), Found: !r.Subscription.FormatChosen}
	f, err := feed.Read(page)
	if f == nil {
		return &unreadableError{err}
	}
	if err != nil { // part of it could be read, and is worth more than nothing
		r.Notices = append(r.Notices, fmt.Sprintf("%s: %v", r.Subscription.Name(), err))
	}
	if len(f.Entries) >= feed.MaxEntries {
		r.Notices = append(r.Notices, fmt.Sprintf("%s: more entries than can be read: the first %d on the page are kept", r.Subscription.Name(), feed.MaxEntries))
	}
	switch {
	case resp.Moved == nil:
	case resp.Cut: // what is missing might tell that it is no feed
		r.ReadAt = resp.Moved.String()
	case len(f.Entries) == 0 && r.Subscription.Entries > 0:
		return ErrNoFeedThere
	default:
		r.MovedTo = resp.Moved.String()
	}
	r.Feed = f
	if keep {
		r.Page, r.Origin = &page, resp.Origin
	}
	return nil
}

// digest identifies a document: its URL, since links are relative to it, its
// media type, since that names charset and language, and its bytes. Where each change
// is an entry, what the server of a menu appends and a new name of its host do not count.
//
// Two pages with one digest do not come about by chance. Who writes a page may make
// them, and misleads nobody but its readers, so this is no cryptographic hash: that would
// take ten times as long. Where a stored digest is of another kind, the page is read once
// more.
func digest(resp *fetch.Response, format feed.Format) string {
	body := resp.Body
	if resp.Meta == menu.MediaType && format == feed.Whole {
		body = menu.Content(resp.URL, body)
	}
	h := xxhash.New()
	for _, part := range []string{resp.URL.String(), "\n", resp.Meta, "\n"} {
		_, _ = h.WriteString(part) // a hash does not fail
	}
	_, _ = h.Write(body)
	return strconv.FormatUint(h.Sum64(), 16)
}
