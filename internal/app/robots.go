package app

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/robots"
	"gemsub/store"
)

// A RobotsAnswer says whether a URL may be requested, and when gemsub next makes a request to
// its capsule. Zero times mean never.
type RobotsAnswer struct {
	URL       string
	RobotsURL string
	Decision  robots.Decision
	Status    string // the last answer for robots.txt

	PolicyAt      time.Time // when robots.txt was last answered
	PolicyUntil   time.Time // when robots.txt will be requested again
	FailingSince  time.Time // since when requests for robots.txt fail
	DeferredUntil time.Time // the capsule answered 44 (slow down)
	Ignored       bool      // a subscription to this URL ignores robots.txt
	NextURL       string    // the next request to this capsule, "" for none
	NextAt        time.Time
}

// Robots says whether u may be requested, and when gemsub next makes a request to its capsule.
// It requests robots.txt if the kept answer is over a day old.
func (a *App) Robots(ctx context.Context, u *url.URL) (RobotsAnswer, error) {
	d, kept, err := a.engine(&engineStore{}, RequestOptions{}).Decide(ctx, u)
	if err != nil {
		return RobotsAnswer{}, a.refusal(ctx, err)
	}
	subs, err := a.subscribedAt(ctx, address.Authority(u))
	if err != nil {
		return RobotsAnswer{}, err
	}
	answer := RobotsAnswer{
		URL: u.String(), RobotsURL: address.RobotsURL(u).String(), Decision: d, Status: kept.RobotsStatus,
		PolicyAt: kept.RobotsAt, PolicyUntil: update.RobotsUntil(kept, a.Now()),
		FailingSince: kept.RobotsFailingSince, DeferredUntil: update.DeferredUntil(kept, a.Now()),
	}
	answer.Ignored = slices.ContainsFunc(subs, func(s model.Subscription) bool { return s.IgnoreRobots && s.URL == answer.URL })
	answer.NextURL, answer.NextAt = update.NextRequest(kept, d, subs, a.Now())
	return answer, nil
}

// RobotsOf says whether a policy allows u. Source names where it comes from.
func RobotsOf(u *url.URL, policy []byte, source string) RobotsAnswer {
	d := update.ParseRobots(u, policy).Decide(robotsAgents(nil), address.RobotsTarget(u))
	return RobotsAnswer{URL: u.String(), RobotsURL: address.RobotsURL(u).String(), Decision: d, Status: source}
}

// URLOf returns the URL that arg names: the URL of the subscription that arg fits, as [App.Select]
// reads it, otherwise arg itself. An arg with a dot, a port or a path is a URL unless it is the URL
// or title of a subscription. The error is a [*NoFeedError] for an unknown number, an
// [*AmbiguousError] if several fit, and otherwise an [*address.Error].
func (a *App) URLOf(ctx context.Context, arg string) (*url.URL, error) {
	all, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{})
	if err != nil {
		return nil, err
	}
	if isPlace(arg) && len(fitting(all, arg, byTitle)) == 0 {
		return address.Parse(arg)
	}
	s, err := single(fitting(all, arg, byStatedPart), arg)
	if _, none := errors.AsType[*NoFeedError](err); none && !isNumber(arg) {
		return address.Parse(arg)
	}
	if err != nil {
		return nil, err
	}
	return address.Parse(s.URL)
}

// isPlace reports whether arg has a dot, a port or a path, so that it is a URL rather than a word.
func isPlace(arg string) bool { return strings.ContainsAny(arg, ".:/") }

// subscribedAt returns the subscriptions at an authority.
func (a *App) subscribedAt(ctx context.Context, authority string) ([]model.Subscription, error) {
	all, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{})
	isElsewhere := func(s model.Subscription) bool { return address.AuthorityOf(s.URL) != authority }
	return slices.DeleteFunc(all, isElsewhere), err
}
