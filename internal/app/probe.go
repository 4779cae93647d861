package app

import (
	"context"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/store"
)

// probe finds for [update.Engine.Witness] the feed that was well most recently,
// of a capsule that is not asked anyway.
func (a *App) probe(asked []update.Subscription) func(context.Context) (update.Subscription, bool) {
	return func(ctx context.Context) (update.Subscription, bool) {
		tried := map[string]bool{}
		for _, s := range asked {
			tried[address.AuthorityOf(s.URL)] = true
		}
		all, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{})
		if err != nil {
			return update.Subscription{}, false // the next commit will say it
		}
		var best model.Subscription
		for _, s := range all {
			if s.State == model.StateOK && !tried[address.AuthorityOf(s.URL)] && s.CheckedAt.After(best.CheckedAt) {
				best = s
			}
		}
		return subscriptionOf(best), best.ID != 0
	}
}
