package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/update"
)

// maxProbes is how many links of a page are looked at.
const maxProbes = 10

// Discover finds what can be subscribed to from the page at u: the page itself,
// and up to 10 pages that it links to under a name like feed, gemlog or posts.
// The first one is asked for as one person does, the others as an update does.
func (a *App) Discover(ctx context.Context, u *url.URL, how Asking) (found []model.Found, notices []string, err error) {
	session := a.engine(&engineStore{}, how).NewSession()
	defer func() { err = cmp.Or(session.Close(ctx), err) }()
	answer, notices, err := a.ask(ctx, session, update.Request{URL: u, Purpose: update.ForPerson})
	if update.IsNetworkDown(err) {
		return nil, notices, a.unreached(ErrNoNetwork)
	}
	if err != nil {
		return nil, notices, about(u, err)
	}
	page := a.pageOf(answer)
	f, err := feed.Read(page)
	if f == nil {
		return nil, notices, err
	}
	found = appendFound(nil, u.String(), f)
	linked := candidates(page, u)
	for _, url := range linked[:min(len(linked), maxProbes)] {
		f, err := a.linkedFeed(ctx, session, url, answer.Origin)
		if f != nil {
			found = appendFound(found, url.String(), f)
		}
		if _, ok := errors.AsType[*update.RefusedError](err); ok {
			notices = append(notices, err.Error())
		}
	}
	if len(linked) > maxProbes {
		notices = append(notices, fmt.Sprintf("%d of %d linked pages looked at", maxProbes, len(linked)))
	}
	return found, notices, context.Cause(ctx)
}

// candidates returns the links of a page that may lead to a feed, but not to the
// page itself.
func candidates(page feed.Page, itself *url.URL) (urls []*url.URL) {
	for _, c := range feed.Candidates(page) {
		if u, err := address.Parse(c.URL); err == nil && c.URL != itself.String() {
			urls = append(urls, u)
		}
	}
	return urls
}

// linkedFeed reads the page at u, to which from led; nil for one that holds none.
// The error says why it was not fetched.
func (a *App) linkedFeed(ctx context.Context, session *update.Session, u *url.URL, from update.Origin) (*feed.Feed, error) {
	answer, err := session.Get(ctx, update.Request{URL: u, Purpose: update.ForPost, From: from})
	if err != nil {
		return nil, err
	}
	f, _ := feed.Read(a.pageOf(answer)) // what could be read counts
	return f, nil
}

// appendFound adds a feed that has entries.
func appendFound(all []model.Found, url string, f *feed.Feed) []model.Found {
	if len(f.Entries) == 0 {
		return all
	}
	return append(all, model.Found{URL: url, Format: string(f.Format), Title: f.Title, Entries: len(f.Entries), Newest: newest(f)})
}

// newest is the time of the newest dated entry, zero if there is none.
func newest(f *feed.Feed) time.Time {
	var t time.Time
	for _, e := range f.Entries {
		if e.Updated.After(t) {
			t = e.Updated
		}
	}
	return t
}
