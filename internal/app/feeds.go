package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/store"
)

// A FeedFilter selects subscriptions by what is kept of them.
type FeedFilter = store.SubscriptionFilter

// Feeds returns the subscriptions that f selects, ordered by number. Those that
// wait for long count as failing.
func (a *App) Feeds(ctx context.Context, f FeedFilter) ([]model.Subscription, error) {
	if f.Failing {
		f.WaitingSince = a.Now().Add(-longWait)
	}
	return a.db.Subscriptions(ctx, f)
}

// Interval is how long a subscription rests between two checks.
func (a *App) Interval(s model.Subscription) time.Duration {
	return update.Interval(s, a.Now())
}

// Remove forgets the subscriptions that selectors fit, with their entries, and
// returns them.
func (a *App) Remove(ctx context.Context, selectors []string) ([]model.Subscription, error) {
	chosen, err := a.Select(ctx, selectors)
	if err != nil {
		return nil, err
	}
	return chosen, a.db.Remove(ctx, idsOf(chosen))
}

// Rename gives the subscription that a selector fits a title of the user's; an
// empty one lets the feed's own stand.
func (a *App) Rename(ctx context.Context, selector, title string) error {
	s, err := a.selectOne(ctx, selector)
	if err != nil {
		return err
	}
	return a.db.Rename(ctx, s.ID, title)
}

// Tag tags the subscriptions that selectors fit and returns how many it did.
func (a *App) Tag(ctx context.Context, tag string, selectors []string) (int, error) {
	return a.tag(ctx, tag, selectors, a.db.Tag)
}

// Untag takes a tag off subscriptions, as Tag does.
func (a *App) Untag(ctx context.Context, tag string, selectors []string) (int, error) {
	return a.tag(ctx, tag, selectors, a.db.Untag)
}

func (a *App) tag(ctx context.Context, tag string, selectors []string, change func(context.Context, []int64, string) (int, error)) (int, error) {
	chosen, err := a.Select(ctx, selectors)
	if err != nil {
		return 0, err
	}
	return change(ctx, idsOf(chosen), tag)
}

// The bounds of an interval that the user fixes.
const (
	MinInterval = update.MinInterval
	MaxInterval = update.MaxFixedInterval
)

// Settings are what of a subscription the user may change; nil leaves it.
type Settings struct {
	Interval *time.Duration // zero: by the feed's rhythm
	URL      *url.URL       // canonical, of one subscription alone
}

// Set changes the subscriptions that selectors fit and returns them as they are
// then. A URL that another subscription has is a [*store.TakenError].
func (a *App) Set(ctx context.Context, selectors []string, to Settings) ([]model.Subscription, error) {
	chosen, err := a.Select(ctx, selectors)
	if err != nil {
		return nil, err
	}
	for i := range chosen {
		if err := a.set(ctx, &chosen[i], to); err != nil {
			return nil, err
		}
	}
	return chosen, nil
}

func (a *App) set(ctx context.Context, s *model.Subscription, to Settings) error {
	if to.Interval != nil {
		if err := a.setInterval(ctx, s, *to.Interval); err != nil {
			return err
		}
	}
	if to.URL != nil { // last, since the feed is due then
		return a.setURL(ctx, s, to.URL.String())
	}
	return nil
}

// setInterval fixes an interval, and when the feed is due by that.
func (a *App) setInterval(ctx context.Context, s *model.Subscription, interval time.Duration) error {
	s.Interval = interval
	if !s.NextCheckAt.IsZero() {
		s.NextCheckAt = update.NextCheck(*s)
	}
	return a.db.SetInterval(ctx, s.ID, s.Interval, s.NextCheckAt)
}

// setURL says where a feed is from now on.
func (a *App) setURL(ctx context.Context, s *model.Subscription, to string) error {
	s.URL = to
	err := a.db.SetURL(ctx, s.ID, to)
	if taken, ok := errors.AsType[*store.TakenError](err); ok {
		return &hintedError{taken, fmt.Sprintf("gemsub remove %d", taken.Subscription.ID)}
	}
	return err
}
