package app

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"iter"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/publish"
)

// The formats of documents that do not hold entries alone.
const (
	OPML    = "opml"   // the subscriptions
	Archive = "gemsub" // all that a database holds, for another gemsub
)

// DocumentFormats lists the formats in the order in which help shows them.
func DocumentFormats() []string {
	return []string{"atom", "rss", "json", OPML, "gemtext", "html", "csv", Archive}
}

// DocumentOptions say what is exported, and in which format.
type DocumentOptions struct {
	ExportOptions
	Format  string // one of [DocumentFormats]
	Gateway string // a web proxy through which links of html lead, "" for none
}

// A Document is what an export writes.
type Document struct {
	Write func(io.Writer) error
	Empty bool // there are no entries, or for OPML no feeds
}

// Document returns the document that o describes.
func (a *App) Document(ctx context.Context, o DocumentOptions) (Document, error) {
	switch o.Format {
	case Archive:
		return Document{Write: func(w io.Writer) error { return a.WriteArchive(ctx, w) }}, nil
	case OPML:
		subs, err := a.Outlines(ctx, o.EntryQuery)
		write := func(w io.Writer) error { return exchange.WriteOPML(w, cmp.Or(o.Title, "gemsub"), subs) }
		return Document{Write: write, Empty: len(subs) == 0}, err
	}
	x, err := a.Export(ctx, o.ExportOptions)
	if err != nil {
		return Document{}, err
	}
	write := entryWriters(o.Gateway)[o.Format]
	return Document{Write: func(w io.Writer) error { return write(w, x.Feed, x.Entries) }, Empty: x.Empty}, nil
}

// An entryWriter writes entries as they come, under what f says beside them.
type entryWriter func(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error

// entryWriters are the formats of entries; gateway is for links of a page.
func entryWriters(gateway string) map[string]entryWriter {
	return map[string]entryWriter{
		"atom":    feed.WriteAtom,
		"rss":     feed.WriteRSS,
		"json":    feed.WriteJSON,
		"gemtext": publish.Gemtext,
		"html":    publish.HTMLOptions{Gateway: gateway, OPML: sourceList}.Write,
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
