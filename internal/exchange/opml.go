package exchange

import (
	"encoding/xml"
	"errors"
	"slices"
	"strings"

	"gemsub/feed"
)

// An opmlDocument is a document, as a [feed.XMLReader] reads it.
type opmlDocument struct {
	XMLName xml.Name `xml:"opml"`
	Body    group    `xml:"body"`
	group
}

// A group is an outline whose outlines are read.
type group struct {
	Outlines *outlines `xml:"outline"`
}

// readOPML reads outlines, up to the first fault that leaves it open how to go on.
func (l *List) readOPML(doc string, undecoded *feed.SyntaxError) {
	r := feed.NewXMLReader(doc)
	top := group{&outlines{list: l, reader: r}}
	err := xml.NewTokenDecoder(r).Decode(&opmlDocument{Body: top, group: top})
	fault, isFault := errors.AsType[*feed.SyntaxError](err)
	if undecoded != nil {
		fault, isFault = undecoded, true
	}
	switch {
	case isFault:
		l.problem(fault.Line, "", "XML is not well-formed: "+excerpt(fault.Message))
	case err != nil:
		l.problem(1, "", "document has no opml element")
	}
}

// outlines adds the outlines of one group to a list.
type outlines struct {
	list      *List
	reader    *feed.XMLReader
	tags      []string // for the feeds inside
	commented bool
	any       bool // there are outlines
}

// UnmarshalXML reads an outline. One with an xmlUrl is a feed; any other is a group, unless
// it turns out to be empty: only feeds have a type, so an empty one with a type is a feed
// whose URL is missing.
func (o *outlines) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	o.any = true
	out, line := outlineOf(start), o.reader.Line()
	inner := &outlines{list: o.list, reader: o.reader, tags: o.tags, commented: o.commented || strings.EqualFold(out["iscomment"], "true")}
	isFeed := out["xmlurl"] != ""
	switch {
	case !isFeed:
		inner.tags = addTag(o.tags, out.label())
	case inner.commented:
		o.list.skip("outline that is commented out")
	default:
		o.list.addOutline(out, line, o.tags)
	}
	err := d.DecodeElement(&group{inner}, &start)
	switch {
	case err != nil || isFeed || inner.any:
	case inner.commented:
		o.list.skip("outline that is commented out")
	case out["type"] != "":
		o.list.problem(line, out.label(), "outline has a type but no xmlUrl")
	default:
		o.list.skip("empty group")
	}
	return err
}

// addOutline adds an outline as a subscription, with its groups and categories as tags.
func (l *List) addOutline(o outline, line int, groups []string) {
	format := feed.Format(o["gemsub:format"])
	if format != "" && !slices.Contains(feed.Formats(), format) {
		l.problem(line, o["xmlurl"], "unknown format "+excerpt(string(format)))
		return
	}
	s := Subscription{URL: o["xmlurl"], Format: format, Line: line, Tags: slices.Clip(groups)}
	if o["gemsub:title"] == titledByFeed {
		s.FeedTitle = o.label()
	} else {
		s.Title = o.label()
	}
	for category := range strings.SplitSeq(o["category"], ",") {
		if len(s.Tags) == maxTags {
			break
		}
		for _, tag := range categoryTags(category) {
			s.Tags = addTag(s.Tags, tag)
		}
	}
	l.add(s)
}

// opmlSpace is the namespace of attributes that OPML lacks, which have the prefix gemsub:
// "format", the format of a subscription, and "title", which is "feed" if the title is the
// feed's own and not the user's.
const (
	opmlSpace    = "urn:gemsub:opml"
	titledByFeed = "feed"
)

// An outline is the attributes of an outline element that matter for subscriptions (OPML
// 2.0, Subscription lists), by their names in lower case, since programs differ.
type outline map[string]string

const outlineNames = " xmlurl title text type category iscomment gemsub:format gemsub:title "

func outlineOf(e xml.StartElement) outline {
	o := outline{}
	for _, a := range e.Attr {
		name := a.Name.Local
		switch a.Name.Space {
		case opmlSpace:
			name = "gemsub:" + name
		case "":
		default:
			continue
		}
		if strings.Contains(outlineNames, " "+name+" ") {
			o[name] = strings.TrimSpace(a.Value)
		}
	}
	return o
}

// label returns what a person sees of the outline.
func (o outline) label() string {
	if clean(o["title"]) != "" {
		return o["title"]
	}
	return o["text"]
}

// categoryTags returns the tags of one category. A category that begins with a slash
// is a path, of which each element is a tag, as each group is; any other is one tag
// (OPML 2.0, Common attributes).
func categoryTags(category string) []string {
	category = strings.TrimSpace(category)
	if path, ok := strings.CutPrefix(category, "/"); ok {
		return strings.Split(path, "/")
	}
	return []string{unescapeTag(category)}
}

// escapeTag escapes a tag for a list of categories.
func escapeTag(tag string) string {
	tag = strings.NewReplacer("%", "%25", ",", "%2C").Replace(tag)
	if rest, ok := strings.CutPrefix(tag, "/"); ok {
		return "%2F" + rest
	}
	return tag
}

// unescapeTag reverses escapeTag and leaves other percent signs alone.
func unescapeTag(tag string) string {
	if !strings.Contains(tag, "%") {
		return tag
	}
	return strings.NewReplacer("%25", "%", "%2C", ",", "%2F", "/").Replace(tag)
}
