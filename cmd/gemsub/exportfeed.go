package main

import (
	"cmp"
	"iter"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/store"
)

// An exported is what is to be written: one feed as it is, or several merged.
type exported struct {
	feed   *feed.Feed // without its entries
	merged bool       // entries name the feed they come from
	stored iter.Seq2[store.Entry, error]
}

func (p *program) exportOf(c *cli.Context, db *store.Store, filter store.EntryFilter) (*exported, error) {
	named, err := selectFeeds(c.Context, db, c.Args().Tail())
	if err != nil {
		return nil, err
	}
	filter.Subscriptions = app.IDs(named)
	newest, err := newestOf(c, db, filter)
	if err != nil {
		return nil, err
	}
	if newest.IsZero() {
		a := app.On(db, p.appEnvironment())
		if _, err := p.warnUntagged(c.Context, a, c.String("tag")); err != nil {
			return nil, err
		}
	}
	x := &exported{merged: len(named) != 1, stored: exportEntries(c, db, filter)}
	if x.merged {
		x.feed, err = mergedFeed(c, db)
	} else {
		x.feed = ownFeed(named[0])
	}
	if err != nil {
		return nil, err
	}
	x.feed.Updated = cmp.Or(newest, x.feed.Updated)
	x.feed.Title, x.feed.Self = cmp.Or(c.String("title"), x.feed.Title), c.String("url")
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
		entry := feed.Entry{ID: e.Ref, Link: e.URL, Title: e.Title, Author: e.Author, Updated: e.Updated, Published: e.Published}
		if x.merged {
			entry.Source = sourceOf(e)
		}
		if x.merged && e.RefTaken {
			entry.ID = feed.NewID(e.FeedURL, e.Ref)
		}
		if !yield(entry, err) {
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

// ownFeed is a subscription as the feed that its page stands for, without its
// entries.
func ownFeed(s store.Subscription) *feed.Feed {
	return &feed.Feed{
		ID: s.URL, Link: s.URL, Title: s.Name(), Subtitle: s.Subtitle, Author: s.Author, Lang: s.Lang,
		Updated: cmp.Or(s.FeedUpdated, s.ChangedAt, s.AddedAt),
	}
}

// sourceOf is the feed that an entry of a merged feed comes from.
func sourceOf(e store.Entry) *feed.Feed {
	return &feed.Feed{
		ID: e.FeedURL, Link: e.FeedURL, Title: e.FeedTitle, Author: e.FeedAuthor, Lang: e.Lang, Updated: e.FeedUpdated,
	}
}

// mergedFeed is the feed that entries of several feeds are merged into. It
// says nothing of the present, so that the same database gives the same bytes.
func mergedFeed(c *cli.Context, db *store.Store) (*feed.Feed, error) {
	id, err := db.FeedID(c.Context)
	if err != nil {
		return nil, err
	}
	f := &feed.Feed{ID: id, Title: "gemsub", Author: "gemsub"}
	if tag := c.String("tag"); tag != "" {
		f.Title += ": " + tag
	}
	return f, nil
}
