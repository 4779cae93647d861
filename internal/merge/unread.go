package merge

import (
	"math"
	"slices"

	"gemsub/feed"
	"gemsub/internal/address"
)

const aDay = 24 * 60 * 60

// Limits of the entries reported of a feed that was read before: in one check, the newest first,
// and in one day. Further entries arrive read.
const (
	maxNewOfCheck = 100
	maxNewOfDay   = 300
)

// renewalPause is how long later dates have no effect after a later date made the entry unread.
const renewalPause = 7 * aDay

// applyMarks gives listed entries the marks of other machines: whether the entry was read there,
// and up to which date. New entries also get the star.
func (m *merger) applyMarks() {
	if len(m.Marks) == 0 {
		return
	}
	byRef := make(map[string]*listed, len(m.listed))
	for _, e := range m.listed { // a mark that came before its feed has the Atom id in the form of a link
		byRef[address.Normalize(e.Ref)] = e
	}
	for _, e := range m.listed {
		byRef[e.Ref] = e
	}
	for _, mark := range m.Marks {
		switch e := byRef[mark.Ref]; {
		case e == nil:
		case !mark.IsStar:
			e.mark = mark
		case e.old == nil:
			e.Starred = mark.IsSet
		}
	}
}

// isReadElsewhere reports whether e was read on another machine with its present date or a later
// one.
func (e *listed) isReadElsewhere() bool { return e.mark.IsSet && e.Updated <= e.mark.Date }

// isUnreadElsewhere reports whether a person marked e unread on another machine.
func (e *listed) isUnreadElsewhere() bool { return e.mark.Ref != "" && !e.mark.IsSet }

// arrivals returns the entries that should become unread, the newest first. Their number is not
// limited yet.
func (m *merger) arrivals() []*listed {
	var arrivals []*listed
	redated := 0 // kept entries that have a later date now
	readUntil := m.readUntil()
	for i, e := range m.listed {
		isRedated := e.old != nil && e.Updated > e.old.Updated
		if isRedated {
			redated++
		}
		switch {
		case e.old == nil && e.isUnreadElsewhere():
			e.Unread = true
		case e.old == nil && m.arrivesUnread(e, i, readUntil), isRedated && m.mayRenew(e):
			arrivals = append(arrivals, e)
		}
	}
	if redated > 1 && 2*redated > len(m.listed) { // the dates of the page changed, not its posts: unknown ones may have been pruned
		known := slices.IndexFunc(m.listed, func(e *listed) bool { return e.old != nil })
		arrivals = slices.DeleteFunc(arrivals, func(e *listed) bool { return e.index >= m.listed[known].index })
	}
	return arrivals
}

// arrivesUnread reports whether the unknown entry e should become unread. i is its place on the page,
// without entries that are left out.
func (m *merger) arrivesUnread(e *listed, i int, readUntil int64) bool {
	first := m.Feed.Backlog
	switch {
	case m.IsMuted(e.Title), e.isReadElsewhere():
		return false
	case e.undated && m.Page.Format == feed.Links && len(m.Kept) == 0 && m.isDated:
		return false // it may be no post, and was there before
	case m.isFirst:
		return *first < 0 || i < *first
	}
	mayRepeat := m.isMoved || m.isUpgrade || m.isTurned // e may have been reported with another ref
	return !mayRepeat || !e.undated && e.sortTime() > readUntil
}

// readUntil returns the date of the newest entry that may have been reported before:
//   - the newest kept entry;
//   - after the page turned from links to headings or back, the newest heading of the last page.
//
// A new version of the reader may date a heading a day later, by its zone. And it may find entries
// where earlier versions found none, or another kind of entries: those count as reported up to the
// last check.
func (m *merger) readUntil() int64 {
	until := int64(math.MinInt64)
	if m.isMoved || m.isUpgrade || m.Feed.NewestHeading.IsZero() {
		for _, k := range m.Kept {
			until = max(until, k.sortTime())
		}
	}
	if m.isTurned {
		until = max(until, m.Feed.NewestHeading.Unix())
	}
	if m.isUpgrade && m.Page.Format == feed.Headings {
		until += aDay
	}
	if m.isUpgrade && (len(m.Kept) == 0 || m.isTurned && m.Feed.NewestHeading.IsZero()) {
		until = max(until, m.Feed.CheckedAt.Unix())
	}
	return until
}

// mayRenew reports whether a later date may make e unread: at most once a week, and never if
//   - a mute matches e,
//   - e was read on another machine, or
//   - a new version of the reader reads the page.
//
// A RenewedAt over a week in the future comes from a wrong clock, and does not count.
func (m *merger) mayRenew(e *listed) bool {
	since := m.Now.Unix() - e.RenewedAt
	isPaused := e.RenewedAt != 0 && since < renewalPause && since >= -renewalPause
	return !m.isUpgrade && !isPaused && !m.IsMuted(e.Title) && !e.isReadElsewhere()
}

// makeUnread makes the newest arrivals unread and reported, as many as the quota allows. It counts
// the others as suppressed. The first page has no quota.
func (m *merger) makeUnread(arrivals []*listed) {
	reported := arrivals
	if !m.isFirst {
		reported = arrivals[:min(len(arrivals), m.quota())]
	}
	m.result.Suppressed = len(arrivals) - len(reported)
	for _, e := range reported {
		e.reported, e.Unread = true, true
		if e.old != nil {
			e.RenewedAt = m.Now.Unix()
			e.Marks &^= MarkedByPerson | UnsentRead // a person read an earlier version
		}
	}
}

// quota returns how many entries may still be reported. Entries of the first page do not count.
func (m *merger) quota() int {
	now, first, today := m.Now.Unix(), int64(math.MaxInt64), 0
	for _, k := range m.Kept {
		first = min(first, k.FirstSeen)
	}
	for _, k := range m.Kept {
		if k.FirstSeen > max(first, now-aDay) && k.FirstSeen <= now {
			today++
		}
	}
	return max(0, min(maxNewOfCheck, maxNewOfDay-today))
}
