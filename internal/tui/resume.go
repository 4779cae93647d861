package tui

import (
	"context"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// keepPlace keeps for the next start which list is shown, below searches and
// conversations, and the entry under its cursor.
func (r *reader) keepPlace() {
	l := r.lists[0]
	e, _ := l.current()
	place := model.ReaderPlace{Feed: l.of.feed, Title: l.of.title, Entry: e.ID}
	r.store(func(ctx context.Context) (func(), error) { return func() {}, r.App.SetReaderPlace(ctx, place) })
}

// resume lists what was listed when the reader was left, with the cursor on the same
// entry, or on the next one if that is not listed any more.
func (r *reader) resume() {
	kept, err := r.App.ReaderPlace(r.ctx)
	if err != nil {
		r.fail(err)
	}
	l := r.started(place{feed: kept.Feed, title: kept.Title})
	isPlace := l.of.isFeed() || strings.HasPrefix(kept.Title, "#") || slices.ContainsFunc(standing(), l.of.same)
	if len(l.rows) == 0 || !isPlace { // such as a feed that is gone
		l, kept.Entry = r.started(place{title: unreadPlace}), 0
	}
	here, err := r.readAgain(r.ctx, []model.Entry{{ID: kept.Entry}})
	if err != nil {
		r.fail(err)
	}
	if e, there := here[kept.Entry]; there {
		l.goTo(e)
		if l.at == firstRows { // it is behind them, and listed for so long
			l.rows = append(l.rows, entryLine{Entry: e})
		}
	}
	r.feeds.rows = []place{l.of} // so that the cursor is there
	r.openList(l)
	r.renewWith(nil)
}

// started returns the list of a place with the entries of the first screen.
func (r *reader) started(p place) *entryList {
	l := r.newList(p)
	var err error
	if l.rows, err = r.first(r.ctx, l.query, firstRows); err != nil {
		r.fail(err)
	}
	l.more = uncounted
	return l
}
