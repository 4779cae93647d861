package update

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
	"gemsub/internal/model"
)

// check requests the page of one subscription and reads it.
func (s *Session) check(ctx context.Context, sub *model.Subscription, t *turn) *Result {
	r := &Result{Subscription: sub}
	var answer Answer
	u, err := address.Parse(sub.URL)
	if err == nil {
		answer, err = s.get(ctx, Request{
			URL: u, Purpose: ForFeed, IgnoreRobots: sub.IgnoreRobots, CheckedAt: sub.CheckedAt,
			From: Origin{Public: sub.Reach == model.ReachPublic},
		}, t)
	}
	r.CheckedAt = s.engine.Now()
	if answer.Requested {
		r.RequestedAt = r.CheckedAt
	}
	r.Notices = answer.Notices
	if err == nil {
		r.document = answer.Response
		err = s.mayMove(ctx, answer)
	}
	if err == nil {
		err = r.read(answer)
	}
	r.conclude(err, answer.CheckEvery)
	return r
}

// mayMove returns an error if the page may not move to where the answer came from: later
// requests there would have a query, or show an identity that this one did not.
func (s *Session) mayMove(ctx context.Context, answer Answer) error {
	if answer.Moved == nil || answer.Cut {
		return nil
	}
	to := answer.Moved.String()
	if address.HasQuery(answer.Moved) {
		return &MoveError{URL: to, Why: "which has a query"}
	}
	if !answer.Origin.Away {
		return nil
	}
	identity, err := s.engine.Store.Identity(ctx, answer.Moved)
	if err == nil && identity != nil {
		err = &MoveError{URL: to, Why: "where an identity is shown"}
	}
	return err
}

// committed notes what r changed in the store.
func (r *Result) committed(changes model.Changes) {
	if changes.Suppressed > 0 {
		r.Notices = append(r.Notices, fmt.Sprintf("%s: too many new entries: %d of them are stored as read", r.Subscription.Name(), changes.Suppressed))
	}
	if changes.Taken {
		*r = *r.Taken()
	}
	r.Changes = changes
	if r.Post != nil && r.Post.Post != nil {
		r.Post.Post.Text = "" // the store has it
	}
}

// read fills in what the response says. A document with the digest of the last
// one has been read already.
func (r *Result) read(resp Answer) error {
	r.Digest, r.Cut, r.Local = digest(resp.Response, feed.Format(r.Subscription.Format)), resp.Cut, resp.Local
	if r.Digest == r.Subscription.Digest && (resp.Moved == nil || resp.Cut) {
		return nil
	}
	if before := r.Subscription.Digest; r.Cut && before != "" && model.ReadBy(before) != feed.ReaderVersion {
		r.Digest = "" // the whole page is still to be read by this version
	}
	page := feed.Page{URL: resp.URL, Meta: resp.Meta, Body: resp.Body, Fetched: r.CheckedAt, Format: feed.Format(r.Subscription.Format), Found: !r.Subscription.FormatChosen}
	f, err := feed.Read(page)
	if f == nil {
		return &unreadableError{err}
	}
	if err != nil { // a part could be read
		r.Notices = append(r.Notices, fmt.Sprintf("%s: %v", r.Subscription.Name(), err))
	}
	if fault, ok := errors.AsType[*feed.SyntaxError](err); ok && fault.Cut {
		r.Cut = true
	}
	if len(f.Entries) >= feed.MaxEntries {
		r.Notices = append(r.Notices, fmt.Sprintf("%s: %d entries or more: the newest count", r.Subscription.Name(), feed.MaxEntries))
	}
	switch {
	case resp.Moved == nil:
	case resp.Cut: // the missing part may show that it is not a feed
		r.ReadAt = resp.Moved.String()
	case len(f.Entries) == 0 && !r.Subscription.NewestEntry.IsZero():
		return ErrNoFeedThere
	default:
		r.MovedTo = resp.Moved.String()
	}
	if s := r.Subscription; r.Cut && s.FeedTitle != "" { // its subtitle or author may be missing
		f.Title, f.Subtitle, f.Author, f.Lang = s.FeedTitle, s.Subtitle, s.Author, s.Lang
	}
	r.Feed, r.Page = f, page
	return nil
}

// digest identifies a document and the version of its reader: its URL, since links are relative to it, and its media
// type, which names charset and language; then its bytes, so that [model.SameBody] can
// compare those alone. For the format page, it leaves out what the server of a menu
// appends, and its host's name. A stored digest of another form differs, so the page is
// read once more.
func digest(resp *fetch.Response, format feed.Format) string {
	body := resp.Body
	if resp.Meta == menu.MediaType && format == feed.Whole {
		body = menu.Content(resp.URL, body)
	}
	place, content := sha256.Sum256([]byte(resp.URL.String()+"\n"+resp.Meta)), sha256.Sum256(body)
	return feed.ReaderVersion + "." + hex.EncodeToString(place[:8]) + "-" + hex.EncodeToString(content[:16])
}
