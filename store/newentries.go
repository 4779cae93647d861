package store

import "context"

// week is how long an entry rests after a later date showed it as unread again.
const week = 7 * secondsADay

// An arrival is an entry that may be told: one that is first seen, or one of which
// the page gives a later date.
type arrival struct {
	row entryRow
	old *entryRow // nil for one that is first seen
}

// wait keeps an arrival until the page has been read: what is told depends on how
// many there are. Of very many the oldest are not told in any case.
func (m *merger) wait(ctx context.Context, a arrival) error {
	switch {
	case a.old != nil:
		m.renewals++
	case !a.row.unread:
		m.mutedNew++
		return m.add(ctx, a.row)
	default:
		m.fresh++
	}
	m.waiting = append(m.waiting, a)
	if len(m.waiting) <= maxArrivals {
		return nil
	}
	oldest := m.waiting[0]
	m.waiting = m.waiting[1:]
	return m.settle(ctx, oldest, false)
}

// settleAll stores the arrivals that wait, and tells as many as may be.
func (m *merger) settleAll(ctx context.Context) error {
	if m.later > 1 && 2*m.later > m.size { // the page's dates changed, not its posts
		m.renewals = 0
	}
	before := len(m.changes.New)
	told := m.sub.arrive(m.arrivals(), m.at)
	for i, a := range m.waiting {
		renews := a.old == nil || m.renewals > 0
		if err := m.settle(ctx, a, renews && i >= len(m.waiting)-told); err != nil {
			return err
		}
	}
	m.changes.Hushed = m.fresh + m.renewals - (len(m.changes.New) - before)
	return nil
}

// arrivals is how many entries came, told or not.
func (m *merger) arrivals() int { return m.fresh + m.mutedNew + m.renewals }

// settle stores an arrival.
func (m *merger) settle(ctx context.Context, a arrival, told bool) error {
	if a.old != nil {
		return m.replace(ctx, a.row, *a.old, told)
	}
	a.row.unread = told
	return m.add(ctx, a.row)
}

// mayRenew reports whether an entry may become unread by a later date: once a week.
// A time further ahead is that of a wrong clock.
func (m *merger) mayRenew(old entryRow) bool {
	since := m.at.Unix() - old.renewed.V
	return !old.renewed.Valid || since >= week || since < -week
}
