package update

import (
	"time"

	"gemsub/internal/model"
	"gemsub/robots"
)

// The longest waits that the rules allow.
const (
	// longestDelay is the longest Crawl-delay that is kept.
	longestDelay = 24 * time.Hour
	// longestCheck is the longest Check.
	longestCheck = robots.MaxCheck
	// MaxFixedInterval is the longest interval that the user may fix.
	MaxFixedInterval = 30 * 24 * time.Hour
)

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
func WaitUntil(t, now time.Time) time.Time { return pending(t, now, longestCheck) }

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
