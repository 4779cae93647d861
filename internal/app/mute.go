package app

import (
	"context"
	"fmt"

	"gemsub/internal/model"
)

// Mute keeps m and marks the unread entries that match as read. feed selects the
// one subscription it is for; empty: all that m speaks of. It returns m as it is
// kept, and how many entries that changed.
func (a *App) Mute(ctx context.Context, m model.Mute, feed string) (model.Mute, int, error) {
	if feed != "" {
		s, err := a.selectOne(ctx, feed)
		if err != nil {
			return m, 0, err
		}
		m.SubscriptionID = s.ID
	}
	return a.db.AddMute(ctx, m)
}

// Mutes returns all that is muted.
func (a *App) Mutes(ctx context.Context) ([]model.Mute, error) { return a.db.Mutes(ctx) }

// Unmute ends mutings by their numbers.
func (a *App) Unmute(ctx context.Context, ids []int64) error {
	for _, id := range ids {
		known, err := a.db.RemoveMute(ctx, id)
		if err != nil {
			return err
		}
		if !known {
			return &hintedError{fmt.Errorf("nothing is muted as number %d", id), "gemsub mute --list shows what is"}
		}
	}
	return nil
}
