package main

import (
	"cmp"
	"iter"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/store"
)

// An exported is what is to be written: one feed as it is, or several merged.
type exported struct {
	feed    *feed.Feed           // without its entries
	sources map[int64]*feed.Feed // of a merged feed, by subscription; else nil
	stored  iter.Seq2[store.Entry, error]
}

func exportOf(c *cli.Context, db *store.Store, chosen []store.Subscription, filter store.EntryFilter) (*exported, error) {
	x := &exported{}
	if c.NArg() > 1 {
		filter.Subscriptions = idsOf(chosen)
	}
	if c.NArg() > 1 && len(chosen) == 1 {
		x.feed = sourceFeed(chosen[0])
	} else {
		merged, err := mergedFeed(c, db, chosen)
		if err != nil {
			return nil, err
		}
		x.feed, x.sources = merged, make(map[int64]*feed.Feed, len(chosen))
		for _, s := range chosen {
			x.sources[s.ID] = sourceFeed(s)
		}
	}
	newest, err := newestOf(c, db, filter)
	if err != nil {
		return nil, err
	}
	x.feed.Updated = cmp.Or(newest, x.feed.Updated)
	x.feed.Title, x.feed.Self = cmp.Or(c.String("title"), x.feed.Title), c.String("url")
	x.stored = exportEntries(c, db, filter)
	return x, nil
}

// newestOf is the date of the newest entry, zero if there is none.
func newestOf(c *cli.Context, db *store.Store, filter store.EntryFilter) (newest time.Time, err error) {
	filter.Limit = 1
	for e, err := range db.Entries(c.Context, filter) {
		return e.Updated, err
	}
	return time.Time{}, nil
}

// entries yields what is to be written, as it is read from the database.
func (x *exported) entries(yield func(feed.Entry, error) bool) {
	for e, err := range x.stored {
		if !yield(feed.Entry{
			ID: e.Ref, Link: e.URL, Title: e.Title, Author: e.Author, Updated: e.Updated, Published: e.Published,
			Source: x.sources[e.SubscriptionID],
		}, err) {
			return
		}
	}
}

// exportEntries reads what is to be written, at most --per-feed entries of each
// feed.
func exportEntries(c *cli.Context, db *store.Store, filter store.EntryFilter) iter.Seq2[store.Entry, error] {
	n, limit := c.Int("per-feed"), filter.Limit
	if n == 0 {
		return db.Entries(c.Context, filter)
	}
	filter.Limit = 0 // --limit is of what --per-feed leaves
	return perFeed(db.Entries(c.Context, filter), n, limit)
}

// perFeed lets the first n entries of each feed through, and limit of all
// unless that is 0.
func perFeed(entries iter.Seq2[store.Entry, error], n, limit int) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		all, of := 0, map[int64]int{}
		for e, err := range entries {
			if of[e.SubscriptionID]++; of[e.SubscriptionID] > n {
				continue
			}
			if all++; !yield(e, err) || all == limit {
				return
			}
		}
	}
}

// sourceFeed is a subscription as a feed without its entries.
func sourceFeed(s store.Subscription) *feed.Feed {
	return &feed.Feed{
		ID:       s.URL,
		Link:     s.URL,
		Title:    s.Name(),
		Subtitle: s.Subtitle,
		Author:   s.Author,
		Lang:     s.Lang,
		Updated:  firstSet(s.FeedUpdated, s.ChangedAt, s.AddedAt),
	}
}

// mergedFeed is the feed that entries of several feeds are merged into. It
// says nothing of the present, so that the same database gives the same bytes.
func mergedFeed(c *cli.Context, db *store.Store, chosen []store.Subscription) (*feed.Feed, error) {
	id, err := db.FeedID(c.Context)
	if err != nil {
		return nil, err
	}
	f := &feed.Feed{ID: id, Title: "gemsub", Author: "gemsub", Updated: time.Unix(0, 0).UTC()}
	if tag := c.String("tag"); tag != "" {
		f.Title += ": " + tag
	}
	for _, s := range chosen {
		if t := firstSet(s.ChangedAt, s.AddedAt); t.After(f.Updated) {
			f.Updated = t
		}
	}
	return f, nil
}

func firstSet(times ...time.Time) time.Time {
	return cmp.Or(times...)
}
