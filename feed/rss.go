package feed

import (
	"cmp"
	"encoding/xml"
	"html"
	"io"
	"iter"
	"time"

	"github.com/gorilla/feeds"
)

// WriteRSS writes a feed as an RSS 2.0 document: f, with entries in place of its
// own, newest first and none twice. The elements that RSS requires of a
// channel stand in for each other: its link is Link, Self or ID, its description
// the subtitle or title.
//
// Entries with a Source name it. Undated ones have no date. An entry was published when it was updated,
// unless Published says otherwise: then atom:updated gives the other time.
// Authors are written as dc:creator, for RSS knows e-mail addresses only. A title
// that would lose something when it is read as HTML, as most readers do, is
// escaped as such.
//
// Characters that XML does not allow become U+FFFD. Errors are those of w and of
// entries.
func WriteRSS(w io.Writer, f *Feed, entries iter.Seq2[Entry, error]) error {
	return writeXML(w, rssDocument(f, entries))
}

// The types of gorilla/feeds know no other namespaces, and sources without URL.
type rssFile struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Atom    string   `xml:"xmlns:atom,attr"`
	Dublin  string   `xml:"xmlns:dc,attr"`
	Channel rssChannel
}

// FeedXml makes an rssFile a document that gorilla/feeds writes.
func (f *rssFile) FeedXml() any { return f }

type rssChannel struct {
	feeds.RssFeed
	Self    *rssSelf
	Creator string   `xml:"dc:creator,omitempty"`
	Items   rssItems `xml:"item"`
}

type rssSelf struct {
	XMLName xml.Name `xml:"atom:link"`
	feeds.AtomLink
}

// rssItems are the entries of a feed, made when they are written.
type rssItems struct{ all iter.Seq2[Entry, error] }

// MarshalXML writes one element after the other.
func (r rssItems) MarshalXML(enc *xml.Encoder, start xml.StartElement) error {
	for e, err := range r.all {
		if err != nil {
			return err
		}
		if err := enc.EncodeElement(newRSSItem(e), start); err != nil {
			return err
		}
	}
	return nil
}

type rssItem struct {
	feeds.RssItem
	Description string `xml:"description,omitempty"` // there is none
	Creator     string `xml:"dc:creator,omitempty"`
	Updated     string `xml:"atom:updated,omitempty"`
	Source      *rssSource
}

type rssSource struct {
	XMLName xml.Name `xml:"source"`
	URL     string   `xml:"url,attr"`
	Title   string   `xml:",chardata"`
}

func rssDocument(f *Feed, entries iter.Seq2[Entry, error]) *rssFile {
	channel := rssChannel{
		RssFeed: feeds.RssFeed{
			Title:         rssText(f.Title),
			Link:          cmp.Or(f.Link, f.Self, f.ID),
			Description:   rssText(cmp.Or(f.Subtitle, f.Title)),
			Language:      f.Lang,
			LastBuildDate: rssTime(f.Updated),
		},
		Creator: f.Author,
		Items:   rssItems{entries},
	}
	if f.Self != "" {
		channel.Self = &rssSelf{AtomLink: feeds.AtomLink{Href: f.Self, Rel: "self", Type: "application/rss+xml"}}
	}
	return &rssFile{
		Version: "2.0",
		Atom:    "http://www.w3.org/2005/Atom",
		Dublin:  "http://purl.org/dc/elements/1.1/",
		Channel: channel,
	}
}

func newRSSItem(e Entry) rssItem {
	item := rssItem{
		RssItem: feeds.RssItem{
			Title: rssText(e.Title),
			Link:  e.Link,
			Guid:  &feeds.RssGuid{Id: mergedID(e)},
		},
		Creator: entryAuthor(e),
	}
	if item.Guid.Id != e.Link {
		item.Guid.IsPermaLink = "false"
	}
	updated, published := statedTime(e.Updated), statedTime(e.Published)
	item.PubDate = rssTime(cmp.Or(published, updated))
	if !published.IsZero() && !updated.IsZero() && !published.Equal(updated) {
		item.Updated = updated.Format(time.RFC3339)
	}
	if s := e.Source; s != nil {
		item.Source = &rssSource{URL: cmp.Or(s.Self, s.ID), Title: rssText(s.Title)}
	}
	return item
}

// rssText is text for an element that readers take for text or for HTML.
func rssText(s string) string {
	if htmlText(s) == s {
		return s
	}
	return html.EscapeString(s)
}

// rssTime is a date after RFC 822 with a year of four digits, empty for none.
func rssTime(t time.Time) string {
	if t = statedTime(t); t.IsZero() {
		return ""
	}
	return t.Format(time.RFC1123Z)
}
