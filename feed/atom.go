package feed

import (
	"cmp"
	"encoding/xml"
	"io"
	"time"

	"github.com/gorilla/feeds"
)

// WriteAtom writes f as an Atom document (RFC 4287) with the elements that the
// example in "Subscribing to Gemini pages" shows, and those that Atom requires
// beside them: an author, which is the feed's title where none is known, and a
// link to itself.
//
// Entries with a Source belong to a merged feed: they carry that feed's title,
// id and author along. Of entries with the same id the first is written.
func WriteAtom(w io.Writer, f *Feed) error {
	if err := feeds.WriteXML(atomDocument(f), w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// The types of gorilla/feeds lack what a valid document of ours needs: the
// language, more than one link, and a source that is an element.
type atomFeed struct {
	feeds.AtomFeed
	Lang    string `xml:"xml:lang,attr,omitempty"`
	Links   []feeds.AtomLink
	Entries []atomEntry `xml:"entry"`
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

func atomDocument(f *Feed) *atomFeed {
	doc := &atomFeed{
		AtomFeed: feeds.AtomFeed{
			XMLName:  xml.Name{Local: "feed"},
			Xmlns:    "http://www.w3.org/2005/Atom",
			Title:    f.Title,
			Id:       f.ID,
			Updated:  atomTime(f.Updated),
			Subtitle: f.Subtitle,
			Author:   atomAuthor(f),
		},
		Lang:  f.Lang,
		Links: atomLinks(f),
	}
	seen := make(map[string]bool, len(f.Entries))
	for _, e := range f.Entries {
		if !seen[e.ID] {
			seen[e.ID] = true
			doc.Entries = append(doc.Entries, newAtomEntry(e))
		}
	}
	return doc
}

func newAtomEntry(e Entry) atomEntry {
	entry := atomEntry{AtomEntry: feeds.AtomEntry{
		XMLName: xml.Name{Local: "entry"},
		Title:   e.Title,
		Id:      e.ID,
		Updated: atomTime(e.Updated),
		Links:   []feeds.AtomLink{{Href: e.Link, Rel: "alternate"}},
	}}
	if e.Author != "" {
		entry.Author = person(e.Author)
	}
	if s := e.Source; s != nil {
		entry.Lang = s.Lang
		entry.Author = cmp.Or(entry.Author, atomAuthor(s))
		entry.Source = &atomSource{
			ID:      s.ID,
			Title:   s.Title,
			Updated: atomTime(s.Updated),
			Author:  atomAuthor(s),
			Links:   atomLinks(s),
		}
	}
	return entry
}

func atomLinks(f *Feed) []feeds.AtomLink {
	links := []feeds.AtomLink{{Href: cmp.Or(f.Self, f.ID), Rel: "self"}}
	if f.Link != "" {
		links = append(links, feeds.AtomLink{Href: f.Link, Rel: "alternate"})
	}
	return links
}

// atomAuthor is required by Atom; a page names none, so its title stands in.
func atomAuthor(f *Feed) *feeds.AtomAuthor {
	return person(cmp.Or(f.Author, f.Title))
}

func person(name string) *feeds.AtomAuthor {
	return &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: name}}
}

func atomTime(t time.Time) string {
	return t.UTC().Format(time.RFC3339)
}
