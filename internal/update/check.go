package update

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// check asks for one subscription and reads what comes.
func (e *Engine) check(ctx context.Context, v *visits, s model.Subscription) Result {
	r := Result{Subscription: s}
	visit := &visit{visits: v, sub: s}
	defer visit.letGo()
	resp, err := e.get(ctx, visit)
	r.CheckedAt = e.Now()
	if visit.requested {
		r.RequestedAt = r.CheckedAt
	}
	r.Notices = visit.notices
	if err == nil {
		r.Notices = append(r.Notices, resp.Notices...)
		if len(resp.Body) > largeBody {
			r.large = v.turn.take(ctx)
		}
		err = r.read(resp, e.KeepPages)
	}
	r.settle(err, visit.checkEvery)
	return r
}

// get makes the request, asking robots.txt before every hop.
func (e *Engine) get(ctx context.Context, x *visit) (*fetch.Response, error) {
	u, err := address.Parse(x.sub.URL)
	if err != nil {
		return nil, err
	}
	ctx, budget, cancel := x.visits.budget(ctx)
	defer cancel()
	x.budget = budget
	defer x.end()
	resp, err := x.fetch(fetch.LedBy(ctx, e.origin(x.sub)), u, x.ask)
	if wait := x.answered(resp, err); wait != nil {
		return nil, wait
	}
	if err != nil {
		return nil, err
	}
	return resp, resp.Err()
}

// origin says who led to the URL of a subscription.
func (e *Engine) origin(s model.Subscription) fetch.Origin {
	from := e.From
	from.Public = from.Public || s.Reach == model.ReachPublic
	return from
}

// read fills in what the response says. A document with the digest of the last
// one has been read already. Keep has r hold the document.
func (r *Result) read(resp *fetch.Response, keep bool) error {
	r.Digest, r.Cut, r.Local = digest(resp), resp.Cut, resp.Local
	if r.Digest == r.Subscription.Digest && (resp.Moved == nil || resp.Cut) {
		return nil
	}
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
// media type, since that names charset and language, and its bytes.
func digest(resp *fetch.Response) string {
	h := sha256.New()
	_, _ = io.WriteString(h, resp.URL.String()+"\n"+resp.Meta+"\n") // a hash does not fail
	_, _ = h.Write(resp.Body)
	return hex.EncodeToString(h.Sum(nil))
}
