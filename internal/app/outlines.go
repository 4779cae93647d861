package app

import (
	"context"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

// Outlines returns subscriptions as a file for other programs lists them: those whose
// feeds q selects, and if it asks for certain entries those that have such.
func (a *App) Outlines(ctx context.Context, q EntryQuery) (all []exchange.Subscription, err error) {
	subs, err := a.Feeds(ctx, FeedQuery{FeedFilter: FeedFilter{Tag: q.Tag}, Feeds: q.Feeds})
	if err != nil {
		return nil, err
	}
	for _, s := range subs {
		has, err := a.hasEntries(ctx, s, q)
		if err != nil {
			return nil, err
		}
		if has {
			all = append(all, exchange.Subscription{URL: s.URL, Title: s.Title, FeedTitle: s.FeedTitle, Tags: s.Tags, Format: feed.Format(s.Format)})
		}
	}
	return all, nil
}

// hasEntries reports whether a subscription has such entries as q asks for.
func (a *App) hasEntries(ctx context.Context, s model.Subscription, q EntryQuery) (bool, error) {
	if !q.UnreadOnly && !q.StarredOnly && q.Since.IsZero() && q.Before.IsZero() {
		return true, nil
	}
	f := q.EntryFilter
	f.Subscriptions = []int64{s.ID}
	first, err := a.firstEntry(ctx, f)
	return first.ID != 0, err
}
