package update

import (
	"hash/crc32"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/robots"
)

const (
	// minInterval is the shortest interval that a feed's rhythm can give.
	minInterval = time.Hour
	// maxInterval is the longest interval that a rhythm or failures can give, and the interval
	// of a feed whose rhythm is unknown.
	maxInterval = 24 * time.Hour
)

// IsDue reports whether an ordinary run checks a subscription. A clock that was set back does
// not postpone checks.
func IsDue(s model.Subscription, now time.Time) bool {
	return !OnlyNamed(s) && dueAt(s, now).IsZero()
}

// dueAt returns when a subscription is due, zero for now.
func dueAt(s model.Subscription, now time.Time) time.Time {
	if now.Before(s.CheckedAt) {
		return time.Time{}
	}
	return pending(s.NextCheckAt, now, model.MaxFixedInterval)
}

// Interval returns the time between two successful checks of a subscription: the one that the
// user fixed, else a tenth of its rhythm, from an hour to a day. A feed that has been silent
// for long may have stopped, so a tenth of the silence counts as a gap.
func Interval(s model.Subscription, now time.Time) time.Duration {
	switch {
	case s.Interval > 0:
		return s.Interval
	case s.Rhythm == 0:
		return maxInterval
	}
	gap := max(s.Rhythm, now.Sub(s.FeedUpdated)/10)
	return min(max(gap/10, minInterval), maxInterval)
}

// NextCheck returns when a subscription is due after its last check: after nine tenths of its
// interval, so that a cron job with the same interval never skips a run. The interval doubles
// for each failure in a row, up to a day. A jitter of up to a tenth shortens it. The jitter
// depends only on the URL, and prevents that feeds checked at the same time are always due at
// the same time.
func NextCheck(s model.Subscription) time.Time {
	rest := Interval(s, s.CheckedAt)
	for failures := s.Failures; failures > 0 && rest < maxInterval; failures-- {
		rest = min(2*rest, maxInterval)
	}
	jitter := rest / 10_000 * time.Duration(crc32.ChecksumIEEE([]byte(s.URL))%1000)
	return s.CheckedAt.Add(rest*9/10 - jitter)
}

// RobotsUntil returns until when the known robots.txt of a is used, zero if it is to be
// requested now.
func RobotsUntil(a model.Authority, now time.Time) time.Time {
	if !a.RobotsKnown || !a.RobotsFailingSince.IsZero() {
		return time.Time{}
	}
	return pending(a.RobotsAt.Add(robotsMaxAge), now, robotsMaxAge)
}

// NextRequest returns the next request of ordinary runs to an authority, and its time. The
// subscriptions there are subs, and d is the decision of its robots.txt. The URL is empty if
// there is no next request.
func NextRequest(a model.Authority, d robots.Decision, subs []model.Subscription, now time.Time) (url string, at time.Time) {
	var next model.Subscription
	for _, s := range subs {
		if OnlyNamed(s) {
			continue
		}
		t := laterTime(laterTime(now, dueAt(s, now)), DeferredUntil(a, now))
		if !s.IgnoreRobots {
			t = laterTime(t, pending(a.RequestedAt.Add(d.CrawlDelay), now, robots.MaxCrawlDelay))
			t = laterTime(t, pending(s.CheckedAt.Add(d.Check), now, robots.MaxCheck))
		}
		if next.URL == "" || t.Before(at) {
			next, at = s, t
		}
	}
	u, err := address.Parse(next.URL)
	if err != nil || next.IgnoreRobots || at.Before(RobotsUntil(a, now)) {
		return next.URL, at
	}
	return address.RobotsURL(u).String(), at
}

// pending returns t, the stored end of a wait, if it is in the future, else zero. A time
// further ahead than the longest wait of its kind came from a wrong clock, and counts as over.
func pending(t, now time.Time, longest time.Duration) time.Time {
	if now.Before(t) && t.Sub(now) <= longest {
		return t
	}
	return time.Time{}
}

// pastOrZero returns t, the stored time of an event. If it is in the future, it came from a
// wrong clock, and pastOrZero returns zero.
func pastOrZero(t, now time.Time) time.Time {
	if t.After(now) {
		return time.Time{}
	}
	return t
}

// WaitUntil returns t, the stored time until which a capsule wanted a subscription to wait,
// zero if that is over.
func WaitUntil(t, now time.Time) time.Time { return pending(t, now, robots.MaxCheck) }

// DeferredUntil returns when a capsule that asked to slow down (44) may be asked again, zero
// for now.
func DeferredUntil(a model.Authority, now time.Time) time.Time {
	return pending(a.DeferUntil, now, maxDefer)
}

// laterTime returns the later of two times.
func laterTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
