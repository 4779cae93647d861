package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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

// Unmute removes mutes by their numbers, all or none.
func (a *App) Unmute(ctx context.Context, ids []int64) error {
	unknown, err := a.db.RemoveMutes(ctx, ids)
	if err != nil || len(unknown) == 0 {
		return err
	}
	var numbers []string
	for _, id := range unknown {
		numbers = append(numbers, strconv.FormatInt(id, 10))
	}
	return &hintedError{fmt.Errorf("nothing is muted as number %s", strings.Join(numbers, ", ")), "gemsub mute list shows what is"}
}
