package update

import (
	"hash/crc32"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/robots"
)

const (
	// MinInterval is the shortest interval that comes from a feed's rhythm.
	MinInterval = time.Hour
	// MaxInterval is the longest that comes from a rhythm or from failures, and
	// the interval of a feed whose rhythm is unknown.
	MaxInterval = 24 * time.Hour
)

// Due reports whether a subscription is to be asked in an ordinary run. A
// clock that was set back does not put checks off.
func Due(s model.Subscription, now time.Time) bool {
	return !OnlyNamed(s.State) && dueAt(s, now).IsZero()
}

// dueAt is when a subscription is due, zero for now.
func dueAt(s model.Subscription, now time.Time) time.Time {
	if now.Before(s.CheckedAt) {
		return time.Time{}
	}
	return pending(s.NextCheckAt, now, model.MaxInterval)
}

// Interval is the time between two checks of a subscription that succeed: as the user
// fixed it, else a tenth of its rhythm, from an hour to a day. A feed that is silent for
// long may have stopped, so a tenth of the silence counts as a gap.
func Interval(s model.Subscription, now time.Time) time.Duration {
	switch {
	case s.Interval > 0:
		return s.Interval
	case s.Rhythm == 0:
		return MaxInterval
	}
	gap := max(s.Rhythm, now.Sub(s.FeedUpdated)/10)
	return min(max(gap/10, MinInterval), MaxInterval)
}

// NextCheck is when a subscription is due after its last check: after its interval, which
// doubles for each failure in a row, up to a day. Nine tenths of it are enough, so that a
// cron job with the same interval never skips a run. The jitter, under a tenth, depends on
// the URL alone: feeds that were asked at the same time are not due at the same time again.
// It only ever shortens a rest.
func NextCheck(s model.Subscription) time.Time {
	rest := Interval(s, s.CheckedAt)
	for failures := s.Failures; failures > 0 && rest < MaxInterval; failures-- {
		rest = min(2*rest, MaxInterval)
	}
	jitter := rest / 10_000 * time.Duration(crc32.ChecksumIEEE([]byte(s.URL))%1000)
	return s.CheckedAt.Add(rest*9/10 - jitter)
}

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
			t = later(t, pending(a.RequestedAt.Add(d.CrawlDelay), now, robots.MaxCrawlDelay))
			t = later(t, pending(s.CheckedAt.Add(d.Check), now, robots.MaxCheck))
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

// pending returns t, the stored end of a wait, if it is still to come, else
// zero. One further ahead than the longest wait of its kind was written by a
// wrong clock, and counts as over.
func pending(t, now time.Time, longest time.Duration) time.Time {
	if now.Before(t) && t.Sub(now) <= longest {
		return t
	}
	return time.Time{}
}

// happened returns t, the stored time of an event, unless it lies in the
// future: then it was written by a wrong clock, and zero takes its place.
func happened(t, now time.Time) time.Time {
	if t.After(now) {
		return time.Time{}
	}
	return t
}

// WaitUntil returns t, until when a capsule wanted a subscription to wait, zero
// if that is over.
func WaitUntil(t, now time.Time) time.Time { return pending(t, now, robots.MaxCheck) }

// DeferredUntil is when a capsule that asked to slow down (44) may be asked
// again, zero for now.
func DeferredUntil(a model.Authority, now time.Time) time.Time {
	return pending(a.DeferUntil, now, maxDefer)
}

// later is the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
