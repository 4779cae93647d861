package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/store"
)

// post returns the post behind the entry of w: the one that is kept; else, and with
// refresh, the one that its capsule sends to one person, which is kept from then on where
// the database can be written.
// A menu may name its server by a host that cannot be asked: then the server subscribed
// to is asked. Notices say what else was noticed.
func (a *App) post(ctx context.Context, w PostToShow, refresh bool) (p model.Post, notices []string, err error) {
	e := w.Entry
	if !refresh {
		p, kept, err := a.keptPost(ctx, e)
		if kept || err != nil {
			return p, nil, err
		}
	}
	_, removed, err := a.db.PostFailure(ctx, e.ID)
	if err != nil {
		return p, nil, err
	}
	p, notices, err = a.askForPost(ctx, w)
	if removed != "" {
		notices = append(notices, fmt.Sprintf("an update removed the text of entry %d: %s", e.ID, removed))
	}
	if err != nil || a.db.ReadOnly() {
		return p, notices, err
	}
	_, err = a.db.Commit(ctx, store.Batch{Posts: []model.PostResult{{EntryID: e.ID, Link: e.URL, Post: &p}}})
	return p, notices, err
}

// askForPost requests the post behind the entry of w.
func (a *App) askForPost(ctx context.Context, w PostToShow) (p model.Post, notices []string, err error) {
	u, err := address.Parse(w.Entry.URL)
	if err != nil {
		return p, nil, withElsewhere(err, w.Entry)
	}
	if w.Asked {
		return a.requestPost(ctx, update.Request{URL: u, Purpose: update.ForPerson})
	}
	p, notices, err = a.ledPost(ctx, w.Entry, u)
	home := otherName(w.Entry, u)
	if home == nil || !namesNoServer(err) {
		return p, notices, err
	}
	there, more, failure := a.ledPost(ctx, w.Entry, home)
	if failure != nil {
		return p, notices, err // home may be no other name
	}
	there.FromFeed = true // the server that the link names has not said so
	return there, append(notices, more...), nil
}

// otherName returns the URL of a post at the Gopher server that was subscribed to, where
// the link of its entry may name that by another host; else nil.
func otherName(e model.Entry, link *url.URL) *url.URL {
	feedURL, err := address.Parse(e.FeedURL)
	if err != nil || !strings.HasPrefix(e.AtomID, feed.SelectorID) || !address.IsGopher(feedURL) || !address.IsGopher(link) || address.Authority(feedURL) == address.Authority(link) {
		return nil
	}
	return address.AtServer(link, feedURL)
}

// namesNoServer reports an error of a link to a host that cannot be reached or may not
// be asked, such as localhost.
func namesNoServer(err error) bool {
	switch fetch.KindOf(err) {
	case fetch.NotFound, fetch.Refused, fetch.Unreachable, fetch.NoAnswer, fetch.PrivateAddress, fetch.BadURL:
		return true
	}
	return false
}

// ledPost requests a post to which the feed of an entry led: no public capsule leads to a
// private address.
func (a *App) ledPost(ctx context.Context, e model.Entry, u *url.URL) (p model.Post, notices []string, err error) {
	subs, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{IDs: []int64{e.SubscriptionID}})
	if err == nil && len(subs) == 0 {
		err = errors.New("its feed was removed meanwhile")
	}
	if err != nil {
		return p, nil, err
	}
	page, err := address.Parse(subs[0].URL)
	if err != nil {
		return p, nil, err
	}
	request := update.Request{URL: u, Purpose: update.ForPerson, From: update.FromFeed(page, subs[0].Reach)}
	request.IgnoreRobots = subs[0].IgnoreRobots && address.Authority(page) == address.Authority(u)
	if address.IsGopher(u) {
		if request.From.KnownPort, err = a.isKnownPort(ctx, u, e); err != nil {
			return p, nil, err
		}
	}
	p, notices, err = a.requestPost(ctx, request)
	if err != nil && request.From.Refusal(u) != "" {
		err = WithHint(err, "gemsub show "+shell.Word(u.String())+" --refresh asks for it all the same")
	}
	return p, notices, err
}

// keptPost returns what is kept of the post behind an entry. It is an error if an update
// asked for the post and will not ask again: a person may.
func (a *App) keptPost(ctx context.Context, e model.Entry) (p model.Post, kept bool, err error) {
	p, kept, err = a.db.Post(ctx, e.ID)
	if kept || err != nil {
		return p, kept, err
	}
	failure, _, err := a.db.PostFailure(ctx, e.ID)
	if _, bad := address.Parse(e.URL); bad != nil && failure != "" {
		return p, false, withElsewhere(bad, e)
	}
	if err == nil && failure != "" {
		err = WithHint(fmt.Errorf("no update could fetch it: %s", failure), fmt.Sprintf("gemsub show %d --refresh asks for it now", e.ID))
	}
	return p, false, err
}

// withElsewhere adds to the error of a link of another protocol how a browser shows it.
func withElsewhere(err error, e model.Entry) error {
	scheme, _, _ := strings.Cut(e.URL, ":")
	if e.ID == 0 || scheme != "https" && scheme != "http" {
		return err
	}
	return WithHint(err, fmt.Sprintf("gemsub open %d opens it in a browser", e.ID))
}

// isKnownPort reports whether host and port of u are those of a subscription, or of the
// post of an entry.
func (a *App) isKnownPort(ctx context.Context, u *url.URL, e model.Entry) (bool, error) {
	post, kept, err := a.db.Post(ctx, e.ID)
	if err != nil || kept && address.AuthorityOf(post.URL) == address.Authority(u) {
		return err == nil, err
	}
	there, err := a.subscribedAt(ctx, address.Authority(u))
	return len(there) > 0, err
}

// requestPost makes the request of one person.
func (a *App) requestPost(ctx context.Context, want update.Request) (p model.Post, notices []string, err error) {
	answer, notices, err := a.askOnce(ctx, want)
	if err != nil {
		return p, notices, err
	}
	return *update.ReadPost(answer.Response, a.Now()), notices, nil
}
