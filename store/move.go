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

// This file says what a move does: of a page that answers with a permanent redirect, or to
// which the user gives another URL. When it is first read at the new place,
//
//   - kept entries that it lists with the same ref and link stay as they are; the refs and
//     links of the others are rewritten, once: from the old folder to the new one, else from the old home to the new one; two
//     entries that become one have the marks of both;
//   - at another author's place the link of an entry stays until the page lists it there,
//     lest the words of one author stand for the posts of another;
//   - an entry that is not listed there speaks for no link of another feed, wherever it is;
//   - kept entries from outside the old home, or dated ahead, are not matched there, lest a
//     page lists what that author will write, and moves there; and
//   - what is unknown there arrives read if it is no newer than all that is known.

// A move is the change of a page's place.
type move struct {
	steps            []step // by which refs and links change; the first that fits counts
	oldHome, newHome string
	newest           int64 // the sort time of the newest entry, kept or pruned
}

// toOther reports whether the page came to another author's place.
func (v *move) toOther() bool { return v.oldHome != v.newHome }

// A step replaces what refs and links begin with: one of several beginnings.
type step []struct{ from, to string }

// newMove returns the move of a page from one URL to another. Between protocols nothing
// can be rewritten.
func newMove(from, to *url.URL) *move {
	v := &move{oldHome: address.Home(from), newHome: address.Home(to), newest: math.MinInt64}
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

// folderOf returns the folder that a page is in, over Gopher as a menu.
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

// apply returns what a ref or link becomes.
func (s step) apply(text string) string {
	for _, r := range s {
		if rest, ok := strings.CutPrefix(text, r.from); ok {
			return r.to + rest
		}
	}
	return text
}

// place returns where row is after the move: where the page lists it, else by the first
// step that fits.
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
	m.moved = newMove(before, now)
	if err := m.findNewest(ctx); err != nil {
		return err
	}
	return m.rewriteKept(ctx)
}

// asBefore is for a page that was read at the end of a temporary redirect: its entries get
// the refs and links that they have at the page's own URL.
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

// findNewest finds out how new the newest known entry is. A pruned one that was dated ahead
// does not count.
func (m *pageMerger) findNewest(ctx context.Context) error {
	for _, old := range m.kept {
		m.moved.newest = max(m.moved.newest, old.sortTime())
	}
	return m.tx.QueryRowContext(ctx, `
		SELECT MAX(?1, COALESCE(MAX(updated), ?1)) FROM pruned WHERE subscription_id = ?2 AND updated <= ?3`,
		m.moved.newest, m.sub.ID, m.at.Add(maxAhead).Unix()).Scan(&m.moved.newest)
}

// rewriteKept does to the kept entries what the move does.
func (m *pageMerger) rewriteKept(ctx context.Context) error {
	listed := make(map[string]*listedEntry, len(m.listed))
	for i := range m.listed {
		listed[m.listed[i].ref] = &m.listed[i]
	}
	all := slices.SortedFunc(maps.Values(m.kept), func(a, b *entryRow) int { return cmp.Compare(a.id, b.id) })
	before := make([]entryRow, len(all))
	m.kept = make(map[string]*entryRow, len(all))
	var gone []int64
	for i, row := range all {
		before[i] = *row
		m.rewrite(row, listed)
		if twin := m.kept[row.ref]; twin != nil {
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
	var relinked []int64
	for i, row := range all {
		if err := m.noteMove(ctx, before[i].ref, row.ref); err != nil {
			return err
		}
		if m.kept[row.ref] != row || *row == before[i] {
			continue
		}
		changed = append(changed, row)
		if row.url != before[i].url {
			m.changes.Updated++
			relinked = append(relinked, row.id)
		}
	}
	if m.moved.toOther() {
		if err := m.dropPosts(ctx, relinked); err != nil {
			return err
		}
	}
	return m.saveRewritten(ctx, changed)
}

// rewrite gives a kept entry its place after the move.
func (m *pageMerger) rewrite(row *entryRow, listed map[string]*listedEntry) {
	v, e := m.moved, listed[row.ref]
	before, isLeft, isAlong := row.url, row.own == leftBehind, row.own == takenAlong
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
	case row.url != before, isAlong && (row.own == elsewhere || !v.toOther()):
		row.own = takenAlong
	}
}

// join makes one entry of two, with the marks of both, and returns the other, which is to
// be deleted. The one that stays is that with a kept post.
func (m *pageMerger) join(ctx context.Context, a, b *entryRow) (dropped *entryRow, err error) {
	var onlyB bool
	err = m.tx.QueryRowContext(ctx, `
		SELECT NOT EXISTS (SELECT 1 FROM post WHERE entry_id = ?) AND EXISTS (SELECT 1 FROM post WHERE entry_id = ?)`,
		a.id, b.id).Scan(&onlyB)
	stays, dropped := a, b
	if onlyB {
		stays, dropped = b, a
	}
	stays.unread, stays.starred, stays.own = a.unread && b.unread, a.starred || b.starred, max(a.own, b.own)
	stays.marked = a.marked | b.marked
	return dropped, err
}

// saveRewritten stores what the move changed. Each entry gets its number as ref before, since
// the ref of one may become that of another.
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

// parsed parses a URL that was stored, and is one.
func parsed(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		return &url.URL{}
	}
	return u
}
