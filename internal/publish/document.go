// Package publish writes a feed, or several merged into one, for people and for other
// programs: as Atom (RFC 4287), RSS 2.0 or JSON Feed 1.1, as a text/gemini page that can be
// subscribed to, or as a static HTML page. It writes lists of feeds as OPML 2.0.
//
// Texts come from strangers and are escaped everywhere. The output depends only on the
// arguments. Entries are written one by one, so memory does not grow with their number.
package publish

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"strings"
	"time"

	"gemsub/feed"
)

// A Document is a feed with its entries, to be written in any format.
type Document struct {
	Feed *feed.Feed // its field Entries is not used
	// Entries are newest first, no two with the same ID. An entry of a merged feed has a
	// Source.
	Entries iter.Seq2[feed.Entry, error]
	// Posts says that entries may contain their posts; an HTML page then has styles for them.
	Posts bool
}

// Write writes the document in a format: atom, rss, json, gemtext or html. It returns errors
// of w and of the entries. After an error what was written is no whole document.
func (d Document) Write(w io.Writer, format string) error {
	writers := map[string]func(Document, *bufio.Writer, iter.Seq[feed.Entry]) error{
		"atom": Document.writeAtom, "rss": Document.writeRSS, "json": Document.writeJSON, "gemtext": Document.writeGemtext, "html": Document.writeHTML,
	}
	var failed error
	out := bufio.NewWriter(w)
	err := writers[format](d, out, func(yield func(feed.Entry) bool) {
		for e, err := range d.Entries {
			if failed = err; err != nil || !yield(e) {
				return
			}
		}
	})
	if err != nil || failed != nil {
		return cmp.Or(err, failed)
	}
	return out.Flush()
}

// writeAround writes document, which ends with end, and inserts the entries before its end, with
// separator between them. It encodes one entry at a time, and stops at the first error.
func writeAround(out *bufio.Writer, entries iter.Seq[feed.Entry], document, end, separator string, encode func(feed.Entry) ([]byte, error)) error {
	out.WriteString(strings.TrimSuffix(document, end)) // the last write returns its error
	before := "\n"
	for e := range entries {
		entry, err := encode(e)
		if err != nil {
			return err
		}
		out.WriteString(before)
		if _, err := out.Write(entry); err != nil {
			return err
		}
		before = separator + "\n"
	}
	_, err := out.WriteString(end + "\n")
	return err
}

// sourceOf returns the feed that an entry was copied from, or an empty feed.
func sourceOf(e feed.Entry) *feed.Feed { return cmp.Or(e.Source, new(feed.Feed)) }

// authorOf returns the author of an entry. For an entry without one, feed readers show the
// author of the feed, so an entry of a merged feed gets its source's author or title.
func authorOf(e feed.Entry) string {
	return cmp.Or(e.Author, sourceOf(e).Author, sourceOf(e).Title)
}

// formatTime formats a time. It returns "" for the zero time, and for a year that documents
// cannot state: only 0 to 9999 are possible (RFC 3339).
func formatTime(t time.Time, layout string) string {
	if t = t.UTC(); t.IsZero() || t.Year() < 0 || t.Year() > 9999 {
		return ""
	}
	return t.Format(layout)
}
