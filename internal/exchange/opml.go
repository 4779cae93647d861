package exchange

import (
	"encoding/xml"
	"errors"
	"net/url"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/words"
)

// opmlSpace is the namespace of attributes that OPML lacks, which have the prefix gemsub:
// "format", the format of a subscription, and "title", which is "feed" if the title is the
// feed's own and not the user's.
const (
	opmlSpace    = "urn:gemsub:opml"
	titledByFeed = "feed"
)

// An opmlDocument is a document, as a [feed.XMLReader] reads it: all names are in lower
// case, and elements are nested up to a bound.
type opmlDocument struct {
	XMLName  xml.Name  `xml:"opml"`
	Body     *outlines `xml:"body>outline"`
	Outlines *outlines `xml:"outline"` // of files without a body
}

// outlines adds outlines to a list (OPML 2.0, Subscription lists).
type outlines struct {
	list   *List
	reader *feed.XMLReader
	tags   []string // for the feeds inside
	any    bool     // there are outlines
}

// readOPML reads outlines, up to the first fault that leaves it open how to go on.
func (l *List) readOPML(doc string) error {
	all := &outlines{list: l, reader: feed.NewXMLReader(doc)}
	err := xml.NewTokenDecoder(all.reader).Decode(&opmlDocument{Body: all, Outlines: all})
	if fault, isFault := errors.AsType[*feed.SyntaxError](err); isFault {
		l.problem(fault.Line, "", "XML is not well-formed: "+words.Line(fault.Message, maxExcerpt))
	} else if err != nil {
		return errors.New("the document has no opml element")
	}
	return nil
}

// UnmarshalXML reads an outline and those in it. One without an xmlUrl is a group, whose
// name becomes a tag.
func (o *outlines) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	s := Subscription{URL: attribute(start, "", "xmlurl"), Title: attribute(start, "", "title"), Line: o.reader.Line(), Tags: o.tags}
	if clean(s.Title) == "" {
		s.Title = attribute(start, "", "text")
	}
	o.any = true
	inner := &outlines{list: o.list, reader: o.reader, tags: o.tags}
	switch {
	case strings.EqualFold(attribute(start, "", "iscomment"), "true"):
		o.list.skip("outline that is commented out")
		return d.Skip()
	case s.URL != "":
		o.list.addOutline(s, start)
	default:
		inner.tags = addTag(o.tags, s.Title)
	}
	err := d.DecodeElement(&struct {
		Outlines *outlines `xml:"outline"`
	}{inner}, &start)
	if err == nil && s.URL == "" && !inner.any {
		o.list.skip("outline without xmlUrl")
	}
	return err
}

// addOutline adds a subscription with what else its outline says. Categories are tags. One
// that begins with a slash is a path, of which each element is a tag, as each group is
// (OPML 2.0, Common attributes).
func (l *List) addOutline(s Subscription, o xml.StartElement) {
	s.Format = feed.Format(attribute(o, opmlSpace, "format"))
	if s.Format != "" && !slices.Contains(feed.Formats(), s.Format) {
		l.problem(s.Line, s.URL, "unknown format "+words.Line(string(s.Format), maxExcerpt))
		return
	}
	if attribute(o, opmlSpace, "title") == titledByFeed {
		s.Title, s.FeedTitle = "", s.Title
	}
	for category := range strings.SplitSeq(attribute(o, "", "category"), ",") {
		tags := []string{strings.TrimSpace(category)}
		if path, isPath := strings.CutPrefix(tags[0], "/"); isPath {
			tags = strings.Split(path, "/")
		}
		for _, tag := range tags {
			if plain, err := url.PathUnescape(tag); err == nil {
				tag = plain
			}
			s.Tags = addTag(s.Tags, tag)
		}
	}
	l.add(s)
}

// attribute returns the value of an attribute, empty if there is none.
func attribute(e xml.StartElement, space, name string) string {
	for _, a := range e.Attr {
		if a.Name.Space == space && a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// escapeTag escapes a tag for a list of categories.
func escapeTag(tag string) string {
	tag = strings.NewReplacer("%", "%25", ",", "%2C").Replace(tag)
	if rest, ok := strings.CutPrefix(tag, "/"); ok {
		return "%2F" + rest
	}
	return tag
}
