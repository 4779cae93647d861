package exchange

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/xmlread"
)

// opmlSpace is the namespace of attributes that OPML lacks: "format", the format of a
// subscription, and "title", which is "feed" if the title is the feed's own and not
// the user's.
const opmlSpace = "urn:gemsub:opml"

// maxDepth is the maximum depth of nested elements: each takes memory, and only 3
// bytes of a hostile file.
const maxDepth = 10_000

// readOPML reads outlines. A document that is not well-formed is a problem with its
// place, and is read again with lenient rules, which accept the bare ampersands and
// unclosed outlines that many programs write.
func (l *List) readOPML(data []byte) {
	doc, unknown := xmlText(data)
	if unknown != "" {
		l.problem(1, "", unknownEncoding(unknown))
	}
	r := &opmlReader{list: &List{}}
	strict := r.read(doc, true)
	if strict != nil {
		r = &opmlReader{list: &List{}}
		lenient := r.read(repair(doc), false)
		l.Problems = append(l.Problems, *strict)
		if lenient != nil && *lenient != *strict {
			l.Problems = append(l.Problems, *lenient)
		}
	}
	l.Subscriptions, l.Skipped = r.list.Subscriptions, r.list.Skipped
	l.Problems = append(l.Problems, r.list.Problems...)
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
	tags      []string // for the feeds inside
	empty     bool     // nothing is inside so far
	commented bool
}

// read reads doc to its end or to the first place that is not well-formed.
func (r *opmlReader) read(doc string, strict bool) *Problem {
	dec := xmlread.NewDecoder(doc)
	dec.Strict = strict
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for depth := 0; depth <= maxDepth; {
		line, _ := dec.InputPos()
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			line, _ = dec.InputPos()
			return xmlProblem(err, line)
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			r.start(t, line)
		case xml.EndElement:
			depth--
			r.end(t)
		}
	}
	line, _ := dec.InputPos()
	return &Problem{Line: line, Message: "elements are nested too deep, what follows is not read"}
}

func (r *opmlReader) start(e xml.StartElement, line int) {
	switch strings.ToLower(e.Name.Local) {
	case "opml":
		r.opml = true
	case "outline":
		r.open(outlineOf(e, line))
	}
}

func (r *opmlReader) end(e xml.EndElement) {
	if strings.EqualFold(e.Name.Local, "outline") {
		r.close()
	}
}

// xmlProblem adds a problem for XML that is not well-formed.
func xmlProblem(err error, line int) *Problem {
	message := err.Error()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		line, message = syntax.Line, syntax.Msg
	}
	return &Problem{Line: line, Message: "XML is not well-formed: " + excerpt(message)}
}

// open begins an outline. One with an xmlUrl is a feed; any other is a group, unless
// it turns out to be empty.
func (r *opmlReader) open(o outline) {
	next := level{outline: o, empty: true, commented: strings.EqualFold(o.comment, "true")}
	if n := len(r.levels); n > 0 {
		outer := &r.levels[n-1]
		outer.empty = false
		next.tags = outer.tags
		next.commented = next.commented || outer.commented
	}
	switch {
	case o.xmlURL == "":
		next.tags = addTag(next.tags, o.label())
	case next.commented:
		r.list.skip("outline that is commented out")
	default:
		r.feed(o, next.tags)
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
	case last.outline.xmlURL != "" || !last.empty:
	case last.commented:
		r.list.skip("outline that is commented out")
	case last.outline.kind != "":
		r.list.problem(last.outline.line, last.outline.label(), "outline has a type but no xmlUrl")
	default:
		r.list.skip("empty group")
	}
}

// feed adds an outline as a subscription, with its groups and categories as tags.
func (r *opmlReader) feed(o outline, groups []string) {
	format := feed.Format(o.format)
	if format != "" && !slices.Contains(formats(), format) {
		r.list.problem(o.line, o.xmlURL, "unknown format "+excerpt(o.format))
		return
	}
	s := Subscription{URL: o.xmlURL, Format: format, Line: o.line, Tags: slices.Clip(groups)}
	if o.titled == titledByFeed {
		s.FeedTitle = o.label()
	} else {
		s.Title = o.label()
	}
	for category := range strings.SplitSeq(o.category, ",") {
		if len(s.Tags) == maxTags {
			break
		}
		for _, tag := range categoryTags(category) {
			s.Tags = addTag(s.Tags, tag)
		}
	}
	r.list.add(s)
}

// formats are the values of the format attribute.
func formats() []feed.Format {
	return []feed.Format{
		feed.Auto, feed.Gemtext, feed.Atom, feed.RSS, feed.JSON, feed.Headings, feed.Links, feed.Whole, feed.Menu,
	}
}
