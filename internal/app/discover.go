package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"

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
	found = appendFound(nil, u, f)
	var linked []*url.URL
	for _, url := range feed.Candidates(page) {
		if link, err := address.Parse(url); err == nil && url != u.String() {
			linked = append(linked, link)
		}
	}
	for _, link := range linked[:min(len(linked), maxProbes)] {
		linkedTo, err := session.Get(ctx, update.Request{URL: link, Purpose: update.ForPost, From: answer.Origin})
		if err == nil {
			f, _ := feed.Read(a.pageOf(linkedTo)) // what could be read counts
			found = appendFound(found, link, f)
		} else if _, ok := errors.AsType[*update.RefusedError](err); ok {
			notices = append(notices, err.Error())
		}
	}
	if len(linked) > maxProbes {
		notices = append(notices, fmt.Sprintf("%d of %d linked pages looked at", maxProbes, len(linked)))
	}
	return found, notices, context.Cause(ctx)
}

// appendFound adds a feed that has entries.
func appendFound(all []model.Found, u *url.URL, f *feed.Feed) []model.Found {
	if f == nil || len(f.Entries) == 0 {
		return all
	}
	found := model.Found{URL: u.String(), Format: string(f.Format), Title: f.Title, Entries: len(f.Entries)}
	for _, e := range f.Entries {
		if e.Updated.After(found.Newest) {
			found.Newest = e.Updated
		}
	}
	return append(all, found)
}
