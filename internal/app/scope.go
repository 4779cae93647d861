package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// An IdentityUsed says where an identity is shown from now on.
type IdentityUsed struct {
	Identity model.IdentityInfo
	URL      string
	// Paused are the numbers of subscriptions there that wait for an identity.
	Paused []string
}

// UseIdentity has an identity shown at a place, which is a subscription as
// [App.Select] reads it or AUTHORITY/PATH, and below it. A place that is neither
// is an [*address.Error].
func (a *App) UseIdentity(ctx context.Context, name, place string) (used IdentityUsed, err error) {
	all, scope, err := a.scope(ctx, place)
	if err != nil {
		return used, err
	}
	known, err := a.db.UseIdentity(ctx, model.IdentityUse{Authority: scope.Authority, Path: scope.Path, Name: name})
	if err == nil && !known {
		err = unknownIdentity(name)
	}
	if err != nil {
		return used, err
	}
	kept, _, err := a.db.Identity(ctx, name)
	return IdentityUsed{identityInfo(kept, a.Now()), scope.URL(), pausedIn(scope, all)}, err
}

// pausedIn returns the numbers of paused subscriptions that lie in a scope.
func pausedIn(scope address.Scope, all []model.Subscription) []string {
	var numbers []string
	for _, s := range all {
		u, err := address.Parse(s.URL)
		if err == nil && s.State == model.StatePaused && scope.Contains(u) {
			numbers = append(numbers, strconv.FormatInt(s.ID, 10))
		}
	}
	return numbers
}

// UnuseIdentity ends that an identity is shown at a place, as UseIdentity reads
// it, and returns its URL.
func (a *App) UnuseIdentity(ctx context.Context, place string) (url string, err error) {
	_, scope, err := a.scope(ctx, place)
	if err != nil {
		return "", err
	}
	used, err := a.db.UnuseIdentity(ctx, scope.Authority, scope.Path)
	if err == nil && !used {
		err = WithHint(fmt.Errorf("no identity is used at %s itself", scope.URL()), "gemsub identity list shows where yours are used")
	}
	return scope.URL(), err
}

// scope reads a place, and returns all subscriptions beside it.
func (a *App) scope(ctx context.Context, place string) ([]model.Subscription, address.Scope, error) {
	all, err := a.db.Subscriptions(ctx, FeedFilter{})
	if err != nil {
		return nil, address.Scope{}, err
	}
	scope, err := parseScope(all, place)
	return all, scope, err
}

// parseScope reads FEED or AUTHORITY/PATH: what has a slash and is no feed's URL
// or title is a place.
func parseScope(all []model.Subscription, arg string) (address.Scope, error) {
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
	if address.IsGopher(u) {
		return address.Scope{}, &address.Error{URL: u.String(), Reason: "identities are for Gemini"}
	}
	return address.ScopeOf(u), nil
}
