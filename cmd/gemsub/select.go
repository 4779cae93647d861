package main

import (
	"context"

	"gemsub/internal/app"
	"gemsub/store"
)

// selectFeeds is for commands that open the store themselves.
func selectFeeds(ctx context.Context, db *store.Store, selectors []string) ([]store.Subscription, error) {
	return app.On(db, app.Environment{}).Select(ctx, selectors)
}
