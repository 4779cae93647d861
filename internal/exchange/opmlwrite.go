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

// An opmlFile is a document as it is written.
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

// An opmlOutline is a feed, or a group with nothing but its name and Outlines.
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

// WriteOPML writes subscriptions as OPML 2.0, from which [Parse] makes the same
// ones. Titles and tags are made clean as Parse makes them; a title that is the
// URL is no title.
//
// Each subscription stands once: inside a group named after its first tag, with
// all of its tags as category, where "%" and "," and a slash in front are
// percent-encoded. Those without tag come first, then the groups by name, and
// within a group the order is that of subs. The type is "rss" whatever the
// format, as other programs expect; a format other than [feed.Auto], and that a title
// is the feed's, stand in attributes of the namespace "urn:gemsub:opml". Lines are
// not written.
func WriteOPML(w io.Writer, title string, subs []Subscription) error {
	file := opmlFile{
		Version: "2.0",
		Space:   opmlSpace,
		Title:   clean(title),
		Body:    opmlGroups{Outlines: grouped(subs)},
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write OPML: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(file); err != nil {
		return fmt.Errorf("write OPML: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write OPML: %w", err)
	}
	return nil
}

// grouped makes the outlines of a body.
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

// outlineFor makes the outline of a feed; text is required, so it is the URL
// where there is no title.
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
