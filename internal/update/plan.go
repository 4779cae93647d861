package update

import (
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/robots"
)

// RobotsUntil is when robots.txt of a is asked for again, zero for at once.
func RobotsUntil(a model.Authority, now time.Time) time.Time {
	if !a.RobotsKnown || !a.RobotsFailingSince.IsZero() {
		return time.Time{}
	}
	return pending(a.RobotsAt.Add(robotsFor), now, robotsFor)
}

// NextRequest is the request that runs make next at an authority, and when: subs
// are the subscriptions there, d is what its robots.txt says. The URL is empty
// where there is none.
func NextRequest(a model.Authority, d robots.Decision, subs []model.Subscription, now time.Time) (url string, at time.Time) {
	var next model.Subscription
	for _, s := range subs {
		if OnlyNamed(s.State) {
			continue
		}
		t := later(later(now, dueAt(s, now)), DeferredUntil(a, now))
		if !s.IgnoreRobots {
			t = later(t, pending(a.RequestedAt.Add(d.CrawlDelay), now, longestDelay))
			t = later(t, pending(s.CheckedAt.Add(d.Check), now, longestCheck))
		}
		if next.URL == "" || t.Before(at) {
			next, at = s, t
		}
	}
	if next.URL == "" || next.IgnoreRobots || at.Before(RobotsUntil(a, now)) {
		return next.URL, at
	}
	u, err := address.Parse(next.URL)
	if err != nil {
		return next.URL, at
	}
	return address.Robots(u).String(), at
}
