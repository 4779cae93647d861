package app

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"iter"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/internal/publish"
)

// OPML is the format of a document that holds the subscriptions.
const OPML = "opml"

// DocumentFormats lists the formats in the order in which help shows them.
func DocumentFormats() []string {
	return []string{"atom", "rss", "json", OPML, "gemtext", "html", "csv"}
}

// ContentFormats lists the formats that can carry posts.
func ContentFormats() []string { return []string{"atom", "rss", "json", "html"} }

// DocumentOptions say what is exported, and in which format.
type DocumentOptions struct {
	ExportOptions
	Format  string // one of [DocumentFormats]
	Gateway string // a web proxy through which links of html lead, "" for none
	// Content adds the posts that are kept as text, in one of [ContentFormats], but for
	// those that robots.txt refuses to one of the virtual Agents, of which html always is
	// webproxy. A capsule whose robots.txt is not known refuses all.
	Content bool
	Agents  []string
}

// A Document is what an export writes.
type Document struct {
	Write func(io.Writer) (model.Withheld, error)
	Empty bool // there are no entries, or for OPML no feeds
}

// Document returns the document that o describes.
func (a *App) Document(ctx context.Context, o DocumentOptions) (Document, error) {
	if o.Format == OPML {
		subs, err := a.Outlines(ctx, o.EntryQuery)
		write := func(w io.Writer) error { return exchange.WriteOPML(w, cmp.Or(o.Title, "gemsub"), subs) }
		whole := func(w io.Writer) (model.Withheld, error) { return model.Withheld{}, write(w) }
		return Document{Write: whole, Empty: len(subs) == 0}, err
	}
	page := publish.HTMLOptions{Gateway: o.Gateway, OPML: sourceList, Posts: o.Content}
	posts := a.contents(o, page)
	x, err := a.export(ctx, o.ExportOptions, posts.of)
	if err != nil {
		return Document{}, err
	}
	write := entryWriters(page)[o.Format]
	return Document{Empty: x.Empty, Write: func(w io.Writer) (model.Withheld, error) {
		err := write(w, x.Feed, x.Entries)
		return posts.withheld, err
	}}, nil
}

// An entryWriter writes entries as they come, under what f says beside them.
type entryWriter func(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error

// entryWriters are the formats of entries.
func entryWriters(page publish.HTMLOptions) map[string]entryWriter {
	return map[string]entryWriter{
		"atom":    feed.WriteAtom,
		"rss":     feed.WriteRSS,
		"json":    feed.WriteJSON,
		"gemtext": publish.Gemtext,
		"html":    page.Write,
		"csv":     publish.CSV,
	}
}

// sourceList is the OPML file that a page of entries offers.
func sourceList(feeds []publish.Link) ([]byte, error) {
	subs := make([]exchange.Subscription, len(feeds))
	for i, f := range feeds {
		subs[i] = exchange.Subscription{URL: f.URL, FeedTitle: f.Text}
	}
	var list bytes.Buffer
	err := exchange.WriteOPML(&list, "gemsub", subs)
	return list.Bytes(), err
}
