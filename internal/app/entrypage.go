package app

import (
	"context"

	"gemsub/internal/model"
	"gemsub/store"
)

// A Page is a part of a list of entries.
type Page = store.Page

// EntryPage returns a page of the list that [App.Entries] yields for q, in the order of
// the list, however long that is. The limit and the order of q do not count.
func (a *App) EntryPage(ctx context.Context, q EntryQuery, p Page) ([]model.Entry, error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return nil, err
	}
	f.Distinct = len(q.Named.Selectors) == 0
	return a.db.EntryPage(ctx, f, p)
}

// A Watch notices that the database has changed, by this program or another.
type Watch = store.Watch

// WatchChanges begins to notice changes.
func (a *App) WatchChanges(ctx context.Context) (*Watch, error) { return a.db.Watch(ctx) }
