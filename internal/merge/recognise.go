package merge

import (
	"math"
	"slices"
	"strings"

	"gemsub/internal/address"
)

// recognise finds the kept entry for each entry of the page. Marks, texts and other feeds do not
// matter.
func (m *merger) recognise() {
	m.matchLinks()
	for _, e := range m.listed {
		if old := m.kept[e.Ref]; old != nil {
			m.setOld(e, old)
		}
	}
	if m.isMoved || m.isWhole {
		m.matchTitles()
	}
}

// setOld records that e is the kept entry old, and copies to e the values that the page does not
// give. An entry without a date keeps its former date. A provisional title never replaces a better
// one.
func (m *merger) setOld(e *listed, old *Kept) {
	e.old, m.shown[old] = old, true
	e.ID, e.FirstSeen, e.RenewedAt, e.Unread, e.Starred, e.Marks = old.ID, old.FirstSeen, old.RenewedAt, old.Unread, old.Starred, old.Marks
	if e.undated {
		e.Updated, e.Rank = old.Updated, old.Rank
	}
	if e.Provisional && !old.Provisional {
		e.Title, e.Provisional = old.Title, false
	}
}

// matchLinks gives each listed entry without an id the ref of a kept entry: the one with its link
// and title, else the only one with its link, if the page has this link once. A new entry gets a
// ref that no other entry has.
func (m *merger) matchLinks() {
	if !slices.ContainsFunc(m.listed, func(e *listed) bool { return e.withoutID }) {
		return
	}
	withID := map[string]bool{}
	for _, e := range m.listed {
		withID[e.Ref] = !e.withoutID
	}
	same := map[[2]string][]*Kept{} // by link and title, and by link alone
	for _, k := range m.Kept {
		if titled, linked := [2]string{k.URL, k.Title}, [2]string{k.URL}; !withID[k.Ref] {
			same[titled], same[linked] = append(same[titled], k), append(same[linked], k)
		}
	}
	for _, e := range m.listed {
		titled := [2]string{e.URL, e.Title}
		linked := same[[2]string{e.URL}]
		switch {
		case !e.withoutID:
		case len(same[titled]) > 0:
			e.Ref = same[titled][0].Ref
			same[titled] = same[titled][1:]
		case len(linked) == 1 && e.Ref == e.URL: // the page has the link once
			e.Ref = linked[0].Ref
		default:
			for m.kept[e.Ref] != nil {
				e.Ref += "+"
			}
		}
	}
}

// manyAtOnce is how many entries must change their links together for links of any form to be
// accepted.
const manyAtOnce = 3

// A likeness is equal for a kept entry and an unknown one if they may be the same entry. It holds
// date and title, or date and last path element, since a provisional title may have changed. Of
// some 2,500 gemlog entries only eight have title and date in common with another.
type likeness struct {
	name    string
	isPath  bool
	updated int64 // anyDate for the name alone
}

const anyDate = math.MinInt64

// likenesses returns the values by which e is compared with other entries.
func (e *Entry) likenesses() [4]likeness {
	path := lastElement(e.URL)
	return [4]likeness{{e.Title, false, e.Updated}, {path, true, e.Updated}, {e.Title, false, anyDate}, {path, true, anyDate}}
}

// matchTitles recognises kept entries whose refs have changed: the page no longer lists the kept
// entry, and lists an unknown entry with its title and date. No third entry, listed or gone, may
// have the same title and date.
//
// If the page is at another URL than before,
//   - links may lead anywhere,
//   - entries without a date are compared by title alone,
//   - listed entries that are already recognised do not count, and
//   - the page may have been cut off.
//
// If the page is at the same URL, posts may have moved, for instance into folders by year. Then both
// links must be of one author, and either the last path element must be unchanged or several
// entries must change at once. For a page that shows one post at a time may have two posts with one
// title on one day.
func (m *merger) matchTitles() {
	type alike struct {
		listed, gone int
		old          *Kept
	}
	all := map[likeness]*alike{}
	for _, e := range m.listed {
		if e.old == nil {
			for _, l := range e.likenesses() {
				all[l] = &alike{}
			}
		}
	}
	if len(all) == 0 {
		return
	}
	eachAlike := func(e *Entry, do func(*alike)) {
		for _, l := range e.likenesses() {
			if a := all[l]; a != nil {
				do(a)
			}
		}
	}
	for _, e := range m.listed {
		if e.old == nil || !m.isMoved {
			eachAlike(&e.Entry, func(a *alike) { a.listed++ })
		}
	}
	for _, k := range m.Kept {
		if !m.shown[k] {
			eachAlike(&k.Entry, func(a *alike) { a.gone, a.old = a.gone+1, k })
		}
	}
	found := map[*Kept][]*listed{}
	for _, e := range m.listed {
		if e.old != nil || e.undated && !m.isMoved {
			continue
		}
		for _, l := range e.likenesses() {
			a := all[l]
			if a.listed == 1 && a.gone == 1 && e.undated == (l.updated == anyDate) && l.isPath == (e.Provisional || a.old.Provisional) && m.mayBecome(a.old, e) {
				found[a.old] = append(found[a.old], e)
			}
		}
	}
	for old, same := range found {
		if e := same[0]; len(same) == 1 && (m.isMoved || len(found) >= manyAtOnce || lastElement(old.URL) == lastElement(e.URL)) {
			m.setOld(e, old)
		}
	}
}

// mayBecome reports whether an unknown entry e may be the kept entry k, which has the same title.
func (m *merger) mayBecome(k *Kept, e *listed) bool {
	return k.Section == e.Section && (m.isMoved || address.AuthorOf(k.URL) == address.AuthorOf(e.URL))
}

// lastElement returns the last path element of a link.
func lastElement(link string) string {
	link = strings.TrimRight(link, "/")
	return link[strings.LastIndexByte(link, '/')+1:]
}

// leaveOutPruned leaves out unknown entries that are not later than the newest pruned entry.
func (m *merger) leaveOutPruned() {
	if m.Feed.PrunedUntil.IsZero() {
		return
	}
	m.listed = slices.DeleteFunc(m.listed, func(e *listed) bool {
		isPruned := e.old == nil && !e.undated && e.Updated <= m.Feed.PrunedUntil.Unix()
		if isPruned {
			m.result.Decisions = append(m.result.Decisions, Decision{Action: LeaveOut, Listed: e.index, Entry: e.Entry})
		}
		return isPruned
	})
}
