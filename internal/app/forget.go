package app

import (
	"context"

	"gemsub/internal/address"
	"gemsub/store"
)

// forgetCapsules forgets what the store need not keep of capsules without a subscription.
func (a *App) forgetCapsules(ctx context.Context) error {
	var needed []string
	for s, err := range a.db.EachSubscription(ctx, store.SubscriptionFilter{Brief: true}) {
		if err != nil {
			return err
		}
		needed = append(needed, address.AuthorityOf(s.URL))
	}
	return a.db.ForgetAuthorities(ctx, needed)
}
