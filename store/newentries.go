package store

import "context"

// renewalPause is how long after an entry became unread by a later date another
// later date does not make it unread.
const renewalPause = 7 * secondsADay

// An arrival is an entry that may be reported as new: it is first seen now, or has
// a later date than before.
type arrival struct {
	row entryRow
	old *entryRow // nil for an entry that is first seen
}

// postpone keeps an arrival until the page has been read, since how many are
// reported depends on how many there are. Beyond maxArrivals the oldest are stored
// at once, and not reported.
func (m *entryMerger) postpone(ctx context.Context, a arrival) error {
	switch {
	case a.old != nil:
		m.redatedNew++
	case !a.row.unread:
		m.newMuted++
		return m.add(ctx, a.row)
	default:
		m.newUnread++
	}
	m.postponed = append(m.postponed, a)
	if len(m.postponed) <= maxArrivals {
		return nil
	}
	oldest := m.postponed[0]
	m.postponed = m.postponed[1:]
	return m.storeArrival(ctx, oldest, false)
}

// storeArrivals stores the postponed arrivals, and reports as many as the flood
// limit allows.
func (m *entryMerger) storeArrivals(ctx context.Context) error {
	if m.redated > 1 && 2*m.redated > m.size { // the dates of the page changed, not its posts
		m.redatedNew = 0
	}
	before := len(m.changes.New)
	reported := m.sub.countArrivals(m.arrivals(), m.at)
	for i, a := range m.postponed {
		renews := a.old == nil || m.redatedNew > 0
		if err := m.storeArrival(ctx, a, renews && i >= len(m.postponed)-reported); err != nil {
			return err
		}
	}
	m.changes.Suppressed = m.newUnread + m.redatedNew - (len(m.changes.New) - before)
	return nil
}

// arrivals is how many entries arrived, reported or not.
func (m *entryMerger) arrivals() int { return m.newUnread + m.newMuted + m.redatedNew }

// storeArrival stores an arrival, as unread with report.
func (m *entryMerger) storeArrival(ctx context.Context, a arrival, report bool) error {
	if a.old != nil {
		return m.replace(ctx, a.row, *a.old, report)
	}
	a.row.unread = report
	return m.add(ctx, a.row)
}

// mayRenew reports whether an entry may become unread by a later date: once a week.
// Where the last time lies over a week ahead, the clock was wrong.
func (m *entryMerger) mayRenew(old entryRow) bool {
	since := m.at.Unix() - old.renewed.V
	return !old.renewed.Valid || since >= renewalPause || since < -renewalPause
}
