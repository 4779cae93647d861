package exchange

import (
	"encoding/xml"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/xmlread"
)

// maxDepth is how many outlines may be inside one another: each takes memory, and a
// hostile file only a few bytes.
const maxDepth = 10_000

// readOPML reads outlines. The first place that is not well-formed is a problem, and what
// can be read around it is read: many programs write bare ampersands and open outlines.
func (l *List) readOPML(doc string, undecoded *feed.SyntaxError) {
	line, fault := xmlread.FirstFault(doc, xml.HTMLEntity)
	if undecoded != nil {
		line, fault = undecoded.Line, undecoded.Message
	}
	if fault != "" {
		l.problem(line, "", "XML is not well-formed: "+excerpt(fault))
	}
	r := &opmlReader{list: l}
	for line, token := range xmlread.Tokens(doc) {
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t, line)
		case xml.EndElement:
			if isOutline(t.Name) && len(r.levels) > 0 {
				r.close()
			}
		}
		if len(r.levels) > maxDepth {
			break
		}
	}
	if !r.opml {
		l.problem(1, "", "document has no opml element")
	}
}

// An opmlReader reads a document once.
type opmlReader struct {
	list   *List
	opml   bool    // an opml element was read
	levels []level // the open outlines
}

// A level is an open outline.
type level struct {
	outline   outline
	line      int
	tags      []string // for the feeds inside
	empty     bool     // nothing is inside so far
	commented bool
}

func (r *opmlReader) start(e xml.StartElement, line int) {
	r.opml = r.opml || strings.EqualFold(e.Name.Local, "opml")
	if isOutline(e.Name) {
		r.open(outlineOf(e), line)
	}
}

func isOutline(name xml.Name) bool { return strings.EqualFold(name.Local, "outline") }

// open begins an outline. One with an xmlUrl is a feed; any other is a group, unless
// it turns out to be empty.
func (r *opmlReader) open(o outline, line int) {
	next := level{outline: o, line: line, empty: true, commented: strings.EqualFold(o["iscomment"], "true")}
	if n := len(r.levels); n > 0 {
		outer := &r.levels[n-1]
		outer.empty = false
		next.tags = outer.tags
		next.commented = next.commented || outer.commented
	}
	switch {
	case o["xmlurl"] == "":
		next.tags = addTag(next.tags, o.label())
	case next.commented:
		r.list.skip("outline that is commented out")
	default:
		r.feed(o, line, next.tags)
	}
	r.levels = append(r.levels, next)
}

// close ends an outline. Only feeds have a type, so an empty outline with a type is a
// feed whose URL is missing.
func (r *opmlReader) close() {
	n := len(r.levels)
	last := r.levels[n-1]
	r.levels = r.levels[:n-1]
	switch {
	case last.outline["xmlurl"] != "" || !last.empty:
	case last.commented:
		r.list.skip("outline that is commented out")
	case last.outline["type"] != "":
		r.list.problem(last.line, last.outline.label(), "outline has a type but no xmlUrl")
	default:
		r.list.skip("empty group")
	}
}

// feed adds an outline as a subscription, with its groups and categories as tags.
func (r *opmlReader) feed(o outline, line int, groups []string) {
	format := feed.Format(o["gemsub:format"])
	if format != "" && !slices.Contains(feed.Formats(), format) {
		r.list.problem(line, o["xmlurl"], "unknown format "+excerpt(string(format)))
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
	r.list.add(s)
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
		if a.Name.Space != "" {
			name = a.Name.Space + ":" + name
		}
		if name = strings.ToLower(name); strings.Contains(outlineNames, " "+name+" ") {
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
