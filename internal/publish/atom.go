package publish

import (
	"cmp"
	"encoding/xml"
	"io"
	"iter"
	"time"

	"github.com/gorilla/feeds"

	"gemsub/feed"
)

// Atom writes f as an Atom document (RFC 4287), with entries in place of its
// own: newest first, no two with the same ID. The document has the elements of the
// example in "Subscribing to Gemini pages", and an author, which Atom requires: the
// title where it is unknown. It has a link to itself if Self or the id is a URL with a
// host: an id such as urn:uuid:… says nothing of where the document is.
//
// An entry with a Source belongs to a merged feed: its element names the source's
// title, id and author. Atom requires ids to be IRIs, so [NewID] replaces others.
// Atom also requires a date, so an undated entry gets that of its source, else
// that of f, else the beginning of 1970. ContentHTML is its content.
//
// Characters that XML does not allow become U+FFFD. Errors are those of w and of
// entries.
func Atom(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	return writeXML(w, atomDocument(f, entries))
}

// An atomFeed adds to the type of gorilla/feeds what a valid document needs: the
// language, more than one link, and entries with a source element.
type atomFeed struct {
	feeds.AtomFeed
	Lang    string `xml:"xml:lang,attr,omitempty"`
	Links   []feeds.AtomLink
	Entries xmlEntries `xml:"entry"`
}

// FeedXml makes an atomFeed a document that gorilla/feeds writes.
func (f *atomFeed) FeedXml() any { return f }

type atomEntry struct {
	feeds.AtomEntry
	Lang   string      `xml:"xml:lang,attr,omitempty"`
	Source *atomSource `xml:"source"`
}

type atomSource struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Author  *feeds.AtomAuthor
	Links   []feeds.AtomLink
}

func atomDocument(f *feed.Feed, entries iter.Seq2[feed.Entry, error]) *atomFeed {
	return &atomFeed{
		AtomFeed: feeds.AtomFeed{
			XMLName:  xml.Name{Local: "feed"},
			Xmlns:    "http://www.w3.org/2005/Atom",
			Title:    f.Title,
			Id:       feedID(f),
			Updated:  atomTime(f.Updated),
			Subtitle: f.Subtitle,
			Author:   atomAuthor(f),
		},
		Lang:    f.Lang,
		Links:   atomLinks(f),
		Entries: xmlEntries{entries, func(e feed.Entry) any { return newAtomEntry(e, f) }},
	}
}

// newAtomEntry returns the element of an entry of f.
func newAtomEntry(e feed.Entry, f *feed.Feed) atomEntry {
	entry := atomEntry{AtomEntry: feeds.AtomEntry{
		XMLName: xml.Name{Local: "entry"},
		Title:   e.Title,
		Id:      entryID(e, f),
		Links:   []feeds.AtomLink{{Href: e.Link, Rel: "alternate"}},
	}}
	if published := statedTime(e.Published); !published.IsZero() {
		entry.Published = atomTime(published)
	}
	if author := entryAuthor(e); author != "" {
		entry.Author = person(author)
	}
	if post := e.ContentHTML(); post != "" {
		entry.Content = &feeds.AtomContent{Type: "html", Content: post}
	}
	updated := cmp.Or(statedTime(e.Updated), statedTime(e.Published))
	if s := e.Source; s != nil {
		updated = cmp.Or(updated, statedTime(s.Updated))
		entry.Lang = s.Lang
		entry.Source = &atomSource{
			ID:      feedID(s),
			Title:   s.Title,
			Updated: atomTime(s.Updated),
			Author:  atomAuthor(s),
			Links:   atomLinks(s),
		}
	}
	entry.Updated = atomTime(cmp.Or(updated, f.Updated))
	return entry
}

func atomLinks(f *feed.Feed) []feeds.AtomLink {
	var links []feeds.AtomLink
	if self := cmp.Or(f.Self, f.ID); hasHost(self) {
		links = append(links, feeds.AtomLink{Href: self, Rel: "self"})
	}
	if f.Link != "" {
		links = append(links, feeds.AtomLink{Href: f.Link, Rel: "alternate"})
	}
	return links
}

// atomAuthor returns the author of f, which Atom requires: its title if unknown.
func atomAuthor(f *feed.Feed) *feeds.AtomAuthor {
	return person(cmp.Or(f.Author, f.Title))
}

func person(name string) *feeds.AtomAuthor {
	return &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: name}}
}

// atomTime formats a time for Atom, which requires one: 1970 for none.
func atomTime(t time.Time) string {
	return cmp.Or(statedTime(t), time.Unix(0, 0).UTC()).Format(time.RFC3339)
}
