package store

import (
	"database/sql"
	"math"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
)

// This file decides which entries of a page are new.
//
// An entry is identified by its subscription and its ref: the Atom id that the page states,
// else the link; on a Gopher menu the selector. An entry of the page is new unless
//
//   - an entry with its ref is kept,
//   - the page states no id of it, and a kept one has its link, see matchLinks,
//   - it is a kept entry whose ref changed, since the author reorganised the page or the page
//     moved, see matchTitles, or
//   - it is dated no later than what was pruned of the feed: then it is not stored.
//
// Marks, texts and the entries of other feeds play no part. Which of the new entries arrive
// unread is decided in reported.go. A page that moves gets its new URL in check.go; the entries
// that it no longer lists stay as they are.

// A listedEntry is an entry that the page lists.
type listedEntry struct {
	entryRow
	undated   bool // the page gives no date: updated is when it was first seen
	withoutID bool
	content   *feed.Content
	old       *entryRow // the same entry as kept, nil if there is none
	reported  bool      // it is to become unread, and is reported
	// readTo is the date of the entry when it was read on another machine, NULL if it was not
	// read there; keepUnread says that a person marked it unread there.
	readTo     sql.Null[int64]
	keepUnread bool
}

// isReadElsewhere reports whether e was read on another machine with this date or a later one.
func (e *listedEntry) isReadElsewhere() bool { return e.readTo.Valid && e.Updated <= e.readTo.V }

// recognise finds which entries of the page are kept, and drops others that are no newer than
// what was pruned.
func (m *pageMerger) recognise() {
	m.loadKept()
	m.matchLinks()
	for i := range m.listed {
		m.listed[i].old = m.kept[m.listed[i].Ref]
	}
	if len(m.kept) > 0 && (m.moved || m.isWhole) {
		m.matchTitles()
	}
	m.listed = slices.DeleteFunc(m.listed, func(e listedEntry) bool {
		until := m.sub.PrunedUntil
		return e.old == nil && !e.undated && until.Valid && e.Updated <= until.V
	})
}

// loadKept reads the kept entries of the subscription.
func (m *pageMerger) loadKept() {
	if m.isNew {
		return
	}
	for row := range eachRow[entryRow](m.tx, `
		SELECT id, ref, url, own, title, author, updated, published, rank, first_seen, unread, starred, renewed_at, marked
		FROM entry WHERE subscription_id = ?`, m.sub.ID) {
		m.kept[row.Ref] = &row
	}
}

// matchLinks gives each listed entry without an id the ref of the kept entry that it is: the kept
// one with its link and title, else the only kept one with its link, if the page has this link
// once. A new entry gets a ref that no kept one has.
func (m *pageMerger) matchLinks() {
	var without []*listedEntry
	for i := range m.listed {
		if m.listed[i].withoutID {
			without = append(without, &m.listed[i])
		}
	}
	if without == nil {
		return
	}
	linked, listed := map[string][]*entryRow{}, m.byRef()
	for _, row := range m.kept {
		if e := listed[row.Ref]; e == nil || e.withoutID {
			linked[row.URL] = append(linked[row.URL], row)
		}
	}
	for _, e := range without {
		same := linked[e.URL]
		at := slices.IndexFunc(same, func(row *entryRow) bool { return row.Title == e.Title })
		if at < 0 && len(same) == 1 && e.Ref == e.URL { // the page has the link once
			at = 0
		}
		if at >= 0 {
			e.Ref = same[at].Ref
			continue
		}
		for m.kept[e.Ref] != nil {
			e.Ref += "+"
		}
	}
}

// byRef returns the entries that the page lists, by their refs.
func (m *pageMerger) byRef() map[string]*listedEntry {
	listed := make(map[string]*listedEntry, len(m.listed))
	for i := range m.listed {
		listed[m.listed[i].Ref] = &m.listed[i]
	}
	return listed
}

// atOnce is how many entries must change their links together for links of any form to be
// accepted.
const atOnce = 3

// A titleAndDate identifies a post whose ref changed. Of some 2,500 gemlog entries only eight
// share title and date with another.
type titleAndDate struct {
	title   string
	updated int64 // anyDate for the title alone
}

const anyDate = math.MinInt64

// matchTitles recognises kept entries that have other refs now: the page no longer lists the
// kept entry, but an unknown one, and only these two have their title and date. If the page is
// read at another URL than before, the unknown entry is the kept one, with its marks, star and
// post. Entries without a date then match by title alone, and a page that was cut off counts,
// too.
//
// If the page is at the same URL, for instance because posts moved into folders by year, both
// links must be of one author, and either the last element of the link must be unchanged or
// several links must change at once: a page that shows one post at a time may have two with one
// title on a day.
func (m *pageMerger) matchTitles() {
	unknown, gone := map[titleAndDate][]*listedEntry{}, map[titleAndDate][]*entryRow{}
	isListed := make(map[*entryRow]bool, len(m.listed))
	for i := range m.listed {
		e := &m.listed[i]
		if isListed[e.old] = true; e.old != nil {
			continue
		}
		for _, key := range e.titlesAndDates() {
			unknown[key] = append(unknown[key], e)
		}
	}
	for _, old := range m.kept {
		if isListed[old] {
			continue
		}
		for _, key := range old.titlesAndDates() {
			gone[key] = append(gone[key], old)
		}
	}
	found := map[*listedEntry]*entryRow{}
	for key, same := range unknown {
		if len(same) != 1 || len(gone[key]) != 1 || same[0].undated != (key.updated == anyDate) {
			continue
		}
		e, old := same[0], gone[key][0]
		if m.moved || !e.undated && address.AuthorOf(old.URL) == address.AuthorOf(e.URL) {
			found[e] = old
		}
	}
	for e, old := range found {
		if m.moved || len(found) >= atOnce || lastElement(old.URL) == lastElement(e.URL) {
			e.old = old
		}
	}
}

// titlesAndDates returns what may identify row: its title and date, and its title.
func (row *entryRow) titlesAndDates() []titleAndDate {
	return []titleAndDate{{row.Title, row.Updated}, {row.Title, anyDate}}
}

// lastElement returns the last path element of a link.
func lastElement(link string) string {
	link = strings.TrimRight(link, "/")
	return link[strings.LastIndexByte(link, '/')+1:]
}
