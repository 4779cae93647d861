package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// A FeedFilter selects subscriptions by what is kept of them.
type FeedFilter = store.SubscriptionFilter

// A FeedQuery selects subscriptions. Its zero value selects all.
type FeedQuery struct {
	FeedFilter
	Feeds []string // only these feeds, as [App.Select] reads them
	Order FeedOrder
}

// Feeds returns the subscriptions that q selects, in its order. Subscriptions that have waited
// for over a day count as failing.
func (a *App) Feeds(ctx context.Context, q FeedQuery) ([]model.Subscription, error) {
	f := q.FeedFilter
	chosen, err := a.Select(ctx, q.Feeds)
	if err != nil {
		return nil, err
	}
	f.IDs = append(f.IDs, idsOf(chosen)...)
	if f.Failing {
		f.WaitingSince = a.Now().Add(-longWait)
	}
	subs, err := a.db.Subscriptions(ctx, f)
	q.Order.sort(subs)
	return subs, err
}

// CheckTag returns an error if tag is not empty and no subscription has it.
func (a *App) CheckTag(ctx context.Context, tag string) error {
	if tag == "" {
		return nil
	}
	tagged, err := a.Feeds(ctx, FeedQuery{FeedFilter: FeedFilter{Tag: tag}})
	if err == nil && len(tagged) == 0 {
		err = words.WithHint(fmt.Errorf("no feed is tagged %s", tag), "gemsub tag list shows the tags that feeds have")
	}
	return err
}

// Reads reports whether there are subscriptions, and whether the page of any was read yet.
func (a *App) Reads(ctx context.Context) (subscribed, read bool, err error) {
	subs, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{})
	isRead := func(s model.Subscription) bool { return !s.NeverRead() }
	return len(subs) > 0, slices.ContainsFunc(subs, isRead), err
}

// Interval returns the time between two checks of a subscription.
func (a *App) Interval(s model.Subscription) time.Duration {
	return update.Interval(s, a.Now())
}

// Remove deletes the subscriptions that selectors fit, with their entries, and returns these
// subscriptions.
func (a *App) Remove(ctx context.Context, selectors []string) ([]model.Subscription, error) {
	chosen, err := a.Select(ctx, selectors)
	if err != nil {
		return nil, err
	}
	if err := a.db.Remove(ctx, idsOf(chosen)); err != nil {
		return nil, err
	}
	return chosen, nil
}

// Set changes the subscriptions that selectors fit, and returns them with the new settings. If
// another subscription has the new URL, the error is a [*store.TakenError]. Set refuses one URL or
// title for several feeds, and for "Read later" all but title and tags.
func (a *App) Set(ctx context.Context, selectors []string, to model.Settings) ([]model.Subscription, error) {
	chosen, err := a.Select(ctx, selectors)
	if err == nil && (to.URL != nil || to.Title != nil) {
		_, err = single(chosen, strings.Join(selectors, " "))
	}
	if err != nil {
		return nil, err
	}
	isOfPage := slices.ContainsFunc(to.Asked(), func(s model.Setting) bool { return s.Flag != "title" && s.Flag != "tag" })
	feeds := map[int64]time.Time{} // by number, when they are due if the change makes a difference
	var local []int64
	for _, s := range chosen {
		if isOfPage && s.IsLater() {
			return nil, fmt.Errorf("%s has no page: only its title and tags can be set", s.Name())
		}
		feeds[s.ID] = time.Time{}
		if u, err := address.Parse(s.URL); err == nil && a.isPrivate(u) {
			local = append(local, s.ID)
		}
		if to.Interval != nil && !s.NextCheckAt.IsZero() {
			s.Interval = *to.Interval
			feeds[s.ID] = update.NextCheck(s)
		}
	}
	err = a.db.Set(ctx, feeds, to, local...)
	if taken, ok := errors.AsType[*store.TakenError](err); ok {
		return nil, words.WithHint(taken, fmt.Sprintf("gemsub remove %d", taken.Subscription.ID))
	}
	if err != nil {
		return nil, err
	}
	return a.db.Subscriptions(ctx, FeedFilter{IDs: append([]int64{}, idsOf(chosen)...)})
}

