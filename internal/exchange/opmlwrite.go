package exchange

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"gemsub/feed"
)

// An opmlFile is a document to be written.
type opmlFile struct {
	XMLName xml.Name   `xml:"opml"`
	Version string     `xml:"version,attr"`
	Space   string     `xml:"xmlns:gemsub,attr"`
	Title   string     `xml:"head>title"`
	Body    opmlGroups `xml:"body"`
}

type opmlGroups struct {
	Outlines []opmlOutline `xml:"outline"`
}

// An opmlOutline is a feed, or a group, which has only a name and Outlines.
type opmlOutline struct {
	Text     string        `xml:"text,attr"`
	Title    string        `xml:"title,attr,omitempty"`
	Type     string        `xml:"type,attr,omitempty"`
	XMLURL   string        `xml:"xmlUrl,attr,omitempty"`
	Category string        `xml:"category,attr,omitempty"`
	Format   feed.Format   `xml:"gemsub:format,attr,omitempty"`
	Titled   string        `xml:"gemsub:title,attr,omitempty"`
	Outlines []opmlOutline `xml:"outline"`
}

// WriteOPML writes subscriptions as OPML 2.0, from which [Parse] reads the same ones.
// It cleans titles and tags as Parse does, and omits a title that is the URL.
//
// Each subscription is written once, in a group named after its first tag, with all
// of its tags as category, in which "%" and "," and a slash in front are
// percent-encoded. Those without a tag come first, then the groups by name; a group
// has the order of subs. The type is always "rss", as other programs expect.
// Attributes of the namespace "urn:gemsub:opml" state a format other than [feed.Auto],
// and that a title is the feed's own. Lines are not written.
func WriteOPML(w io.Writer, title string, subs []Subscription) error {
	file := opmlFile{
		Version: "2.0",
		Space:   opmlSpace,
		Title:   clean(title),
		Body:    opmlGroups{Outlines: grouped(subs)},
	}
	doc, err := xml.MarshalIndent(file, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, doc)
	}
	if err != nil {
		return fmt.Errorf("write OPML: %w", err)
	}
	return nil
}

// grouped returns the outlines of a body.
func grouped(subs []Subscription) []opmlOutline {
	var single []opmlOutline
	groups := map[string][]opmlOutline{}
	for _, s := range subs {
		var tags []string
		for _, tag := range s.Tags {
			tags = addTag(tags, tag)
		}
		o := outlineFor(s, tags)
		if len(tags) == 0 {
			single = append(single, o)
			continue
		}
		groups[tags[0]] = append(groups[tags[0]], o)
	}
	var named []opmlOutline
	for name, outlines := range groups {
		named = append(named, opmlOutline{Text: name, Title: name, Outlines: outlines})
	}
	slices.SortFunc(named, func(a, b opmlOutline) int { return cmp.Compare(a.Text, b.Text) })
	return append(single, named...)
}

// outlineFor returns the outline of a feed. Its text, which is required, is the title,
// else the URL.
func outlineFor(s Subscription, tags []string) opmlOutline {
	o := opmlOutline{Text: s.URL, Type: "rss", XMLURL: s.URL}
	title, own := clean(s.Title), clean(s.FeedTitle)
	if title == "" && own != "" {
		title, o.Titled = own, titledByFeed
	}
	if title != "" && title != s.URL {
		o.Text, o.Title = title, title
	}
	if s.Format != feed.Auto {
		o.Format = s.Format
	}
	escaped := make([]string, len(tags))
	for i, tag := range tags {
		escaped[i] = escapeTag(tag)
	}
	o.Category = strings.Join(escaped, ",")
	return o
}
