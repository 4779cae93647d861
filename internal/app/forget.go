package app

import (
	"context"
	"slices"

	"gemsub/internal/address"
	"gemsub/store"
)

// forgetCapsules forgets, once a day, what the store need not keep of capsules without
// a subscription.
func (a *App) forgetCapsules(ctx context.Context) error {
	stale, err := a.db.StaleAuthorities(ctx)
	if len(stale.Unseen)+len(stale.Large) == 0 || err != nil {
		return err
	}
	needed := map[string]bool{}
	for s, err := range a.db.EachSubscription(ctx, store.SubscriptionFilter{WithoutEntries: true}) {
		if err != nil {
			return err
		}
		needed[address.AuthorityOf(s.URL)] = true
	}
	isNeeded := func(authority string) bool { return needed[authority] }
	stale.Unseen = slices.DeleteFunc(stale.Unseen, isNeeded)
	stale.Large = slices.DeleteFunc(stale.Large, isNeeded)
	return a.db.ForgetAuthorities(ctx, stale)
}
