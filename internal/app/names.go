package app

import (
	"context"
	"net/url"

	"gemsub/internal/address"
	"gemsub/store"
)

// DistinctNames returns what to call the subscriptions whose name is that of another,
// by number: "Log (a.example)", or where they share a host "Log (a.example/~me/)".
func (a *App) DistinctNames(ctx context.Context) (map[int64]string, error) {
	shared, err := a.db.SharedNames(ctx)
	if err != nil {
		return nil, err
	}
	atHost := map[string]int{}
	for _, s := range shared {
		atHost[nameAtHost(s)]++
	}
	names := make(map[int64]string, len(shared))
	for _, s := range shared {
		name := nameAtHost(s)
		if atHost[name] > 1 {
			name = s.Name + " (" + address.Short(s.URL) + ")"
		}
		names[s.SubscriptionID] = name
	}
	return names, nil
}

func nameAtHost(s store.SharedName) string {
	u, err := url.Parse(s.URL)
	if err != nil {
		return s.Name
	}
	return s.Name + " (" + u.Host + ")"
}
