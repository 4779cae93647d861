package update

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// checkFeed requests the page of one subscription and reads it.
func (s *Session) checkFeed(ctx context.Context, sub *model.Subscription, by *worker) result {
	r := &model.CheckResult{Subscription: sub}
	var answer Answer
	u, err := address.Parse(sub.URL)
	if err == nil {
		answer, err = s.get(ctx, Request{
			URL: u, Purpose: ForFeed, IgnoreRobots: sub.IgnoreRobots, CheckedAt: sub.CheckedAt,
			From: Origin{Public: sub.Reach == model.ReachPublic},
		}, by)
	}
	r.CheckedAt = s.engine.Now()
	if answer.Requested {
		r.RequestedAt = r.CheckedAt
	}
	r.Notices = answer.Notices
	if err == nil {
		err = s.mayMove(ctx, answer)
	}
	if err == nil {
		err = readAnswer(r, answer)
	}
	conclude(r, err, answer.CheckEvery)
	return result{UpdateStep: model.UpdateStep{Check: r}, document: answer.Response}
}

// mayMove returns an error if the page may not move to the URL of the answer, because later
// requests there would have a query, or show an identity that this one did not.
func (s *Session) mayMove(ctx context.Context, answer Answer) error {
	if answer.Moved == nil || answer.Cut {
		return nil
	}
	to := answer.Moved.String()
	if address.HasQuery(answer.Moved) {
		return &MoveError{URL: to, Why: "which has a query"}
	}
	if !answer.Origin.LeftHome {
		return nil
	}
	identity, err := s.engine.Store.Identity(ctx, answer.Moved)
	if err == nil && identity != nil {
		err = &MoveError{URL: to, Why: "where an identity is shown"}
	}
	return err
}

// readAnswer fills in the result from the response. It does not read a document again that has the
// digest of the last one. It fails if the document is no feed, or if a feed that had entries moved
// to a page without any.
func readAnswer(r *model.CheckResult, resp Answer) error {
	s := r.Subscription
	r.Digest, r.Cut, r.Reach = documentDigest(resp.Response), resp.Cut, model.ReachPublic
	if resp.Local {
		r.Reach = model.ReachLocal
	}
	if r.Digest == s.Digest && (resp.Moved == nil || resp.Cut) {
		return nil
	}
	if r.Cut && s.Digest != "" && !strings.HasPrefix(s.Digest, feed.ReaderVersion+".") {
		r.Digest = "" // so that this version reads the page again once it is whole
	}
	page := feed.Page{URL: resp.URL, Meta: resp.Meta, Body: resp.Body, Fetched: r.CheckedAt, Format: feed.Format(s.Format), Detected: !s.FormatChosen}
	f, err := feed.Read(page)
	if f == nil {
		return &unreadableError{err}
	}
	if err != nil { // only a part could be read
		r.Notices = append(r.Notices, fmt.Sprintf("%s: %v", s.Name(), err))
	}
	if fault, ok := errors.AsType[*feed.SyntaxError](err); ok && fault.Cut {
		r.Cut = true
	}
	if len(f.Entries) >= feed.MaxEntries {
		r.Notices = append(r.Notices, fmt.Sprintf("%s: %d entries or more: the newest count", s.Name(), feed.MaxEntries))
	}
	switch {
	case resp.Moved == nil:
	case resp.Cut: // the missing part may show that it is not a feed
		r.ReadAt = resp.Moved.String()
	case len(f.Entries) == 0 && !s.NewestEntry.IsZero():
		return ErrNoFeedThere
	default:
		r.MovedTo = resp.Moved.String()
	}
	if r.Cut && s.FeedTitle != "" { // subtitle or author may be in the missing part
		f.Title, f.Subtitle, f.Author, f.Lang = s.FeedTitle, s.Subtitle, s.Author, s.Lang
	}
	if !s.FormatChosen && len(f.Entries) > 0 { // a page without entries may turn out to have another format
		r.Format = string(f.Format)
	}
	r.Feed, r.Page = f, page
	return nil
}

// documentDigest identifies a document and the version of its reader. It has a hash of the URL,
// since links are relative to it, and the media type, which names charset and language; and a
// hash of the bytes.
func documentDigest(resp *fetch.Response) string {
	place, content := sha256.Sum256([]byte(resp.URL.String()+"\n"+resp.Meta)), sha256.Sum256(resp.Body)
	return feed.ReaderVersion + "." + hex.EncodeToString(place[:8]) + "-" + hex.EncodeToString(content[:16])
}
