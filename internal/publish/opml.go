package publish

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An opmlFile is a document of OPML.
type opmlFile struct {
	XMLName  xml.Name  `xml:"opml"`
	Version  string    `xml:"version,attr"`
	Space    string    `xml:"xmlns:gemsub,attr"`
	Title    string    `xml:"head>title"`
	Outlines []outline `xml:"body>outline"`
}

// An outline is a feed, or a group, which has only a name and Outlines.
type outline struct {
	Text      string    `xml:"text,attr"`
	Title     string    `xml:"title,attr,omitempty"`
	Type      string    `xml:"type,attr,omitempty"`
	XMLURL    string    `xml:"xmlUrl,attr,omitempty"`
	Category  string    `xml:"category,attr,omitempty"`
	Format    string    `xml:"gemsub:format,attr,omitempty"`
	TitleFrom string    `xml:"gemsub:title,attr,omitempty"`
	Outlines  []outline `xml:"outline"`
}

// WriteOPML writes subscriptions as OPML 2.0, from which package exchange reads the same
// URLs, titles, tags and formats.
//
// Each subscription is written once, in a group named after its first tag, with all of its
// tags as category, in which "%", "," and "/" are percent-encoded. Subscriptions without a
// tag come first, then the groups by name; a group keeps the order of subs. The type is
// always "rss", as other programs expect. Attributes in the namespace "urn:gemsub:opml"
// state a format other than [feed.Auto], and whether a title is the feed's own.
func WriteOPML(w io.Writer, title string, subs []model.Subscription) error {
	escaper := strings.NewReplacer("%", "%25", ",", "%2C", "/", "%2F")
	groups := map[string][]outline{} // by the first tag, "" for none
	for _, s := range subs {
		o := outline{Text: s.Name(), Title: cmp.Or(s.Title, s.FeedTitle), Type: "rss", XMLURL: s.URL}
		if s.Title == "" && s.FeedTitle != "" {
			o.TitleFrom = "feed"
		}
		if feed.Format(s.Format) != feed.Auto {
			o.Format = s.Format
		}
		var categories []string
		for _, tag := range s.Tags {
			categories = append(categories, escaper.Replace(tag))
		}
		o.Category = strings.Join(categories, ",")
		group := cmp.Or(s.Tags...)
		groups[group] = append(groups[group], o)
	}
	file := opmlFile{Version: "2.0", Space: "urn:gemsub:opml", Title: title, Outlines: groups[""]}
	delete(groups, "")
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		file.Outlines = append(file.Outlines, outline{Text: name, Title: name, Outlines: groups[name]})
	}
	doc, err := xml.MarshalIndent(file, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, doc)
	}
	return err
}
