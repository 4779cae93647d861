package app

import (
	"cmp"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/update"
)

// longWait is how long a feed may be due and wait all the same before it counts
// as one that cannot be read.
const longWait = 24 * time.Hour

// Wait says for what a subscription waits: its capsule wants it to be asked
// later. The reason is "" if it does not wait; until is zero if it may be asked
// again now, but has waited for over a day.
func (a *App) Wait(s model.Subscription) (until time.Time, reason string) {
	until = update.WaitUntil(s.WaitUntil, a.Now())
	if until.IsZero() && !stuck(s, a.Now()) {
		return until, ""
	}
	return until, s.WaitReason
}

// stuck reports whether a subscription has been due for over a day, and waits.
func stuck(s model.Subscription, now time.Time) bool {
	return s.WaitReason != "" && cmp.Or(s.NextCheckAt, s.AddedAt).Before(now.Add(-longWait))
}
