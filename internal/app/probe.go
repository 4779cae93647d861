package app

import (
	"context"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/store"
)

// probe finds for [update.Engine.Probe] the feed that was well most recently,
// of a capsule that is not asked anyway.
func (a *App) probe(asked []*model.Subscription) func(context.Context) (model.Subscription, bool) {
	return func(ctx context.Context) (model.Subscription, bool) {
		tried := map[string]bool{}
		for _, s := range asked {
			tried[address.AuthorityOf(s.URL)] = true
		}
		all, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{Brief: true})
		if err != nil {
			return model.Subscription{}, false // the next commit will say it
		}
		var best model.Subscription
		for _, s := range all {
			if s.State == model.StateOK && !tried[address.AuthorityOf(s.URL)] && s.CheckedAt.After(best.CheckedAt) {
				best = s
			}
		}
		return best, best.ID != 0
	}
}
