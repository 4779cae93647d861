package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

// maxListed is how many entries a list has, unless its view has a limit of its own.
const maxListed = 500

// An entryLine is a line of a list of entries. Only conversations have a tree before the title.
type entryLine = view.ThreadLine

// An entryList is a snapshot of a list of entries. Reading it again only adds entries: listed
// ones stay until the list is opened anew.
type entryList struct {
	list[entryLine]
	of    place          // the place that it lists; for a whole list only a title
	query app.EntryQuery // selects its entries
	// whole is set for the result of a search and for a conversation.
	whole bool
	read  func(ctx context.Context, q app.EntryQuery) ([]entryLine, error)
	over  []*post // the posts from which it was opened, nil if from a list
}

// newList returns the list of a place.
func (r *reader) newList(p place) *entryList {
	return &entryList{of: p, query: p.query(), read: r.readEntries}
}

// isCut reports whether there may be entries that are not listed.
func (l *entryList) isCut() bool { return len(l.rows) >= maxListed }

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
	if len(l.rows) == 0 {
		return ""
	}
	text := fmt.Sprintf("%d/%d", l.at+1, len(l.rows))
	if l.isCut() {
		text += "+"
	}
	return text
}

// readEntries reads the first entries that a query selects.
func (r *reader) readEntries(ctx context.Context, q app.EntryQuery) (rows []entryLine, err error) {
	q.Limit = cmp.Or(q.Limit, maxListed)
	q.WithKept, q.WithAnswers = true, true
	for e, err := range r.App.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, entryLine{ThreadPost: model.ThreadPost{Entry: e}})
	}
	return rows, nil
}

// renew reloads what is shown. Listed entries stay in the list, even if its query no longer
// selects them.
func (r *reader) renew() { r.reload(entriesOf(r.list().rows)) }

// reload reads, in the background, the places, the list and the marks of the shown posts. A list
// keeps the known entries that still exist, unless it is whole.
func (r *reader) reload(known []model.Entry) {
	r.reloadPlaces()
	l := r.list()
	q := l.query
	r.runLatest(&r.reloadJob, "", func(ctx context.Context) (func(), error) {
		rows, err := l.read(ctx, q)
		missing := slices.DeleteFunc(known, func(e model.Entry) bool { return slices.ContainsFunc(rows, is(e)) })
		if err == nil && !l.whole && len(missing) > 0 {
			these := app.These(missing...)
			these.Order, these.Limit = q.Order, len(missing)
			var others []entryLine
			others, err = r.readEntries(ctx, these)
			for _, row := range others {
				rows = slices.Insert(rows, rowOf(rows, row.Entry), row)
			}
		}
		return func() {
			l.replace(rows)
			for _, row := range l.rows {
				r.markPosts(row.Entry)
			}
		}, err
	})
}

// replace shows the entries that were read. The cursor stays on its entry and at its height on
// the screen, unless new entries fit above it.
func (l *entryList) replace(rows []entryLine) {
	here, ok := l.current()
	l.rows = rows
	if ok {
		l.jump(rowOf(rows, here.Entry))
	}
}

// rowOf returns the row of an entry or, if it is not listed, the row before which it belongs.
func rowOf(rows []entryLine, e model.Entry) int {
	if at := slices.IndexFunc(rows, is(e)); at >= 0 {
		return at
	}
	for at, row := range rows {
		if !row.Precedes(e) {
			return at
		}
	}
	return len(rows)
}

// is returns a test for lines of an entry.
func is(e model.Entry) func(entryLine) bool {
	return func(l entryLine) bool { return l.ID == e.ID }
}

// keepPlace stores, for the next start, the list below all searches and conversations, with the
// entry under its cursor, and the entry whose post is shown or led to the shown page.
func (r *reader) keepPlace() {
	l := r.lists[0]
	e, _ := l.current()
	left := model.ReaderPlace{Feed: l.of.feed, Title: l.of.title, Entry: e.ID, Order: string(r.feeds.order)}
	for _, p := range r.posts {
		if r.focus == onPost && p.wanted.Entry.ID != 0 {
			left.Post, left.Offset = p.wanted.Entry.ID, p.offset
		}
	}
	r.storeChange(func(ctx context.Context) (func(), error) { return func() {}, r.App.SetReaderPlace(ctx, left) })
}

// begin shows the list from when the reader was last quit, with the cursor on the same
// entry, or on the next one if that is no longer listed. It shows the post that was shown.
func (r *reader) begin() {
	changes, err := r.App.Changes(r.ctx)
	if len(changes) > 0 {
		r.earlier = changes[0].ID
	}
	kept, forgotten := r.App.ReaderPlace(r.ctx)
	at := place{feed: kept.Feed, title: cmp.Or(kept.Title, unreadPlace)}
	if q, isView := r.Views()[kept.Title]; isView && kept.Feed == 0 {
		at.view = &q
	}
	if r.KeepOrder && slices.Contains(app.FeedOrders(), kept.Order) {
		r.feeds.order = app.FeedOrder(kept.Order)
	}
	l := r.newList(at)
	rows, unread := l.read(r.ctx, l.query)
	if len(rows) == 0 { // for example, the feed was removed
		l = r.newList(place{title: unreadPlace})
		rows, unread = l.read(r.ctx, l.query)
	}
	l.rows = rows
	here, unknown := r.readEntries(r.ctx, app.These(model.Entry{ID: kept.Entry}))
	if len(here) > 0 {
		l.at = rowOf(l.rows, here[0].Entry)
	}
	r.feeds.rows = []place{l.of} // so that the cursor is on this place
	r.openList(l)
	r.reloadPlaces()
	open, missing := r.readEntries(r.ctx, app.These(model.Entry{ID: kept.Post}))
	if len(open) > 0 && open[0].Kept && !open[0].Unread { // the user may have marked it as unread
		if line, _ := l.current(); line.ID != kept.Entry { // it is read now: n goes on from it
			l.rows = slices.Insert(l.rows, l.at, here...)
		}
		r.offsets[app.PostToShow{Entry: open[0].Entry}.String()] = kept.Offset
		r.openEntry(open[0].Entry)
	}
	if err = cmp.Or(err, forgotten, unread, unknown, missing); err != nil {
		r.fail(err)
	}
}
