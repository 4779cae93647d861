package app

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"gemsub/internal/model"
)

// Mute keeps m and marks the unread entries that match as read. feed selects the
// one subscription it is for; empty: all that m speaks of. It returns m as it is
// kept, and what changed.
func (a *App) Mute(ctx context.Context, m model.Mute, feed string) (model.Mute, model.Change, error) {
	m, err := a.ofFeed(ctx, m, feed)
	if err != nil {
		return m, model.Change{}, err
	}
	return a.db.AddMute(ctx, m)
}

// MutedBy yields the unread entries that Mute would mark as read.
func (a *App) MutedBy(ctx context.Context, m model.Mute, feed string) iter.Seq2[model.Entry, error] {
	return func(yield func(model.Entry, error) bool) {
		m, err := a.ofFeed(ctx, m, feed)
		if err != nil {
			yield(model.Entry{}, err)
			return
		}
		a.db.MutedBy(ctx, m)(yield)
	}
}

// ofFeed restricts m to the subscription that a selector fits, unless it is empty.
func (a *App) ofFeed(ctx context.Context, m model.Mute, feed string) (model.Mute, error) {
	if feed == "" {
		return m, nil
	}
	s, err := a.selectOne(ctx, feed)
	m.SubscriptionID = s.ID
	return m, err
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
	return WithHint(fmt.Errorf("nothing is muted as number %s", strings.Join(numbers, ", ")), "gemsub mute list shows what is")
}
