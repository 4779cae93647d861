package store

import (
	"context"
	"time"
)

// The clock of a machine may be wrong: ahead for a day, or back in 1970 after each start. The last
// check is the time of the last run that reached a capsule. Each such run sets it, forwards or back.
// Ages count up to it, so that a clock that is ahead deletes nothing.

const (
	maxSinceCheck = 90 * 24 * time.Hour // the clock is wrong if the last check was longer ago
	cautionTime   = 30 * 24 * time.Hour // nothing expires for so long after a run that set a wrong clock right
)

// Names of settings.
const (
	lastCheck    = "last_check"
	cautionUntil = "caution_until"
)

// A Clock says whether the clock can be trusted.
type Clock struct {
	LastCheck time.Time // zero before the first run that reached a capsule
	Trusted   bool
}

// Clock compares the time with that of the last check.
func (s *Store) Clock(ctx context.Context) (Clock, error) {
	tx := s.reader(ctx)
	return tx.clock(), tx.done("read the time of the last check")
}

func (tx *transaction) clock() (c Clock) {
	c.LastCheck = tx.timeSetting(lastCheck)
	c.Trusted = c.LastCheck.IsZero() || !tx.now.Before(c.LastCheck) && tx.now.Sub(c.LastCheck) <= maxSinceCheck
	return c
}

// noteRun sets the last check to now.
func (tx *transaction) noteRun() {
	if !tx.clock().Trusted {
		tx.setTime(cautionUntil, tx.now.Add(cautionTime))
	}
	tx.setTime(lastCheck, tx.now)
}

// changeTime returns the time by which a change is dated: now or, by a wrong clock, the last check.
func (tx *transaction) changeTime() time.Time {
	if c := tx.clock(); !c.Trusted {
		return c.LastCheck
	}
	return tx.now
}

// expiry returns the time before which what is kept for some time has expired. While the clock is
// wrong, and for a time after, nothing has.
func (tx *transaction) expiry(keep time.Duration) time.Time {
	c := tx.clock()
	if !c.Trusted || c.LastCheck.Before(tx.timeSetting(cautionUntil)) || c.LastCheck.Add(-keep).Unix() < 0 {
		return time.Unix(0, 0)
	}
	return c.LastCheck.Add(-keep)
}

// timeSetting returns a time among the settings, zero if there is none.
func (tx *transaction) timeSetting(name string) time.Time {
	return value[time.Time](tx, `SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?`, name)
}

func (tx *transaction) setTime(name string, t time.Time) {
	tx.exec(`INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)`, name, t)
}
