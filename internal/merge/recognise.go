package merge

import (
	"slices"
	"strings"

	"gemsub/internal/address"
)

// recognise finds the kept entry that each entry of the page is. Marks, texts and other feeds play
// no part.
func (m *merger) recognise() {
	m.matchLinks()
	for i := range m.listed {
		if e := &m.listed[i]; m.kept[e.Ref] != nil {
			e.setOld(m.kept[e.Ref])
			m.shown[e.old] = true
		}
	}
	if m.isMoved || m.isWhole {
		m.matchTitles()
	}
}

// setOld copies to e what a kept entry has and the page does not state. An entry without a date
// keeps its former one. A title from the link never replaces a better one.
func (e *listed) setOld(old *Kept) {
	e.old = old
	e.ID, e.FirstSeen, e.RenewedAt, e.Unread, e.Starred, e.Marks = old.ID, old.FirstSeen, old.RenewedAt, old.Unread, old.Starred, old.Marks
	if e.undated {
		e.Updated, e.Rank = old.Updated, old.Rank
	}
	if e.Provisional && !old.Provisional {
		e.Title, e.Provisional = old.Title, false
	}
}

// matchLinks gives each listed entry without an id the ref of the kept entry that it is: the kept
// one with its link and title, else the only kept one with its link, if the page has this link
// once. A new entry gets a ref that no other has.
func (m *merger) matchLinks() {
	type linkAndTitle struct{ link, title string }
	if !slices.ContainsFunc(m.listed, func(e listed) bool { return e.withoutID }) {
		return
	}
	titled, linked, withID := map[linkAndTitle]*Kept{}, map[string][]*Kept{}, map[string]bool{}
	for i := range m.listed {
		withID[m.listed[i].Ref] = !m.listed[i].withoutID
	}
	for i := range m.Kept {
		k := &m.Kept[i]
		if withID[k.Ref] {
			continue
		}
		linked[k.URL] = append(linked[k.URL], k)
		key := linkAndTitle{k.URL, k.Title}
		if other := titled[key]; other == nil || k.ID < other.ID {
			titled[key] = k
		}
	}
	for i := range m.listed {
		e := &m.listed[i]
		if !e.withoutID {
			continue
		}
		key := linkAndTitle{e.URL, e.Title}
		old := titled[key]
		if same := linked[e.URL]; old == nil && len(same) == 1 && e.Ref == e.URL { // the page has the link once
			old = same[0]
		}
		if old != nil {
			delete(titled, key)
			e.Ref = old.Ref
			continue
		}
		for m.kept[e.Ref] != nil {
			e.Ref += "+"
		}
	}
}

// manyAtOnce is how many entries must change their links together for links of any form to be
// accepted.
const manyAtOnce = 3

// A likeness is what a kept entry and an unknown one share if they may be the same: date and
// title, or date and last path element, since a provisional title may have changed. Of some 2,500
// gemlog entries only eight share title and date with another.
type likeness struct {
	name    string
	isPath  bool
	isDated bool
	updated int64 // 0 if the entry of the page has no date
}

// likenesses returns what entries like e share with it, first with its date, then without.
func (e *Entry) likenesses() [4]likeness {
	title, path := likeness{name: e.Title}, likeness{name: lastElement(e.URL), isPath: true}
	datedTitle, datedPath := title, path
	datedTitle.isDated, datedTitle.updated = true, e.Updated
	datedPath.isDated, datedPath.updated = true, e.Updated
	return [4]likeness{datedTitle, datedPath, title, path}
}

// matchTitles recognises kept entries that have other refs now. The page no longer lists the kept
// entry, but an unknown one, and no other entry that it lists, and no other that is gone, has their
// title and date.
//
// On a page that is read at another URL than before, links may be anywhere; entries without a date
// match by title alone, known ones do not count, and it does not matter whether the page was cut
// off.
//
// On a page at the same URL, for instance because posts moved into folders by year, both links
// must be of one author, and either the last element of the link must be unchanged or several
// links must change at once: a page that shows one post at a time may have two with one title on
// a day.
func (m *merger) matchTitles() {
	type alike struct {
		listed, gone int
		old          *Kept
	}
	all := map[likeness]*alike{}
	for i := range m.listed {
		if m.listed[i].old != nil {
			continue
		}
		for _, l := range m.listed[i].likenesses() {
			if all[l] == nil {
				all[l] = &alike{}
			}
			all[l].listed++
		}
	}
	if len(all) == 0 {
		return
	}
	for i := range m.listed {
		if m.isMoved || m.listed[i].old == nil {
			continue
		}
		for _, l := range m.listed[i].likenesses() {
			if a := all[l]; a != nil {
				a.listed++
			}
		}
	}
	for i := range m.Kept {
		k := &m.Kept[i]
		if m.shown[k] {
			continue
		}
		for _, l := range k.likenesses() {
			if a := all[l]; a != nil {
				a.gone++
				a.old = k
			}
		}
	}
	found, claims := map[*listed]*Kept{}, map[*Kept]int{}
	for i := range m.listed {
		e := &m.listed[i]
		if e.old != nil || e.undated && !m.isMoved {
			continue
		}
		for _, l := range e.likenesses() {
			a := all[l]
			if l.isDated == e.undated || a.listed > 1 || a.gone != 1 || !m.mayBecome(a.old, e) || l.isPath != (e.Provisional || a.old.Provisional) {
				continue
			}
			found[e] = a.old
			claims[a.old]++
		}
	}
	for e, old := range found {
		if claims[old] == 1 && (m.isMoved || len(found) >= manyAtOnce || lastElement(old.URL) == lastElement(e.URL)) {
			e.setOld(old)
			m.shown[old] = true
		}
	}
}

// mayBecome reports whether an unknown entry may be a kept one with the same title.
func (m *merger) mayBecome(k *Kept, e *listed) bool {
	return k.Section == e.Section && (m.isMoved || address.AuthorOf(k.URL) == address.AuthorOf(e.URL))
}

// lastElement returns the last path element of a link.
func lastElement(link string) string {
	link = strings.TrimRight(link, "/")
	return link[strings.LastIndexByte(link, '/')+1:]
}

// leaveOutPruned leaves out unknown entries that are dated no later than what was pruned.
func (m *merger) leaveOutPruned() {
	if m.Feed.PrunedUntil.IsZero() {
		return
	}
	m.listed = slices.DeleteFunc(m.listed, func(e listed) bool {
		isPruned := e.old == nil && !e.undated && e.Updated <= m.Feed.PrunedUntil.Unix()
		if isPruned {
			m.result.Decisions = append(m.result.Decisions, Decision{Action: LeaveOut, Listed: e.index, Entry: e.Entry})
		}
		return isPruned
	})
}
