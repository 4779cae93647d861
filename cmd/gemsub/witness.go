package main

import (
	"context"

	"gemsub/internal/address"
	"gemsub/internal/update"
	"gemsub/store"
)

// witness finds for [update.Engine.Witness] the feed that was well most
// recently, of a capsule that is not asked anyway.
func witness(db *store.Store, asked []update.Subscription) func(context.Context) (update.Subscription, bool) {
	return func(ctx context.Context) (best update.Subscription, ok bool) {
		tried := map[string]bool{}
		for _, s := range asked {
			tried[address.AuthorityOf(s.URL)] = true
		}
		all, err := db.Subscriptions(ctx, store.SubscriptionFilter{})
		if err != nil {
			return best, false // the next commit will say it
		}
		for _, s := range all {
			if s.State == store.StateOK && !tried[address.AuthorityOf(s.URL)] && s.CheckedAt.After(best.CheckedAt) {
				best, ok = subscriptionOf(s), true
			}
		}
		return best, ok
	}
}
