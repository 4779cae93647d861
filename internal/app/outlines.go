package app

import (
	"context"

	"gemsub/feed"
	"gemsub/internal/exchange"
)

// Outlines returns subscriptions as a file for other programs lists them: those that
// selectors fit or, without selectors, those under a tag; "" is all.
func (a *App) Outlines(ctx context.Context, selectors []string, tag string) ([]exchange.Subscription, error) {
	subs, err := a.Select(ctx, selectors)
	if len(selectors) == 0 {
		subs, err = a.db.Subscriptions(ctx, FeedFilter{Tag: tag})
	}
	if err != nil {
		return nil, err
	}
	all := make([]exchange.Subscription, len(subs))
	for i, s := range subs {
		all[i] = exchange.Subscription{URL: s.URL, Title: s.Title, FeedTitle: s.FeedTitle, Tags: s.Tags, Format: feed.Format(s.Format)}
	}
	return all, nil
}
