package app

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/update"
)

// maxProbes is how many links of a page are looked at.
const maxProbes = 10

// Discover finds what can be subscribed to from the page at u: the page itself,
// and up to 10 pages that it links to under a name like feed, gemlog or posts.
func (a *App) Discover(ctx context.Context, u *url.URL, how Asking) ([]model.Found, error) {
	first, err := a.look(ctx, fetch.Origin{}, how, u.String())
	if err != nil {
		return nil, err
	}
	start := first[0]
	if start.Err != nil {
		return nil, a.refusal(ctx, start.Err)
	}
	var urls []string
	for _, candidate := range feed.Candidates(*start.Page) {
		if len(urls) < maxProbes && candidate.URL != u.String() {
			urls = append(urls, candidate.URL)
		}
	}
	more, err := a.look(ctx, start.Origin, how, urls...)
	if err != nil {
		return nil, err
	}
	return found(append(first, more...)), nil
}

// look asks for URLs as an update does, one at a time, and stores nothing but
// what it learns of their capsules. From says who led to them.
func (a *App) look(ctx context.Context, from fetch.Origin, how Asking, urls ...string) ([]update.Result, error) {
	var subs []model.Subscription
	for _, u := range urls {
		subs = append(subs, model.Subscription{URL: u})
	}
	how.Jobs = 1
	engine := a.engine(a.engineStore(nil), how)
	engine.KeepPages, engine.From = true, from
	var results []update.Result
	for c, err := range a.run(ctx, engine, subs) {
		if err != nil {
			return nil, err
		}
		results = append(results, c.Result)
	}
	slices.SortStableFunc(results, func(a, b update.Result) int {
		return cmp.Compare(slices.Index(urls, a.Subscription.URL), slices.Index(urls, b.Subscription.URL))
	})
	return results, nil
}

// found leaves the results that are feeds with entries.
func found(results []update.Result) []model.Found {
	var all []model.Found
	for _, r := range results {
		if f := r.Feed; f != nil && len(f.Entries) > 0 {
			all = append(all, model.Found{
				URL: r.Subscription.URL, Format: string(f.Format), Title: f.Title, Entries: len(f.Entries), Newest: newest(f),
			})
		}
	}
	return all
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
