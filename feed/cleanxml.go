package feed

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"net/url"
	"slices"
	"strings"

	"gemsub/internal/xmlread"
)

// Bounds of what is read of an XML document.
const (
	maxDepth      = 32       // nested elements; deeper text counts as that of the last
	maxNamespaces = 32       // declarations
	maxRepairs    = 1000     // places that are not XML
	maxCost       = 16 << 20 // bytes that the library may need for the elements
	entryCost     = 1 << 20  // bytes more that it may need to complete the last entry
	elementCost   = 256      // bytes that it needs for an element, without its base
)

// A cleaner rewrites an XML document of any quality as a small, well-formed one that
// has only the elements of feeds and entries. So the library that reads it never
// meets what hostile documents consist of: deep nesting, thousands of namespaces,
// markup that grows when it is parsed as HTML, more elements than fit into memory.
//
// Text constructs (RFC 4287, section 3.1) become HTML, and xml:base becomes the
// absolute URL of a folder. An entry that is cut off by the document's end is left
// out.
type cleaner struct {
	out        bytes.Buffer
	root       string // local name of the first element, in lower case
	base       *url.URL
	open       []element
	deep       int // open elements beyond maxDepth
	namespaces int
	room       int // bytes that the open text construct may still have
	contents   contents
	elements   int // read so far
	cost       int // of the elements kept so far
	dates      datesRead
	entry      int // number of elements around the open entry; 0 if none is open
	entryStart int // where that entry begins in out
}

// An element is an open element.
type element struct {
	name   string // with its prefix
	tags   bool   // whether its tags are kept
	text   textKind
	base   *url.URL
	folder string // the base's folder, "" if the document states no base
}

// A textKind says what happens to the text of an element.
type textKind uint8

const (
	dropped textKind = iota
	kept
	isHTML // HTML, kept
	isText // plain text, turned into HTML
	isDate
)

// cleanXML returns a cleaner that has rewritten text up to its bounds. The fault says
// that there was more.
func cleanXML(text string, base *url.URL) (c *cleaner, fault *SyntaxError) {
	c = &cleaner{base: base}
	text = strings.Map(xmlChar, text)
	for range maxRepairs {
		if text = c.tokens(text); text == "" {
			break
		}
	}
	if c.entry > 0 && !c.full() {
		c.out.Truncate(c.entryStart)
		c.open = c.open[:c.entry]
	}
	c.closeTo(0)
	if c.cost > maxCost {
		fault = &SyntaxError{Message: "more elements than are read; the last ones are left out"}
	}
	return c, fault
}

// full reports whether the library gets no more elements.
func (c *cleaner) full() bool {
	return c.cost > maxCost && (c.entry == 0 || c.cost > maxCost+entryCost)
}

// xmlChar drops the characters that XML does not allow.
func xmlChar(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
		return -1
	}
	return r
}

// tokens reads text up to the first place that is not XML, and returns the rest from
// the next tag on; "" if no more is needed.
func (c *cleaner) tokens(text string) (rest string) {
	d := xmlread.NewDecoder(text)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	for !c.full() {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return ""
		} else if err != nil {
			rest = text[max(1, d.InputOffset()):]
			return rest[max(0, strings.IndexByte(rest, '<')):]
		}
		switch t := token.(type) {
		case xml.StartElement:
			c.start(t)
		case xml.EndElement:
			c.end(rawName(t.Name))
		case xml.CharData:
			c.chars(t)
		}
	}
	return ""
}

func (c *cleaner) start(t xml.StartElement) {
	c.elements++
	local := strings.ToLower(t.Name.Local)
	if c.root == "" {
		c.root = local
	}
	isEntry := local == "entry" || local == "item"
	if isEntry && c.entry > 0 { // the entry before was never closed
		c.closeTo(c.entry)
	}
	if len(c.open) >= maxDepth {
		c.deep++
		return
	}
	e := c.newElement(t, local)
	if isEntry && e.tags {
		c.entry, c.entryStart = len(c.open), c.out.Len()
	}
	c.open = append(c.open, e)
	if e.tags {
		c.contents.begin(c, local, t.Attr)
		c.startTag(e, t.Attr)
	} else if e.text != dropped {
		c.contents.addTag(e, t)
		c.keep("<"+t.Name.Local+">", isHTML)
	}
}

// newElement decides what happens to an element.
func (c *cleaner) newElement(t xml.StartElement, local string) element {
	e := element{name: rawName(t.Name), base: c.base}
	if len(c.open) > 0 {
		parent := c.open[len(c.open)-1]
		e.base, e.folder = parent.base, parent.folder
		switch parent.text {
		case dropped:
			return e
		case isHTML, isText:
			e.text = parent.text
			return e
		}
	}
	e.text = c.kind(local, attribute(t.Attr, "type"))
	if e.tags = e.text != dropped; !e.tags {
		return e
	}
	e.rebase(attribute(t.Attr, "base"))
	c.cost += elementCost + 4*len(e.folder)
	if e.text == isHTML || e.text == isText {
		c.room = MaxTitle
	}
	return e
}

