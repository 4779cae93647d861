package publish

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"html"
	"iter"
	"strings"
	"time"

	"github.com/gorilla/feeds"

	"gemsub/feed"
)

// writeRSS writes an RSS 2.0 document. RSS requires a link and a description of a channel:
// the link is Link, else Self, else ID; the description is the subtitle, else the title.
//
// An entry with a Source names it. An undated entry has no date. pubDate is Published, else
// Updated; if both are known and differ, atom:updated is added. Authors are dc:creator
// elements, since RSS's own author is an e-mail address. Most feed readers read titles as
// HTML, so a title with "<" or a reference is escaped.
//
// Characters that XML does not allow become U+FFFD.
func (d Document) writeRSS(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	document, err := feeds.ToXML(newRSSFile(d.Feed))
	if err != nil {
		return err
	}
	return writeAround(out, entries, document, "\n  </channel>\n</rss>", "", func(e feed.Entry) ([]byte, error) {
		return xml.MarshalIndent(newRSSItem(e), "    ", "  ")
	})
}

// An rssFile adds to the type of gorilla/feeds elements of other namespaces.
type rssFile struct {
	feeds.RssFeedXml
	Atom    string `xml:"xmlns:atom,attr"`
	Dublin  string `xml:"xmlns:dc,attr"`
	Channel rssChannel
}

// FeedXml lets gorilla/feeds write an rssFile.
func (f *rssFile) FeedXml() any { return f }

type rssChannel struct {
	feeds.RssFeed
	Self    *rssSelf
	Creator string `xml:"dc:creator,omitempty"`
}

type rssSelf struct {
	XMLName xml.Name `xml:"atom:link"`
	feeds.AtomLink
}

// newRSSFile returns the document of f, without items.
func newRSSFile(f *feed.Feed) *rssFile {
	file := &rssFile{
		RssFeedXml: feeds.RssFeedXml{Version: "2.0", ContentNamespace: "http://purl.org/rss/1.0/modules/content/"},
		Atom:       "http://www.w3.org/2005/Atom",
		Dublin:     "http://purl.org/dc/elements/1.1/",
		Channel: rssChannel{
			RssFeed: feeds.RssFeed{
				Title:         rssText(f.Title),
				Link:          cmp.Or(f.Link, f.Self, f.ID),
				Description:   rssText(cmp.Or(f.Subtitle, f.Title)),
				Language:      f.Lang,
				LastBuildDate: formatTime(f.Updated, time.RFC1123Z),
			},
			Creator: f.Author,
		},
	}
	if f.Self != "" {
		file.Channel.Self = &rssSelf{AtomLink: feeds.AtomLink{Href: f.Self, Rel: "self", Type: "application/rss+xml"}}
	}
	return file
}

type rssItem struct {
	feeds.RssItem
	Description string `xml:"description,omitempty"` // hides the library's field, which is never omitted
	Creator     string `xml:"dc:creator,omitempty"`
	Updated     string `xml:"atom:updated,omitempty"`
	Source      *rssSource
}

type rssSource struct {
	XMLName xml.Name `xml:"source"`
	URL     string   `xml:"url,attr"`
	Title   string   `xml:",chardata"`
}

// newRSSItem returns the item of an entry.
func newRSSItem(e feed.Entry) rssItem {
	item := rssItem{
		RssItem: feeds.RssItem{Title: rssText(e.Title), Link: e.Link, Guid: &feeds.RssGuid{Id: entryID(e)}},
		Creator: authorOf(e),
	}
	if post := e.ContentHTML(); post != "" {
		item.Content = &feeds.RssContent{Content: post}
	}
	if item.Guid.Id != e.Link {
		item.Guid.IsPermaLink = "false"
	}
	updated := formatTime(e.Updated, time.RFC1123Z)
	item.PubDate = cmp.Or(formatTime(e.Published, time.RFC1123Z), updated)
	if updated != item.PubDate {
		item.Updated = formatTime(e.Updated, time.RFC3339)
	}
	if s := e.Source; s != nil {
		item.Source = &rssSource{URL: cmp.Or(s.Self, s.ID), Title: rssText(s.Title)}
	}
	return item
}

// rssText returns s, escaped if it has "<" or a reference: some feed readers read it as HTML.
func rssText(s string) string {
	if html.UnescapeString(s) == s && !strings.Contains(s, "<") {
		return s
	}
	return html.EscapeString(s)
}
