package app

import (
	"context"
	"errors"
	"fmt"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/store"
)

// Post returns the post behind the entry of w: the one that is kept; else, and with
// refresh, the one that its capsule sends to one person, which is kept from then on.
// Notices say what else was noticed.
func (a *App) Post(ctx context.Context, w WantedPost, refresh bool) (p model.Post, notices []string, err error) {
	e := w.Entry
	if !refresh {
		p, kept, err := a.keptPost(ctx, e)
		if kept || err != nil {
			return p, nil, err
		}
	}
	u, err := address.Parse(e.URL)
	if err != nil {
		return p, nil, err
	}
	request := update.Request{URL: u, Purpose: update.ForPerson}
	if err := a.ledByFeed(ctx, &request, e.SubscriptionID); err != nil {
		return p, nil, err
	}
	if w.Asked {
		request.From = fetch.Origin{}
	}
	p, notices, err = a.requestPost(ctx, request)
	if err != nil {
		return p, notices, err
	}
	_, err = a.db.Commit(ctx, store.Batch{Posts: []model.PostResult{{EntryID: e.ID, Link: e.URL, Post: &p}}})
	return p, notices, err
}

// keptPost returns what is kept of the post behind an entry. It is an error if an update
// asked for the post and will not ask again: a person may.
func (a *App) keptPost(ctx context.Context, e model.Entry) (p model.Post, kept bool, err error) {
	p, kept, err = a.db.Post(ctx, e.ID)
	if kept || err != nil {
		return p, kept, err
	}
	failure, err := a.db.PostFailure(ctx, e.ID)
	if err == nil && failure != "" {
		err = WithHint(fmt.Errorf("no update could fetch it: %s", failure), fmt.Sprintf("gemsub show %d --refresh asks for it now", e.ID))
	}
	return p, false, err
}

// ledByFeed notes in a request which feed led to it: no public capsule leads to a
// private address.
func (a *App) ledByFeed(ctx context.Context, r *update.Request, feed int64) error {
	subs, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{IDs: []int64{feed}})
	if err != nil {
		return err
	}
	if len(subs) == 0 {
		return errors.New("its feed was removed meanwhile")
	}
	page, err := address.Parse(subs[0].URL)
	if err != nil {
		return err
	}
	r.From = update.FromFeed(page, subs[0].Reach)
	r.IgnoreRobots = subs[0].IgnoreRobots && address.Authority(page) == address.Authority(r.URL)
	return nil
}

// requestPost makes the request of one person.
func (a *App) requestPost(ctx context.Context, want update.Request) (p model.Post, notices []string, err error) {
	session := a.engine(a.engineStore(nil), Asking{}).NewSession()
	answer, notices, err := a.ask(ctx, session, want)
	if closeErr := session.Close(ctx); closeErr != nil {
		return p, notices, closeErr
	}
	if err != nil {
		return p, notices, err
	}
	return *update.ReadPost(answer.Response, a.Now()), notices, nil
}