// rebase sets the base of an element to its xml:base, unless that is not a URL or
// too long.
func (e *element) rebase(ref string) {
	if ref == "" || len(ref) > MaxLink {
		return
	}
	base, err := e.base.Parse(ref)
	if err != nil {
		return
	}
	folder := base.ResolveReference(&url.URL{Path: "./"}).String()
	if len(folder) <= MaxLink {
		e.base, e.folder = base, folder
	}
}

// kind returns what happens to the text of an element with that local name and
// type; dropped drops the element too.
func (c *cleaner) kind(local, contentType string) textKind {
	switch local {
	case "feed", "rss", "rdf", "channel", "entry", "item", "author",
		"id", "guid", "link", "enclosure", "language", "name", "email", "creator", "managingeditor", "webmaster":
		return kept
	case "updated", "modified", "published", "issued", "pubdate", "lastbuilddate", "date":
		return isDate
	case "title", "subtitle", "tagline", "summary", "description", "content", "encoded":
		if contentType = strings.ToLower(contentType); c.root != "feed" || contentType == "html" || contentType == "text/html" {
			return isHTML
		}
		return isText
	}
	return dropped
}

func (c *cleaner) end(name string) {
	if c.deep > 0 {
		c.deep--
		return
	}
	for i := len(c.open) - 1; i >= 0; i-- {
		if e := c.open[i]; e.name == name {
			c.closeTo(i)
			if !e.tags && e.text != dropped {
				c.write("</"+e.name[strings.IndexByte(e.name, ':')+1:]+">", isHTML)
			}
			return
		}
	}
}

// closeTo closes elements until only depth of them are open. One of a text gets no end
// tag that the document does not have.
func (c *cleaner) closeTo(depth int) {
	for len(c.open) > depth {
		e := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		if e.tags {
			c.out.WriteString("</" + e.name + ">")
			c.contents.open = nil
		}
	}
	c.deep = 0
	if c.entry >= depth {
		c.entry = 0
	}
}

func (c *cleaner) chars(text []byte) {
	if len(c.open) == 0 {
		return
	}
	if kind := c.open[len(c.open)-1].text; kind != dropped {
		c.write(string(text), kind)
	}
}

// write writes text of that kind, also to the content that is open.
func (c *cleaner) write(text string, kind textKind) {
	c.contents.add(text, kind)
	c.keep(text, kind)
}

// keep writes text of that kind, up to its bounds.
func (c *cleaner) keep(text string, kind textKind) {
	switch kind {
	case isDate:
		text = c.dates.bounded(text)
	case isText:
		text = html.EscapeString(text[:min(len(text), c.room)])
		fallthrough
	case isHTML:
		if len(text) > c.room {
			text = strings.ToValidUTF8(text[:c.room], "")
		}
		c.room -= len(text)
		c.writeHTML(text)
		return
	}
	_ = xml.EscapeText(&c.out, []byte(text)) // a buffer returns no errors
}

// writeHTML writes HTML. The library needs much longer for references than for CDATA.
func (c *cleaner) writeHTML(text string) {
	if !strings.ContainsAny(text, "<&>") {
		c.out.WriteString(text)
		return
	}
	c.out.WriteString("<![CDATA[")
	c.out.WriteString(strings.ReplaceAll(text, "]]>", "]]]]><![CDATA[>"))
	c.out.WriteString("]]>")
}

// startTag writes a start tag with the attributes that matter.
func (c *cleaner) startTag(e element, attrs []xml.Attr) {
	c.out.WriteString("<" + e.name)
	for _, a := range attrs {
		switch local := strings.ToLower(a.Name.Local); {
		case isNamespace(a):
			if c.namespaces++; c.namespaces > maxNamespaces {
				continue
			}
		case local == "base":
			if a.Value = e.folder; a.Value == "" {
				continue
			}
		case !slices.Contains([]string{"href", "rel", "url", "lang", "ispermalink", "version"}, local):
			continue
		}
		c.out.WriteString(" " + rawName(a.Name) + `="`)
		_ = xml.EscapeText(&c.out, []byte(a.Value))
		c.out.WriteString(`"`)
	}
	c.out.WriteString(">")
}

// attribute returns the value of the attribute with that local name, or "".
func attribute(attrs []xml.Attr, local string) string {
	for _, a := range attrs {
		if strings.EqualFold(a.Name.Local, local) && !isNamespace(a) {
			return a.Value
		}
	}
	return ""
}

// isNamespace reports whether a declares a namespace.
func isNamespace(a xml.Attr) bool {
	return a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns"
}

// rawName returns a name with its prefix.
func rawName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
