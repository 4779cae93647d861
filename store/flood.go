package store

import "time"

// A feed that was read before may have so many new entries on a day, by UTC. The
// check that goes beyond tells the newest of them, later ones of that day tell none;
// what is not told is stored as read. On the last of so many such days in a row the
// feed is paused.
const (
	maxArrivals  = 300
	toldOfFlood  = 100
	maxFloodDays = 3
)

const secondsADay = 24 * 60 * 60

// dayOf returns the day of t, by UTC, in days since 1970.
func dayOf(t time.Time) int64 { return t.Unix() / secondsADay }

// flooded reports whether the day at hand brought too many new entries.
func (sub *subscriptionRow) flooded() bool { return sub.arrivals > maxArrivals }

// arrive counts n new entries, and returns how many of them are told.
func (sub *subscriptionRow) arrive(n int, at time.Time) (told int) {
	if n == 0 {
		return 0
	}
	if day := dayOf(at); day != sub.day {
		if day != sub.day+1 || !sub.flooded() {
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
	return toldOfFlood
}

// settleFlood lets a feed whose page brought too many new entries rest until the
// day is over, or stores what is to be stored instead after too many such days.
func (r *recording) settleFlood() {
	if r.page.arrivals() == 0 || !r.sub.flooded() {
		return
	}
	c := &r.check
	tomorrow := time.Unix((r.sub.day+1)*secondsADay, 0)
	if !c.NextCheckAt.IsZero() && c.NextCheckAt.Before(tomorrow) {
		c.NextCheckAt = tomorrow
	}
	if instead := c.IfFlooded; instead != nil && r.sub.floods >= maxFloodDays {
		c.State, c.NextCheckAt, c.Failures = instead.State, instead.NextCheckAt, instead.Failures
		c.LastError, c.LastErrorKind = instead.LastError, instead.LastErrorKind
		r.changes.Flooded = true
	}
}
