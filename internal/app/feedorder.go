package app

import (
	"cmp"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// A FeedOrder is an order of subscriptions; the empty one is by number, as is the
// order of those that are equal in another.
type FeedOrder string

// FeedOrders returns the orders there are.
func FeedOrders() []string { return []string{"number", "title", "unread", "newest", "failures"} }

// sort puts subscriptions in order: by name, or those with the most or the newest
// first.
func (o FeedOrder) sort(subs []model.Subscription) {
	switch o {
	case "title":
		slices.SortStableFunc(subs, func(a, b model.Subscription) int {
			return strings.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name()))
		})
	case "unread":
		slices.SortStableFunc(subs, func(a, b model.Subscription) int { return cmp.Compare(b.Unread, a.Unread) })
	case "newest":
		slices.SortStableFunc(subs, func(a, b model.Subscription) int { return b.NewestEntry.Compare(a.NewestEntry) })
	case "failures":
		slices.SortStableFunc(subs, func(a, b model.Subscription) int { return cmp.Compare(b.Failures, a.Failures) })
	}
}
