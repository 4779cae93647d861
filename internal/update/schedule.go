package update

import (
	"hash/fnv"
	"time"

	"gemsub/internal/model"
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
	if OnlyNamed(s.State) {
		return false
	}
	return dueAt(s, now).IsZero()
}

// dueAt is when a subscription is due, zero for now.
func dueAt(s model.Subscription, now time.Time) time.Time {
	if now.Before(s.CheckedAt) {
		return time.Time{}
	}
	return pending(s.NextCheckAt, now, MaxFixedInterval)
}

// Interval is how long a subscription rests between two checks while they go
// well: as the user fixed it, else a tenth of its rhythm, from an hour to a
// day. Who has been silent for long may have stopped, so a tenth of the silence
// counts for a gap.
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

// NextCheck is when a subscription is due after its last check. Nine tenths of
// the interval are enough, so that a cron job with the same interval never
// skips a run.
func NextCheck(s model.Subscription) time.Time {
	rest := backOff(Interval(s, s.CheckedAt), s.Failures)
	return s.CheckedAt.Add(rest*9/10 - jitter(s.URL, rest))
}

// backOff doubles an interval for each failure in a row, up to a day.
func backOff(interval time.Duration, failures int) time.Duration {
	for ; failures > 0 && interval < MaxInterval; failures-- {
		interval = min(2*interval, MaxInterval)
	}
	return interval
}

// jitter is a share of d, under a tenth, that depends on the URL alone: feeds
// that were asked at the same time are not due at the same time again. It only
// ever shortens a rest.
func jitter(url string, d time.Duration) time.Duration {
	h := fnv.New32a()
	_, _ = h.Write([]byte(url)) // a hash does not fail
	return d / 10_000 * time.Duration(h.Sum32()%1000)
}

// schedule sets when the subscription of a result is due again; atLeast is the
// robots.txt field Check of its capsule.
func (r *Result) schedule(atLeast time.Duration) {
	s := *r.Subscription
	s.CheckedAt, s.Failures = r.CheckedAt, r.Failures
	if r.Feed != nil {
		s.Rhythm, s.FeedUpdated = r.Feed.Rhythm(), r.Feed.Updated
	}
	r.NextCheckAt = later(NextCheck(s), s.CheckedAt.Add(atLeast))
}
