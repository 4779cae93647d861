package app

import (
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// ReadScope reads FEED or AUTHORITY/PATH: what has a slash and is no feed's URL
// or title is a place.
func ReadScope(all []model.Subscription, arg string) (address.Scope, error) {
	text := arg
	if !strings.Contains(arg, "/") || len(exactly(all, arg)) > 0 {
		s, err := selectFeed(all, arg)
		if err != nil {
			return address.Scope{}, err
		}
		text = s.URL
	}
	u, err := address.Parse(text)
	if err != nil {
		return address.Scope{}, err
	}
	return address.ScopeOf(u), nil
}
