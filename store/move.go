package store

import (
	"cmp"
	"context"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
)

// This file handles moves: a page answers with a permanent redirect, or the user changes its
// URL. When the page is first read at the new URL,
//
//   - kept entries that it lists with the same ref and link stay as they are. The refs and
//     links of the others are rewritten once, from the old folder to the new one, else from
//     the old home to the new one. If two entries become one, it has the marks of both; two
//     that are starred stay apart, each with its text;
//   - if the new URL is another author's, an entry keeps its link until the page lists it
//     there, so that one author's entries never replace the posts of another;
//   - such an entry never owns a link over an entry of another feed, listed or not;
//   - at another author's URL, kept entries from outside the old home, or dated ahead, match
//     nothing: else a page could list that author's future posts and then move there; and
//   - unknown entries arrive read unless they are newer than all known ones.

// A move is the change of a page's URL.
type move struct {
	steps            []step // by which refs and links change; the first that fits counts
	oldHome, newHome string
	newest           int64 // the sort time of the newest entry, kept or pruned
}

// toOther reports whether the page moved to another author.
func (v *move) toOther() bool { return v.oldHome != v.newHome }

// A step replaces the prefix of refs and links, the first of its list that fits.
type step []struct{ from, to string }

// newMove returns the move from one URL to another. Between protocols it rewrites nothing.
func newMove(from, to *url.URL) *move {
	v := &move{oldHome: address.Home(from), newHome: address.Home(to)}
	old, now := folderOf(from), folderOf(to)
	inHomes := address.Home(old) == v.oldHome && address.Home(now) == v.newHome
	switch {
	case address.IsGopher(from) && address.IsGopher(to):
		if inHomes {
			v.steps = append(v.steps, selectorStep(old, now))
		}
		v.steps = append(v.steps, selectorStep(parsed(v.oldHome), parsed(v.newHome)))
	case address.IsGopher(from) == address.IsGopher(to):
		if inHomes {
			v.steps = append(v.steps, step{{old.String(), now.String()}})
		}
		v.steps = append(v.steps, step{{v.oldHome, v.newHome}})
	}
	return v
}

// folderOf returns the folder of a page; over Gopher, the menu of that folder.
func folderOf(page *url.URL) *url.URL {
	if !address.IsGopher(page) {
		return page.ResolveReference(&url.URL{Path: "./"})
	}
	_, selector := address.Selector(page)
	return itemURL(page, address.Menu, selector[:strings.LastIndexByte(selector, '/')+1])
}

// selectorStep is the step between two folders of selectors: of the refs of their items, and
// of their links, whose item types are seldom that of the menu.
func selectorStep(from, to *url.URL) (s step) {
	_, old := address.Selector(from)
	_, now := address.Selector(to)
	s = step{{feed.IDOfSelector(old), feed.IDOfSelector(now)}}
	for _, kind := range []byte("01h") {
		s = append(s, step{{itemURL(from, kind, old).String(), itemURL(to, kind, now).String()}}...)
	}
	return s
}

// itemURL is the URL of an item at the server of u.
func itemURL(u *url.URL, kind byte, selector string) *url.URL {
	item, err := address.GopherURL(u.Scheme, u.Hostname(), u.Port(), kind, selector)
	if err != nil {
		return u
	}
	return item
}

// apply returns text with its prefix replaced.
func (s step) apply(text string) string {
	for _, r := range s {
		if rest, ok := strings.CutPrefix(text, r.from); ok {
			return r.to + rest
		}
	}
	return text
}

// place returns the ref and link of row after the move: those the page lists, else those of
// the first step that fits.
func (v *move) place(row *entryRow, isListed func(ref string) bool) (ref, link string) {
	ref, link = row.ref, row.url
	for _, s := range v.steps {
		newRef, newLink := s.apply(row.ref), s.apply(row.url)
		if newRef == row.ref && newLink == row.url {
			continue
		}
		if ref == row.ref && link == row.url || isListed(newRef) {
			ref, link = newRef, newLink
		}
		if isListed(newRef) {
			break
		}
	}
	return ref, link
}

// followMove rewrites the kept entries if the page is read at another URL than before.
func (m *pageMerger) followMove(ctx context.Context) error {
	if m.sub.readURL == "" || m.sub.readURL == m.readAt {
		return nil
	}
	before, now := parsed(m.sub.readURL), parsed(m.readAt)
	if m.readAt != m.sub.URL {
		m.asBefore(newMove(now, before))
		return nil
	}
	newest := m.findNewest()
	m.moved = newMove(before, now)
	m.moved.newest, m.unreadAfter = newest, newest
	return m.rewriteKept(ctx)
}

