package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

const (
	mostRows  = 5000 // most entries read for a list
	firstRows = 200  // entries read before the first screen is shown
)

// An entryLine is a line of a list of entries.
type entryLine struct {
	model.Entry
	tree string // the branches of a conversation, before the title
}

// An entryList is a snapshot of a list of entries. Reading it again only adds entries: listed
// ones stay until the list is opened anew.
type entryList struct {
	list[entryLine]
	of    place          // the place that it lists; for a whole list only a title
	query app.EntryQuery // selects its entries
	// whole is set for the result of a search and for a conversation.
	whole bool
	read  func(context.Context, app.EntryQuery) (listing, error)
	over  []*post // the posts from which it was opened, nil if from a list
	more  int     // how many further entries were not loaded; uncounted if unknown
}

// A listing is the loaded part of a list.
type listing struct {
	rows []entryLine
	more int // how many further entries there are
}

// uncounted means that so far only the first entries are loaded.
const uncounted = -1

// newList returns the list of a place.
func (r *reader) newList(p place) *entryList {
	return &entryList{of: p, query: p.query(), read: r.selected}
}

// heading returns the title of the list, with its filters.
func (l *entryList) heading() string {
	switch title := l.of.title; {
	case title == unreadPlace && !l.query.UnreadOnly:
		return "Unread and read"
	case title != unreadPlace && l.query.UnreadOnly:
		return title + ", only unread"
	default:
		return title
	}
}

// position says where in the list the cursor is.
func (l *entryList) position() string {
	switch {
	case len(l.rows) == 0:
		return ""
	case l.more == uncounted:
		return strconv.Itoa(l.at + 1)
	}
	return fmt.Sprintf("%d/%d", l.at+1, len(l.rows)+l.more)
}

// selected reads the entries of a query, at most mostRows, and counts the others.
func (r *reader) selected(ctx context.Context, q app.EntryQuery) (all listing, err error) {
	all.rows, err = r.first(ctx, q, mostRows)
	if err == nil && len(all.rows) == mostRows {
		all.more, err = r.App.CountEntries(ctx, q)
		all.more = max(0, all.more-mostRows)
	}
	return all, err
}

// first reads the first entries that a query selects.
func (r *reader) first(ctx context.Context, q app.EntryQuery, most int) (rows []entryLine, err error) {
	if q.Limit == 0 || q.Limit > most {
		q.Limit = most
	}
	q.WithKept, q.WithAnswers = true, true
	for e, err := range r.App.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, entryLine{Entry: e})
	}
	return rows, nil
}

// renew reloads what is shown. Listed entries stay in the list, even if its query no longer
// selects them.
func (r *reader) renew() { r.reload(entriesOf(r.list().rows)) }

// reload reads, in the background, the places, the list and the marks of the shown posts.
// A list keeps the known entries that still exist.
func (r *reader) reload(known []model.Entry) {
	l, order := r.list(), r.feeds.order
	q := l.query
	r.runLatest(&r.reloadJob, "", func(ctx context.Context) (func(), error) {
		places, err := readPlaces(ctx, r.App, r.Views(), order)
		if err != nil {
			return nil, err
		}
		all, err := l.read(ctx, q)
		if err != nil {
			return nil, err
		}
		if !l.whole {
			err = r.keep(ctx, l, &all, known)
		}
		return func() {
			here, _ := r.feeds.current()
			r.feeds.set(places, here, r.height())
			if i := slices.IndexFunc(places, l.of.same); i >= 0 {
				l.of = places[i]
			}
			l.replace(all)
			for _, row := range l.rows {
				r.markPosts(row.Entry)
			}
		}, err
	})
}

// keep adds to a list the known entries that it lacks and that still exist.
func (r *reader) keep(ctx context.Context, l *entryList, all *listing, known []model.Entry) error {
	listed := map[int64]bool{}
	for _, row := range all.rows {
		listed[row.ID] = true
	}
	known = slices.DeleteFunc(known, func(e model.Entry) bool { return listed[e.ID] })
	if len(known) == 0 {
		return nil
	}
	q := app.These(known...)
	q.Order = l.query.Order
	rows, err := r.first(ctx, q, len(known))
	all.rows = append(all.rows, rows...)
	slices.SortStableFunc(all.rows, func(a, b entryLine) int { return inOrder(a, b.Entry) })
	return err
}

// replace shows the entries that were loaded. The cursor stays on its entry and at its place
// on the screen, unless new entries fit above it.
func (l *entryList) replace(all listing) {
	here, ok := l.current()
	l.rows, l.more = all.rows, all.more
	if ok {
		l.jump(l.find(here.Entry))
	}
}

// find returns where an entry is, or the next one if it is not listed.
func (l *entryList) find(e model.Entry) int {
	if at := slices.IndexFunc(l.rows, is(e)); at >= 0 {
		return at
	}
	at, _ := slices.BinarySearchFunc(l.rows, e, inOrder)
	return at
}

// is returns a test for lines of an entry.
func is(e model.Entry) func(entryLine) bool {
	return func(l entryLine) bool { return l.ID == e.ID }
}

// inOrder compares entries in the order of lists.
func inOrder(a entryLine, b model.Entry) int {
	if a.Precedes(b) {
		return -1
	}
	return 1
}

// keepPlace stores, for the next start, the list below all searches and conversations, and the
// entry under its cursor.
func (r *reader) keepPlace() {
	l := r.lists[0]
	e, _ := l.current()
	place := model.ReaderPlace{Feed: l.of.feed, Title: l.of.title, Entry: e.ID}
	r.store(func(ctx context.Context) (func(), error) { return func() {}, r.App.SetReaderPlace(ctx, place) })
}

// resume shows the list from when the reader was last quit, with the cursor on the same
// entry, or on the next one if that is no longer listed.
func (r *reader) resume() (err error) {
	kept, forgotten := r.App.ReaderPlace(r.ctx)
	at := place{feed: kept.Feed, title: cmp.Or(kept.Title, unreadPlace)}
	for _, v := range r.Views() {
		if v.Name == kept.Title && kept.Feed == 0 {
			at = v.placeOf()
		}
	}
	l := r.newList(at)
	l.rows, err = r.first(r.ctx, l.query, firstRows)
	if len(l.rows) == 0 { // for example, the feed was removed
		l, kept.Entry = r.newList(place{title: unreadPlace}), 0
		l.rows, err = r.first(r.ctx, l.query, firstRows)
	}
	l.more = uncounted
	here, unknown := r.first(r.ctx, app.These(model.Entry{ID: kept.Entry}), 1)
	if len(here) > 0 {
		l.at = l.find(here[0].Entry)
		if l.at == firstRows { // the entry is beyond the loaded rows: append it for now
			l.rows = append(l.rows, here[0])
		}
	}
	r.feeds.rows = []place{l.of} // so that the cursor is on this place
	r.openList(l)
	r.renew()
	return cmp.Or(err, forgotten, unknown)
}