// A FeedOrder is an order of subscriptions; the empty one is by number. Subscriptions that are
// equal in another order are ordered by number.
type FeedOrder string

// FeedOrders returns the orders there are.
func FeedOrders() []string { return []string{"number", "title", "unread", "newest", "failures"} }

// sort puts subscriptions, which are in order of their numbers, in order o: by name regardless of
// case, or those with the most unread entries, the newest entry or the most failures first.
func (o FeedOrder) sort(subs []model.Subscription) {
	orders := map[FeedOrder]func(a, b model.Subscription) int{
		"title": func(a, b model.Subscription) int {
			return strings.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name()))
		},
		"unread":   func(a, b model.Subscription) int { return cmp.Compare(b.Unread, a.Unread) },
		"newest":   func(a, b model.Subscription) int { return b.NewestEntry.Compare(a.NewestEntry) },
		"failures": func(a, b model.Subscription) int { return cmp.Compare(b.Failures, a.Failures) },
	}
	if order, known := orders[o]; known {
		slices.SortStableFunc(subs, order)
	}
}

// longWait is how long a feed may be due and wait before it counts as failing.
const longWait = 24 * time.Hour

// Wait returns until when a subscription waits because its capsule asked for it, and why. The
// reason is "" if it does not wait. If until is zero with a reason, the capsule may be asked
// again now, but the feed has been due for over a day.
func (a *App) Wait(s model.Subscription) (until time.Time, reason string) {
	until = update.WaitUntil(s.WaitUntil, a.Now())
	if until.IsZero() && !stuck(s, a.Now()) {
		return until, ""
	}
	return until, s.WaitReason
}

// stuck reports whether a subscription has been due for over a day, and waits.
func stuck(s model.Subscription, now time.Time) bool {
	return s.WaitReason != "" && cmp.Or(s.NextCheckAt, s.AddedAt).Before(now.Add(-longWait))
}

// Tag tags the subscriptions that selectors fit, and returns how many did not have the tag.
func (a *App) Tag(ctx context.Context, tag string, selectors []string) (int, error) {
	return a.tag(ctx, tag, selectors, a.db.Tag)
}

// Untag removes a tag from the subscriptions that selectors fit, and returns how many had it.
func (a *App) Untag(ctx context.Context, tag string, selectors []string) (int, error) {
	return a.tag(ctx, tag, selectors, a.db.Untag)
}

func (a *App) tag(ctx context.Context, tag string, selectors []string, change func(context.Context, []int64, string) (int, error)) (int, error) {
	chosen, err := a.Select(ctx, selectors)
	if _, unknown := errors.AsType[*NoFeedError](err); unknown {
		if _, wrong := a.Select(ctx, []string{tag}); wrong == nil {
			return 0, words.WithHint(err, "the tag comes first, then the feeds")
		}
	}
	if err != nil {
		return 0, err
	}
	return change(ctx, idsOf(chosen), tag)
}

// A TagInfo describes a tag.
type TagInfo struct {
	Tag    string
	Feeds  int // how many feeds have it
	Unread int // unread posts of these feeds; a post that is in several counts once
}

// Tags returns the tags that subscriptions have, in the order of the alphabet.
func (a *App) Tags(ctx context.Context) ([]TagInfo, error) {
	subs, err := a.Feeds(ctx, FeedQuery{})
	if err != nil {
		return nil, err
	}
	feeds := map[string][]int64{}
	for _, s := range subs {
		for _, tag := range s.Tags {
			feeds[tag] = append(feeds[tag], s.ID)
		}
	}
	var tags []TagInfo
	for _, tag := range slices.Sorted(maps.Keys(feeds)) {
		unread, err := a.CountEntries(ctx, EntryQuery{EntryFilter: EntryFilter{Subscriptions: feeds[tag], UnreadOnly: true}})
		if err != nil {
			return nil, err
		}
		tags = append(tags, TagInfo{Tag: tag, Feeds: len(feeds[tag]), Unread: unread})
	}
	return tags, nil
}
