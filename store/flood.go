package store

import "time"

// Limits against floods, which hold for a feed that was read before. A feed is
// flooded when it has over maxArrivals new entries on a day, by UTC. The check that
// exceeds the limit reports the newest reportedOfFlood of them, later checks of that
// day none; the others are stored as read. On the last of maxFloodDays such days in
// a row the feed is paused. A day on which the page was not read breaks no row: its
// capsule may ask for seven days between two checks. After a longer time a row ends.
const (
	maxArrivals     = 300
	reportedOfFlood = 100
	maxFloodDays    = 3
	maxFloodGap     = 8 // days from one to the next
)

const secondsADay = 24 * 60 * 60

// dayOf returns the day of t, by UTC, in days since 1970.
func dayOf(t time.Time) int64 { return t.Unix() / secondsADay }

// flooded reports whether the last day counted had too many new entries.
func (sub *subscriptionRow) flooded() bool { return sub.arrivals > maxArrivals }

// countArrivals counts n new entries, and returns how many of them are reported.
func (sub *subscriptionRow) countArrivals(n int, at time.Time) (reported int) {
	if n == 0 {
		return 0
	}
	if day := dayOf(at); day != sub.day {
		if day < sub.day || day > sub.day+maxFloodGap || !sub.flooded() {
			sub.floods = 0
		}
		sub.day, sub.arrivals = day, 0
	}
	before := sub.flooded()
	sub.arrivals += int64(n)
	switch {
	case !sub.flooded():
		return n
	case before:
		return 0
	}
	sub.floods++
	return reportedOfFlood
}

// limitFlood postpones the next check of a flooded feed until the day is over, by
// UTC. On the third such day in a row it applies IfFlooded.
func (p *pendingCheck) limitFlood() {
	if p.page.arrivals() == 0 || !p.sub.flooded() {
		return
	}
	c := &p.check
	tomorrow := time.Unix((p.sub.day+1)*secondsADay, 0)
	if !c.NextCheckAt.IsZero() && c.NextCheckAt.Before(tomorrow) {
		c.NextCheckAt = tomorrow
	}
	if instead := c.IfFlooded; instead != nil && p.sub.floods >= maxFloodDays {
		c.State, c.NextCheckAt, c.Failures = instead.State, instead.NextCheckAt, instead.Failures
		c.LastError, c.LastErrorKind = instead.LastError, instead.LastErrorKind
		p.changes.Flooded = true
	}
}

// quietSince returns the day of a check at that time that read the page: if nothing arrived on it,
// a row of floods has ended. It is 0 for a check that did not read the page.
func (c *Check) quietSince(at time.Time) int64 {
	if c.State != StateOK {
		return 0
	}
	return dayOf(at)
}
