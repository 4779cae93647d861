package app

import (
	"context"
	"slices"

	"gemsub/internal/address"
	"gemsub/store"
)

// forgetCapsules forgets, once a day, the capsules that have no subscription and
// were not asked for 90 days.
func (a *App) forgetCapsules(ctx context.Context) error {
	unseen, err := a.db.StaleAuthorities(ctx)
	if len(unseen) == 0 || err != nil {
		return err
	}
	needed := map[string]bool{}
	for s, err := range a.db.EachSubscription(ctx, store.SubscriptionFilter{}) {
		if err != nil {
			return err
		}
		needed[address.AuthorityOf(s.URL)] = true
	}
	unseen = slices.DeleteFunc(unseen, func(authority string) bool { return needed[authority] })
	_, err = a.db.ForgetAuthorities(ctx, unseen)
	return err
}
