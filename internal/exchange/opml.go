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

// opmlSpace is the namespace of the attributes that OPML lacks: "format", in
// which a subscription is read, and "title", which is "feed" where the title is
// the feed's own and not the user's.
const opmlSpace = "urn:gemsub:opml"

// maxDepth bounds how deep elements nest: each level takes memory, and a level
// costs a hostile file 3 bytes.
const maxDepth = 10_000

// readOPML reads outlines. A document that is not well-formed is told with the
// place, and read once more by lenient rules: bare ampersands and unclosed
// outlines, which many programs write, then do no harm.
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

// An opmlReader walks over a document once.
type opmlReader struct {
	list   *List
	opml   bool    // an opml element was seen
	levels []level // the outlines that are open
}

// A level is an outline that is open.
type level struct {
	outline   outline
	tags      []string // for what is inside
	empty     bool     // nothing is inside so far
	commented bool
}

// read walks over doc to its end or to where XML is broken.
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

// xmlProblem says where XML is broken.
func xmlProblem(err error, line int) *Problem {
	message := err.Error()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		line, message = syntax.Line, syntax.Msg
	}
	return &Problem{Line: line, Message: "XML is not well-formed: " + excerpt(message)}
}

// open enters an outline. One with an xmlUrl is a feed; any other is a group
// until its end shows that nothing was inside.
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

// close leaves an outline. Only feeds have a type, so an empty one that has one
// is a feed that misses its URL.
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

// feed takes an outline with its groups and categories as tags.
func (r *opmlReader) feed(o outline, groups []string) {
	format := feed.Format(o.format)
	if format != "" && !slices.Contains(formats(), format) {
		r.list.problem(o.line, o.xmlURL, "unknown format "+excerpt(o.format))
		return
	}
	s := Subscription{URL: o.xmlURL, Format: format, Line: o.line, Tags: slices.Clone(groups)}
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

// formats are the values that [opmlSpace]'s attribute may have.
func formats() []feed.Format {
	return []feed.Format{
		feed.Auto, feed.Gemtext, feed.Atom, feed.RSS, feed.JSON, feed.Headings, feed.Links, feed.Whole,
	}
}
