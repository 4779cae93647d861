package app

import (
	"context"

	"gemsub/store"
)

// A Watch notices that the database has changed, by this program or another.
type Watch = store.Watch

// WatchChanges begins to notice changes.
func (a *App) WatchChanges(ctx context.Context) (*Watch, error) { return a.db.Watch(ctx) }