// asBefore handles a page read after a temporary redirect: it gives its entries the refs
// and links that they have at the page's own URL.
func (m *pageMerger) asBefore(back *move) {
	isKept := func(ref string) bool { return m.kept[ref] != nil }
	for i := range m.listed {
		e := &m.listed[i]
		ref := e.ref
		if !isKept(ref) {
			ref, _ = back.place(&e.entryRow, isKept)
		}
		if old := m.kept[ref]; old != nil {
			e.ref, e.url = old.ref, old.url
		}
	}
}

// findNewest returns the time of the newest kept entry.
func (m *pageMerger) findNewest() int64 {
	newest := int64(math.MinInt64)
	for _, old := range m.kept {
		newest = max(newest, old.sortTime())
	}
	return newest
}

// rewriteKept applies the move to the kept entries.
func (m *pageMerger) rewriteKept(ctx context.Context) error {
	listed := m.byRef()
	all := slices.SortedFunc(maps.Values(m.kept), func(a, b *entryRow) int { return cmp.Compare(a.id, b.id) })
	before := make([]entryRow, len(all))
	m.kept = make(map[string]*entryRow, len(all))
	var gone []int64
	for i, row := range all {
		before[i] = *row
		m.rewrite(row, listed)
		if twin := m.kept[row.ref]; twin != nil {
			if twin.starred && row.starred && m.kept[before[i].ref] == nil {
				*row = before[i]
				row.own = leftBehind
				m.kept[row.ref] = row
				continue
			}
			dropped, err := m.join(ctx, twin, row)
			if err != nil {
				return err
			}
			if gone = append(gone, dropped.id); dropped == row {
				continue
			}
		}
		m.kept[row.ref] = row
	}
	if err := m.deleteEntries(ctx, gone); err != nil {
		return err
	}
	var changed []*entryRow
	for i, row := range all {
		if err := m.noteMove(ctx, &before[i], row.ref); err != nil {
			return err
		}
		if m.kept[row.ref] != row || *row == before[i] {
			continue
		}
		changed = append(changed, row)
		if row.url != before[i].url {
			m.changes.Updated++
		}
	}
	return m.saveRewritten(ctx, changed)
}

// byRef returns the entries that the page lists, by their refs.
func (m *pageMerger) byRef() map[string]*listedEntry {
	listed := make(map[string]*listedEntry, len(m.listed))
	for i := range m.listed {
		listed[m.listed[i].ref] = &m.listed[i]
	}
	return listed
}

// rewrite applies the move to a kept entry.
func (m *pageMerger) rewrite(row *entryRow, listed map[string]*listedEntry) {
	v, e := m.moved, listed[row.ref]
	before, isLeft, isAlong := row.url, row.own == leftBehind, row.own <= takenAlong
	isAsListed := e != nil && e.url == row.url
	isOfOldHome := isAlong || !isLeft && homeOf(row.url) == v.oldHome
	switch {
	case v.toOther() && !isOfOldHome:
		isLeft = !isAsListed || row.updated > v.newest
	case !isAsListed && !isLeft:
		ref, link := v.place(row, func(ref string) bool { return listed[ref] != nil })
		switch {
		case e != nil && ref != row.ref: // it is listed, with another link
		case !v.toOther() || listed[ref] != nil:
			row.ref, row.url = ref, link
		case row.updated > v.newest: // dated ahead
			isLeft = true
		default:
			row.ref, isAlong = ref, true
		}
	}
	_, row.own = m.territory.place(row.url)
	switch {
	case isLeft:
		row.own = leftBehind
	case v.toOther() && (row.url != before || isAlong && row.own == elsewhere):
		row.own = takenAway
	case row.url != before, isAlong && !v.toOther():
		row.own = takenAlong
	}
}

// join merges two entries and their marks, and returns the one to delete. An entry with a
// kept text stays, a starred one first.
func (m *pageMerger) join(ctx context.Context, a, b *entryRow) (dropped *entryRow, err error) {
	stays, dropped := a, b
	first, found, err := first[int64](ctx, m.tx, `
		SELECT e.id FROM post p JOIN entry e ON e.id = p.entry_id
		WHERE e.id IN (?1, ?2) AND p.length > 0 ORDER BY e.starred DESC, e.id = ?2 LIMIT 1`, a.id, b.id)
	if found && first == b.id {
		stays, dropped = b, a
	}
	stays.unread, stays.starred, stays.own = a.unread && b.unread, a.starred || b.starred, max(a.own, b.own)
	stays.marked = a.marked | b.marked
	return dropped, err
}

// saveRewritten stores what the move changed. It first gives each entry a temporary ref,
// since the old ref of one may be the new ref of another.
func (m *pageMerger) saveRewritten(ctx context.Context, rows []*entryRow) error {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.id
	}
	_, err := m.tx.ExecContext(ctx, `
		UPDATE entry SET ref = 'moved ' || id
		WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
	for _, row := range rows {
		if err != nil {
			return err
		}
		err = m.tx.rewriteEntry(ctx, row)
	}
	return err
}

// parsed parses a stored URL, which is valid.
func parsed(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		return &url.URL{}
	}
	return u
}
