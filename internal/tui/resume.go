package tui

import (
	"cmp"
	"context"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// keepPlace stores for the next start the list below searches and conversations, and the
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
	if len(l.rows) == 0 { // such as a removed feed
		l, kept.Entry = r.newList(place{title: unreadPlace}), 0
		l.rows, err = r.first(r.ctx, l.query, firstRows)
	}
	l.more = uncounted
	here, unknown := r.first(r.ctx, app.These(model.Entry{ID: kept.Entry}), 1)
	if len(here) > 0 {
		l.at = l.find(here[0].Entry)
		if l.at == firstRows { // it is beyond the loaded rows: append it for now
			l.rows = append(l.rows, here[0])
		}
	}
	r.feeds.rows = []place{l.of} // so that the cursor is there
	r.openList(l)
	r.renew()
	return cmp.Or(err, forgotten, unknown)
}
