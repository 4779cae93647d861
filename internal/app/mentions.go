package app

import (
	"context"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Mentions returns the kept posts that link to a page under a URL, newest first, without
// those of its own author. The error of a URL that is none is an [address.Error].
func (a *App) Mentions(ctx context.Context, under string) ([]model.Mention, error) {
	u, err := address.Parse(under)
	if err != nil {
		return nil, err
	}
	if err := a.db.LinkPosts(ctx); err != nil {
		return nil, err
	}
	return a.db.Mentions(ctx, u.String())
}
