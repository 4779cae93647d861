package app

import (
	"cmp"
	"context"
	"iter"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/store"
)

// ExportOptions say which entries are exported, and under what.
type ExportOptions struct {
	EntryQuery
	PerFeed int    // at most the newest of each feed; 0: all
	Title   string // of what is written; "": the feed's, or gemsub's
	URL     string // where it can be fetched; "": nothing is said of that
	// ForPeople tells feeds of one name apart, by their hosts.
	ForPeople bool
}

// An Export is what is to be written: one feed as it is, or several merged.
type Export struct {
	Feed *feed.Feed // without its entries
	// Entries are newest first. Those of a merged feed name the feed that they come
	// from. An error ends the sequence.
	Entries iter.Seq2[feed.Entry, error]
	Empty   bool // there are no entries
}

// Export returns the entries that o selects, as the feed that a single subscription's
// page stands for, or of none and of several merged.
func (a *App) Export(ctx context.Context, o ExportOptions) (*Export, error) {
	return a.export(ctx, o, new(contents).of)
}

// export is [App.Export] of entries with the content that a function returns of each.
func (a *App) export(ctx context.Context, o ExportOptions, content contentFunc) (*Export, error) {
	named, err := a.Select(ctx, o.Feeds)
	if err != nil {
		return nil, err
	}
	filter := o.EntryFilter
	filter.Subscriptions, filter.Distinct = idsOf(named), true
	newest, err := a.firstEntry(ctx, filter)
	if err != nil {
		return nil, err
	}
	x := &Export{Empty: newest.ID == 0}
	form := ownEntry
	if filter.Merged = len(named) != 1; filter.Merged {
		if form, err = a.mergedForm(ctx, o); err != nil {
			return nil, err
		}
		x.Feed, err = a.mergedFeed(ctx, o.Tag)
	} else {
		x.Feed = ownFeed(named[0])
	}
	x.Entries = exported(ctx, a.exportEntries(ctx, filter, o.PerFeed), form, content)
	if err != nil {
		return nil, err
	}
	x.Feed.Updated = cmp.Or(newest.SortTime, x.Feed.Updated)
	x.Feed.Title, x.Feed.Self = cmp.Or(o.Title, x.Feed.Title), o.URL
	return x, nil
}

// exportEntries reads what is to be written, at most so many entries of each feed
// unless that is 0.
func (a *App) exportEntries(ctx context.Context, f store.EntryFilter, perFeed int) iter.Seq2[model.Entry, error] {
	if perFeed == 0 {
		return a.db.Entries(ctx, f)
	}
	limit := f.Limit
	f.Limit = 0 // the limit is of what is left then
	return newestOfEach(a.db.Entries(ctx, f), perFeed, limit)
}

// newestOfEach lets the first n entries of each feed through, and limit of all
// unless that is 0.
func newestOfEach(entries iter.Seq2[model.Entry, error], n, limit int) iter.Seq2[model.Entry, error] {
	return func(yield func(model.Entry, error) bool) {
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

// A contentFunc returns the post of an entry as HTML, nil for none.
type contentFunc func(ctx context.Context, e model.Entry) (*feed.Content, error)

// exported yields entries in the form in which they are written.
func exported(ctx context.Context, entries iter.Seq2[model.Entry, error], form func(model.Entry) feed.Entry, content contentFunc) iter.Seq2[feed.Entry, error] {
	return func(yield func(feed.Entry, error) bool) {
		for e, err := range entries {
			entry := form(e)
			if err == nil {
				entry.Content, err = content(ctx, e)
			}
			if !yield(entry, err) {
				return
			}
		}
	}
}

// publicLink is where an entry leads in what is published: to its link, or where that is
// not for publishing, to its feed's page.
func publicLink(link, page string) string {
	if !address.MayLink(link) {
		return page
	}
	return link
}

// ownEntry is an entry in the feed that it comes from.
func ownEntry(e model.Entry) feed.Entry {
	return feed.Entry{ID: e.AtomID, Link: publicLink(e.URL, e.FeedURL), Title: e.Title, Author: e.Author, Updated: e.Updated, Published: e.Published}
}

// mergedForm is the form of entries that several feeds are merged into.
func (a *App) mergedForm(ctx context.Context, o ExportOptions) (func(model.Entry) feed.Entry, error) {
	if !o.ForPeople {
		return mergedEntry, nil
	}
	names, err := a.DistinctNames(ctx)
	return func(e model.Entry) feed.Entry {
		entry := mergedEntry(e)
		if name, shared := names[e.SubscriptionID]; shared {
			if entry.Author == entry.Source.Title {
				entry.Author = name
			}
			entry.Source.Title = name
		}
		return entry
	}, err
}

// mergedEntry is an entry among those of other feeds.
func mergedEntry(e model.Entry) feed.Entry {
	entry := ownEntry(e)
	entry.Source = &feed.Feed{
		ID: e.FeedURL, Link: e.FeedURL, Title: e.FeedTitle, Author: e.FeedAuthor, Lang: e.Lang, Updated: e.FeedUpdated,
	}
	if e.AtomIDTaken {
		entry.ID = feed.NewID(e.FeedURL, e.AtomID)
	}
	return entry
}

// ownFeed is a subscription as the feed that its page stands for, without its
// entries.
func ownFeed(s model.Subscription) *feed.Feed {
	return &feed.Feed{
		ID: s.URL, Link: s.URL, Title: s.Name(), Subtitle: s.Subtitle, Author: s.Author, Lang: s.Lang,
		Updated: cmp.Or(s.FeedUpdated, s.ChangedAt, s.AddedAt),
	}
}

// mergedFeed is the feed that entries of several feeds are merged into. It
// says nothing of the present, so that the same database gives the same bytes.
func (a *App) mergedFeed(ctx context.Context, tag string) (*feed.Feed, error) {
	id, err := a.db.FeedID(ctx)
	if err != nil {
		return nil, err
	}
	f := &feed.Feed{ID: id, Title: "gemsub", Author: "gemsub"}
	if tag != "" {
		f.Title += ": " + tag
	}
	return f, nil
}
