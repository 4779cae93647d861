package publish

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"iter"
	"time"

	"github.com/gorilla/feeds"

	"gemsub/feed"
)

// writeAtom writes an Atom document (RFC 4287). It has the elements of the example in
// "Subscribing to Gemini pages", and an author, which Atom requires: the title if the author
// is unknown. It has a link to itself if Self or the id is a URL with a host; an id such as
// urn:uuid:… does not say where the document is.
//
// An entry with a Source names the source's title, id and author. Atom requires ids to be
// IRIs, so [NewUUID] replaces others. Atom also requires a date, so an undated entry gets the
// date of its source, else that of the feed, else the beginning of 1970.
//
// Characters that XML does not allow become U+FFFD.
func (d Document) writeAtom(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	head := newAtomFeed(d.Feed, "feed")
	head.Xmlns, head.Lang, head.Subtitle = "http://www.w3.org/2005/Atom", d.Feed.Lang, d.Feed.Subtitle
	document, err := feeds.ToXML(head)
	if err != nil {
		return err
	}
	return writeAround(out, entries, document, "\n</feed>", "", func(e feed.Entry) ([]byte, error) {
		return xml.MarshalIndent(newAtomEntry(e, d.Feed), "  ", "  ")
	})
}

// An atomFeed adds to the type of gorilla/feeds the language and more than one link. It is
// also the source of an entry.
type atomFeed struct {
	feeds.AtomFeed
	XMLName xml.Name
	Xmlns   string `xml:"xmlns,attr,omitempty"`
	Lang    string `xml:"xml:lang,attr,omitempty"`
	Links   []feeds.AtomLink
}

// FeedXml lets gorilla/feeds write an atomFeed.
func (f *atomFeed) FeedXml() any { return f }

// newAtomFeed returns the element of f; its name is feed or source.
func newAtomFeed(f *feed.Feed, name string) *atomFeed {
	element := &atomFeed{
		XMLName: xml.Name{Local: name},
		AtomFeed: feeds.AtomFeed{
			Title:   f.Title,
			Id:      globalID(cmp.Or(f.Self, f.Link), f.ID),
			Updated: cmp.Or(atomTime(f.Updated), epoch),
			Author:  newAtomPerson(cmp.Or(f.Author, f.Title)),
		},
	}
	if self := cmp.Or(f.Self, f.ID); IsURL(self) {
		element.Links = append(element.Links, feeds.AtomLink{Href: self, Rel: "self"})
	}
	if f.Link != "" {
		element.Links = append(element.Links, feeds.AtomLink{Href: f.Link, Rel: "alternate"})
	}
	return element
}

type atomEntry struct {
	feeds.AtomEntry
	Lang   string `xml:"xml:lang,attr,omitempty"`
	Source *atomFeed
}

// newAtomEntry returns the element of an entry of f.
func newAtomEntry(e feed.Entry, f *feed.Feed) atomEntry {
	entry := atomEntry{
		AtomEntry: feeds.AtomEntry{
			Title:     e.Title,
			Id:        globalID(cmp.Or(e.Source, f).ID, e.ID),
			Published: atomTime(e.Published),
			Updated:   cmp.Or(atomTime(e.Updated), atomTime(e.Published), atomTime(sourceOf(e).Updated), atomTime(f.Updated), epoch),
			Links:     []feeds.AtomLink{{Href: e.Link, Rel: "alternate"}},
		},
		Lang: sourceOf(e).Lang,
	}
	if author := authorOf(e); author != "" {
		entry.Author = newAtomPerson(author)
	}
	if post := e.ContentHTML(); post != "" {
		entry.Content = &feeds.AtomContent{Type: "html", Content: post}
	}
	if e.Source != nil {
		entry.Source = newAtomFeed(e.Source, "source")
	}
	return entry
}

func newAtomPerson(name string) *feeds.AtomAuthor {
	return &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: name}}
}

// epoch replaces an unknown time, since Atom requires one.
const epoch = "1970-01-01T00:00:00Z"

// atomTime formats a time for Atom. It returns "" for the zero time.
func atomTime(t time.Time) string { return formatTime(t, time.RFC3339) }
