package publish

import (
	"cmp"
	"encoding/xml"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/gorilla/feeds"
	"golang.org/x/net/html"

	"gemsub/feed"
)

// RSS writes f as an RSS 2.0 document, with entries in place of its own:
// newest first, no two with the same ID. RSS requires a link and a description of a
// channel: the link is Link, else Self, else ID, the description is the subtitle,
// else the title.
//
// An entry with a Source names it. An undated entry has no date. pubDate is
// Published, else Updated; where both are known and differ, atom:updated is added.
// Authors are dc:creator elements, since RSS's own are e-mail addresses. Most
// readers take titles for HTML, so a title that would lose something is escaped.
// ContentHTML becomes content:encoded.
//
// Characters that XML does not allow become U+FFFD. Errors are those of w and of
// entries.
func RSS(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	return writeXML(w, rssDocument(f, entries))
}

// An rssFile adds to the type of gorilla/feeds elements of other namespaces, and
// sources with a URL.
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
	Creator string     `xml:"dc:creator,omitempty"`
	Items   xmlEntries `xml:"item"`
}

type rssSelf struct {
	XMLName xml.Name `xml:"atom:link"`
	feeds.AtomLink
}

type rssItem struct {
	feeds.RssItem
	Description string `xml:"description,omitempty"` // hides the library's, which is never omitted
	Creator     string `xml:"dc:creator,omitempty"`
	Updated     string `xml:"atom:updated,omitempty"`
	Encoded     *rssContent
	Source      *rssSource
}

// An rssContent declares its namespace itself, since the head of a document is written
// before it is known whether an item has content.
type rssContent struct {
	XMLName xml.Name `xml:"content:encoded"`
	Space   string   `xml:"xmlns:content,attr"`
	HTML    string   `xml:",chardata"`
}

type rssSource struct {
	XMLName xml.Name `xml:"source"`
	URL     string   `xml:"url,attr"`
	Title   string   `xml:",chardata"`
}

func rssDocument(f *feed.Feed, entries iter.Seq2[feed.Entry, error]) *rssFile {
	channel := rssChannel{
		RssFeed: feeds.RssFeed{
			Title:         rssText(f.Title),
			Link:          cmp.Or(f.Link, f.Self, f.ID),
			Description:   rssText(cmp.Or(f.Subtitle, f.Title)),
			Language:      f.Lang,
			LastBuildDate: rssTime(f.Updated),
		},
		Creator: f.Author,
		Items:   xmlEntries{entries, func(e feed.Entry) any { return newRSSItem(e) }},
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

func newRSSItem(e feed.Entry) rssItem {
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
	if post := e.ContentHTML(); post != "" {
		item.Encoded = &rssContent{Space: "http://purl.org/rss/1.0/modules/content/", HTML: post}
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

// rssText returns s for an element that some readers take for text, others for
// HTML.
func rssText(s string) string {
	if !hasMarkup(s) {
		return s
	}
	return html.EscapeString(s)
}

// hasMarkup reports whether some reader of HTML could take a part of s for more than
// text.
func hasMarkup(s string) bool {
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return len(z.Raw()) > 0 || html.UnescapeString(s) != s
		case html.TextToken:
		default:
			return true
		}
	}
}

// rssTime formats a time after RFC 822 with a year of four digits, "" for none.
func rssTime(t time.Time) string {
	if t = statedTime(t); t.IsZero() {
		return ""
	}
	return t.Format(time.RFC1123Z)
}
