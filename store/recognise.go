package store

import (
	"cmp"
	"context"
	"database/sql"
	"net/url"
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
//   - an entry with its ref is kept, and is not leftBehind (after a move, refs have already
//     been rewritten, see move.go),
//   - the page states no id of it, and a kept one has its link, see withoutID,
//   - it is a kept entry whose link the author changed, see reorganised, or
//   - it is dated no later than what was pruned of the feed: then it is not stored.
//
// Marks, texts and the entries of other feeds play no part.

// A listedEntry is an entry that the page lists.
type listedEntry struct {
	entryRow
	undated   bool // the page gives no date: updated is when it was first seen
	withoutID bool
	content   *feed.Content
	// old is the same entry as kept, nil if there is none. isElsewhere says that the author
	// moved its post to another link.
	old         *entryRow
	isElsewhere bool
	// kept is the text of the entry that this one replaces.
	kept     *Post
	reported bool // it is to become unread, and is reported
	// readTo is the date of the entry when it was read on another machine, NULL if it was
	// not; keepUnread says that a person marked it unread there.
	readTo     sql.Null[int64]
	keepUnread bool
}

// isReadElsewhere reports whether e was read on another machine with this date or a later one.
func (e *listedEntry) isReadElsewhere() bool { return e.readTo.Valid && e.updated <= e.readTo.V }

// recognise finds which entries of the page are kept, and drops those that count as pruned.
func (m *pageMerger) recognise(ctx context.Context) error {
	if err := m.loadKept(ctx); err != nil {
		return err
	}
	if err := m.followMove(ctx); err != nil {
		return err
	}
	m.matchLinks()
	m.limitUpgrade()
	var unknown []*listedEntry
	for i := range m.listed {
		e := &m.listed[i]
		e.old = m.kept[e.ref]
		if e.old != nil && e.old.isLeft() { // another author's post: only the star and the text stay
			if p, kept, err := readPost(ctx, m.tx, "e.id", e.old.id); err != nil {
				return err
			} else if kept {
				p.OtherAuthor = address.AuthorKey(p.URL) != address.AuthorKey(e.url)
				e.kept = &p
			}
			m.replaced = append(m.replaced, e.old.id)
			delete(m.kept, e.ref)
			e.starred, e.old = e.old.starred, nil
		}
		if e.old == nil {
			unknown = append(unknown, e)
		}
	}
	if m.isWhole {
		m.reorganised(unknown)
	}
	m.listed = slices.DeleteFunc(m.listed, func(e listedEntry) bool {
		until := m.sub.prunedUntil
		return e.old == nil && !e.undated && until.Valid && e.updated <= until.V
	})
	return nil
}

// loadKept reads the entries that are kept of the subscription.
func (m *pageMerger) loadKept(ctx context.Context) error {
	if m.isNew {
		return nil
	}
	for row, err := range each(ctx, m.tx, (*entryRow).columns, listKept, m.sub.ID) {
		if err != nil {
			return err
		}
		row.url = cmp.Or(row.url, row.ref)
		m.kept[row.ref] = &row
	}
	return nil
}

// matchLinks gives the listed entries without an id the refs of the kept ones that they are:
// an entry is the one with its link and title, else the only one with its link, if the page
// has that once. A new one gets a ref that no kept one has.
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
		if e := listed[row.ref]; e == nil || e.withoutID {
			linked[row.url] = append(linked[row.url], row)
		}
	}
	for _, e := range without {
		same := linked[e.url]
		at := slices.IndexFunc(same, func(row *entryRow) bool { return row.title == e.title })
		if at < 0 && len(same) == 1 && e.ref == e.url { // the page has the link once
			at = 0
		}
		if at >= 0 {
			e.ref = same[at].ref
			continue
		}
		for m.kept[e.ref] != nil {
			e.ref += "+"
		}
	}
}

// atOnce is how many entries must change their links together for links of any form to be
// accepted.
const atOnce = 3

// A titleAndDate identifies a post whose ref changed. Of some 2,500 gemlog entries only
// eight share theirs.
type titleAndDate struct {
	title   string
	updated int64
}

func (row *entryRow) titleAndDate() titleAndDate { return titleAndDate{row.title, row.updated} }

// reorganised recognises kept entries whose links the author changed, for instance when
// posts moved into folders by year. The page no longer lists such an entry, but an unknown
// one of the same author with a title and date that only this pair has. The last element of
// the link is unchanged, or several change at once: a page that shows one post at a time
// may have two of one title on a day.
func (m *pageMerger) reorganised(unknown []*listedEntry) {
	if len(unknown) == 0 || len(m.kept) == len(m.listed)-len(unknown) { // none is gone
		return
	}
	gone, listed := m.unlisted(), map[titleAndDate]int{}
	for _, e := range unknown {
		listed[e.titleAndDate()]++
	}
	before := func(e *listedEntry) *entryRow {
		all := gone[e.titleAndDate()]
		if len(all) != 1 || listed[e.titleAndDate()] != 1 || e.undated || !m.isSameHome(all[0].url, e.url) {
			return nil
		}
		return all[0]
	}
	changed := 0
	for _, e := range unknown {
		if before(e) != nil {
			changed++
		}
	}
	for _, e := range unknown {
		old := before(e)
		if old != nil && (changed >= atOnce || lastElement(old.url) == lastElement(e.url)) {
			e.old, e.isElsewhere = old, true
		}
	}
}

// unlisted are the kept entries that the page does not list.
func (m *pageMerger) unlisted() map[titleAndDate][]*entryRow {
	isListed := make(map[*entryRow]bool, len(m.listed))
	for i := range m.listed {
		isListed[m.listed[i].old] = true
	}
	gone := map[titleAndDate][]*entryRow{}
	for _, old := range m.kept {
		if !isListed[old] && !old.isLeft() {
			gone[old.titleAndDate()] = append(gone[old.titleAndDate()], old)
		}
	}
	return gone
}

// isSameHome reports whether two links are of one author. If the page has moved to another
// home, both homes are its author's.
func (m *pageMerger) isSameHome(before, now string) bool {
	from, to := homeOf(before), homeOf(now)
	return from != "" && (from == to || m.moved != nil && from == m.moved.oldHome && to == m.moved.newHome)
}

// homeOf is the home of a link's author, empty for a link without a host.
func homeOf(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" {
		return ""
	}
	return address.Home(u)
}

// lastElement returns the last path element of a link.
func lastElement(link string) string {
	link = strings.TrimRight(link, "/")
	return link[strings.LastIndexByte(link, '/')+1:]
}
