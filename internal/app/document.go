package app

import (
	"cmp"
	"context"
	"io"
	"iter"
	"slices"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/publish"
)

// OPML is the format of a document that holds the subscriptions.
const OPML = "opml"

// DocumentFormats lists the formats in the order in which help shows them.
func DocumentFormats() []string {
	return []string{"atom", "rss", "json", OPML, "gemtext", "html"}
}

// ContentFormats lists the formats that can carry posts.
func ContentFormats() []string { return []string{"atom", "rss", "json", "html"} }

// DocumentOptions say which entries are exported, with which title and URL, and in which format.
type DocumentOptions struct {
	EntryQuery
	Format  string // one of [DocumentFormats]
	PerFeed int    // at most the newest of each feed; 0: all
	Title   string // of the document; "": the feed's title, or gemsub
	URL     string // where the document will be published; "": unknown
	// Content adds the posts that are kept as text, if the format is one of [ContentFormats]. It
	// leaves out posts that robots.txt refuses to one of the virtual Agents, which always
	// include webproxy for html. A capsule whose robots.txt is unknown refuses all.
	Content bool
	Agents  []string
}

// A Document is what an export writes: one feed, several feeds merged, or the subscriptions.
type Document struct {
	Feed *feed.Feed // without its entries; nil for OPML
	// Entries are newest first. Entries of a merged feed name the feed that they come from. An
	// error ends the sequence.
	Entries iter.Seq2[feed.Entry, error]
	Empty   bool // there are no entries, or for OPML no feeds
	Write   func(io.Writer) (WithheldPosts, error)
}

// Document returns the document that o describes.
func (a *App) Document(ctx context.Context, o DocumentOptions) (Document, error) {
	if o.Format == OPML {
		subs, err := a.outlines(ctx, o.EntryQuery)
		return Document{Empty: len(subs) == 0, Write: func(w io.Writer) (none WithheldPosts, err error) {
			return none, publish.WriteOPML(w, cmp.Or(o.Title, "gemsub"), subs)
		}}, err
	}
	posts := a.contents(o)
	d, err := a.export(ctx, o, posts)
	d.Write = func(w io.Writer) (WithheldPosts, error) {
		err := publish.Document{Feed: d.Feed, Entries: d.Entries, Posts: o.Content}.Write(w, o.Format)
		return posts.withheld, err
	}
	return d, err
}

// outlines returns the subscriptions for a file for other programs: the feeds that q selects,
// except "Read later" and, if q asks for certain entries, feeds without such entries.
func (a *App) outlines(ctx context.Context, q EntryQuery) (all []model.Subscription, err error) {
	subs, err := a.Feeds(ctx, FeedQuery{FeedFilter: FeedFilter{Tag: q.Tag}, Feeds: q.Feeds})
	if err != nil {
		return nil, err
	}
	asksForEntries := q.UnreadOnly || q.StarredOnly || !q.Since.IsZero() || !q.Before.IsZero()
	for _, s := range slices.DeleteFunc(subs, model.Subscription.IsLater) {
		if asksForEntries {
			f := q.EntryFilter
			f.Subscriptions = []int64{s.ID}
			first, err := a.firstEntry(ctx, f)
			if err != nil {
				return nil, err
			}
			if first.ID == 0 {
				continue
			}
		}
		all = append(all, s)
	}
	return all, nil
}
