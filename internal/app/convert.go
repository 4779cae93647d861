package app

import (
	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/update"
)

// subscriptionOf is what the engine must know of a subscription.
func subscriptionOf(s model.Subscription) update.Subscription {
	return update.Subscription{
		ID:            s.ID,
		URL:           s.URL,
		Name:          s.Name(),
		Digest:        s.Digest,
		Entries:       s.Entries,
		State:         update.State(s.State),
		Failures:      s.Failures,
		LastError:     s.LastError,
		LastErrorKind: s.LastErrorKind,
		CheckedAt:     s.CheckedAt,
		AttemptedAt:   s.AttemptedAt,
		NextCheckAt:   s.NextCheckAt,
		IgnoreRobots:  s.IgnoreRobots,
		Format:        feed.Format(s.Format),
		FormatChosen:  s.FormatChosen,
		Interval:      s.Interval,
		Rhythm:        s.Rhythm,
		FeedUpdated:   s.FeedUpdated,
		From:          fetch.Origin{Public: s.Reach == model.ReachPublic},
	}
}

func subscriptionsOf(all []model.Subscription) []update.Subscription {
	subs := make([]update.Subscription, len(all))
	for i, s := range all {
		subs[i] = subscriptionOf(s)
	}
	return subs
}
