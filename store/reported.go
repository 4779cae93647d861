package store

import (
	"database/sql"
	"math"
	"slices"

	"gemsub/feed"
)

// Limits of the entries reported of a feed that was read before: the newest of a check, and
// those first seen within a day. Entries beyond them are stored as read.
const (
	maxNewOfCheck = 100
	maxNewOfDay   = 300
)

// renewalPause is how long later dates have no effect after a later date made the entry unread.
const renewalPause = 7 * secondsADay

const secondsADay = 24 * 60 * 60

// choose decides which entries of the page become unread, and are reported.
func (m *pageMerger) choose() {
	m.muted = m.tx.mutesFor(m.sub)
	m.markAsElsewhere()
	m.findUnreadAfter()
	var arrivals []*listedEntry // newest first
	redated := 0                // kept entries that have a later date now
	aboveKnown := -1            // how many arrivals the page lists above all kept ones
	for i := range m.listed {
		e := &m.listed[i]
		if e.old != nil && aboveKnown < 0 {
			aboveKnown = len(arrivals)
		}
		switch {
		case e.keepUnread:
			e.Unread = true
		case e.old == nil:
			if m.arrivesUnread(e, i) {
				arrivals = append(arrivals, e)
			}
		default:
			e.takeOver()
			if e.Updated > e.old.Updated {
				redated++
				if m.mayRenew(e) {
					arrivals = append(arrivals, e)
				}
			}
		}
	}
	if redated > 1 && 2*redated > len(m.listed) { // the dates of the page changed, not its posts: unknown ones may have been pruned
		arrivals = arrivals[:aboveKnown]
	}
	m.makeUnread(arrivals)
}

// takeOver copies to e what the kept entry has and the page does not state. Undated entries keep
// their date.
func (e *listedEntry) takeOver() {
	old := e.old
	e.ID, e.FirstSeen, e.Unread, e.Starred, e.RenewedAt, e.Marked = old.ID, old.FirstSeen, old.Unread, old.Starred, old.RenewedAt, old.Marked
	if e.undated {
		e.Updated, e.Rank = old.Updated, old.Rank
	}
}

// arrivesUnread reports whether e, the page's i-th entry, becomes unread if there are not too
// many.
func (m *pageMerger) arrivesUnread(e *listedEntry, i int) bool {
	first := m.sub.Backlog
	switch {
	case m.isMuted(e.Title), e.isReadElsewhere():
		return false
	case e.undated && m.format == feed.Links && len(m.kept) == 0 && !m.listed[0].undated:
		return false // it may be no post, and was there before
	case m.firstPage:
		return *first < 0 || i < *first
	}
	return !m.mayRepeat() || !e.undated && e.sortTime() > m.unreadAfter
}

// mayRepeat reports whether unknown entries of the page may be kept ones with other refs, since
// the page moved, or a new version of the reader reads it. Then only entries that are newer than
// all kept ones arrive unread.
func (m *pageMerger) mayRepeat() bool { return m.moved || m.isUpgrade }

// findUnreadAfter sets the time up to which entries of a page that may repeat arrive read. A new
// version of the reader may read a heading's date as a day later, by its zone.
func (m *pageMerger) findUnreadAfter() {
	for _, row := range m.kept {
		m.unreadAfter = max(m.unreadAfter, row.sortTime())
	}
	if m.isUpgrade && len(m.kept) == 0 {
		m.unreadAfter = m.sub.CheckedAt.Unix()
	}
	if m.isUpgrade && m.format == feed.Headings {
		m.unreadAfter += secondsADay
	}
}

func (m *pageMerger) isMuted(title string) bool {
	return slices.ContainsFunc(m.muted, func(mute compiledMute) bool { return mute.matches(title) })
}

// mayRenew reports whether a later date may make e unread: at most once a week, and never if e is
// muted, was read elsewhere, or is read by a new version of the reader. A last time over a week in
// the future comes from a wrong clock, and does not count.
func (m *pageMerger) mayRenew(e *listedEntry) bool {
	since := m.at.Unix() - e.RenewedAt.V
	return !m.isUpgrade && !m.isMuted(e.Title) && !e.isReadElsewhere() && (!e.RenewedAt.Valid || since >= renewalPause || since < -renewalPause)
}

// makeUnread makes the newest arrivals unread and reported, as many as the quota allows, and
// counts the others as suppressed. There is no quota for the first page.
func (m *pageMerger) makeUnread(arrivals []*listedEntry) {
	reported := arrivals
	if !m.firstPage {
		reported = arrivals[:min(len(arrivals), m.quota())]
	}
	m.changes.Suppressed = len(arrivals) - len(reported)
	for _, e := range reported {
		e.reported, e.Unread = true, true
		if e.old != nil {
			e.RenewedAt = sql.Null[int64]{V: m.at.Unix(), Valid: true}
			e.Marked &^= 3 // a person read an earlier version
		}
	}
}

// quota returns how many entries may still be reported. Entries of the first page do not count.
func (m *pageMerger) quota() int {
	now, first, today := m.sub.seenAt(m.at).Unix(), int64(math.MaxInt64), 0
	for _, row := range m.kept {
		first = min(first, row.FirstSeen)
	}
	for _, row := range m.kept {
		if row.FirstSeen > max(first, now-secondsADay) && row.FirstSeen <= now {
			today++
		}
	}
	return max(0, min(maxNewOfCheck, maxNewOfDay-today))
}
