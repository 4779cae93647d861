package update

import "time"

// interval is how long a subscription rests between two checks.
const interval = time.Hour

// Due reports whether a subscription is to be asked in an ordinary run. Nine
// tenths of the interval are enough, so that an hourly cron never skips a run; a clock that was set back does not put
// checks off.
func Due(s Subscription, now time.Time) bool {
	switch s.State {
	case StateGone, StatePaused:
		return false
	}
	return !now.Before(s.NextCheckAt) || now.Before(s.CheckedAt)
}

// nextCheck is when a subscription checked at t is due again; atLeast is the
// robots.txt field Check of its capsule.
func nextCheck(t time.Time, atLeast time.Duration) time.Time {
	return t.Add(max(interval*9/10, atLeast))
}
