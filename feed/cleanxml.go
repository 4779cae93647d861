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
	maxDepth      = 32       // elements within each other; text further down counts for the last
	maxNamespaces = 32       // declarations
	maxRepairs    = 1000     // places at which nothing can be read
	maxCost       = 24 << 20 // what the library may need for the elements, in bytes
	entryCost     = 1 << 20  // what more it may need for the entry in which that ends
	elementCost   = 256      // for each of them, beside its base
)

// A cleaner writes an XML document of any quality as a small and sound one, of
// the elements that feeds and entries are made of. The library that reads it
// then never meets what hostile documents consist of: deep nesting, thousands
// of namespaces, markup that grows when it is parsed as HTML, more elements than
// fit into memory.
//
// Text constructs (RFC 4287, section 3.1) leave it as HTML, whatever they were;
// xml:base leaves it as the absolute URL of a folder. An entry in which the
// document ends is left out.
type cleaner struct {
	out        bytes.Buffer
	root       string // local name of the first element, in lower case
	base       *url.URL
	open       []element
	deep       int // elements that are open beyond maxDepth
	namespaces int
	room       int // how many bytes the open text construct may still have
	cost       int // of the elements that were kept
	dates      datesRead
	entries    int
	entry      int // how many elements were open when the open entry began; 0 for none
	entryStart int // where it begins in out
}

// An element is one that is open.
type element struct {
	name   string // with its prefix, as it is written
	tags   bool   // its tags are kept
	text   textKind
	base   *url.URL
	folder string // of the base, if the document states one
}

// A textKind says what is done with the text in an element.
type textKind uint8

const (
	dropped textKind = iota
	kept
	isHTML // is HTML, and kept as such
	isText // is text, and made HTML
	isDate
)

// cleanXML returns the document that a cleaner makes of text, and the name of
// its root element. The fault is a text of which not all can be read.
func cleanXML(text string, base *url.URL) (doc *bytes.Buffer, root string, fault *SyntaxError) {
	c := cleaner{base: base}
	text = strings.Map(xmlChar, text)
	for range maxRepairs {
		if text = c.tokens(text); text == "" {
			break
		}
	}
	if c.entry > 0 {
		c.out.Truncate(c.entryStart)
		c.open = c.open[:c.entry]
	}
	c.closeTo(0)
	if c.cost > maxCost {
		fault = &SyntaxError{Message: "more elements than are read; the last ones are left out"}
	}
	return &c.out, c.root, fault
}

// xmlChar drops the characters that XML does not allow.
func xmlChar(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
		return -1
	}
	return r
}

// tokens reads text up to a place where it cannot go on, and returns what
// follows from the next tag on.
func (c *cleaner) tokens(text string) (rest string) {
	d := xmlread.NewDecoder(text)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	for {
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
			c.chars(string(t))
		}
	}
}

func (c *cleaner) start(t xml.StartElement) {
	local := strings.ToLower(t.Name.Local)
	if c.root == "" {
		c.root = local
	}
	isEntry := local == "entry" || local == "item"
	if isEntry && c.entry > 0 { // the last one was never closed
		c.closeTo(c.entry)
	}
	if len(c.open) >= maxDepth {
		c.deep++
		return
	}
	e := c.newElement(t, local)
	if isEntry && e.tags {
		c.entry, c.entryStart = len(c.open), c.out.Len()
		c.entries++
	}
	c.open = append(c.open, e)
	if e.tags {
		c.startTag(e, t.Attr)
	} else if e.text != dropped {
		c.write("<"+t.Name.Local+">", isHTML)
	}
}

// newElement decides what is done with an element.
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
	if c.cost > maxCost && (c.entry == 0 || c.cost > maxCost+entryCost) {
		return e
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

// rebase moves the base of an element to what xml:base says, unless that is no
// URL or too long.
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

// kind says what is done with the text of an element of that local name and
// type, which is also whether it is kept at all.
func (c *cleaner) kind(local, contentType string) textKind {
	switch local {
	case "entry", "item":
		if c.entries >= MaxEntries {
			return dropped
		}
		return kept
	case "feed", "rss", "rdf", "channel", "author",
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
		if c.open[i].name == name {
			c.closeTo(i)
			return
		}
	}
}

// closeTo closes elements until depth of them are open.
func (c *cleaner) closeTo(depth int) {
	for len(c.open) > depth {
		e := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		switch {
		case e.tags:
			c.out.WriteString("</" + e.name + ">")
		case e.text != dropped:
			c.write("</"+e.name+">", isHTML)
		}
	}
	c.deep = 0
	if c.entry >= depth {
		c.entry = 0
	}
}

func (c *cleaner) chars(text string) {
	if len(c.open) > 0 {
		c.write(text, c.open[len(c.open)-1].text)
	}
}

// write writes text. Titles are bounded, and so is what one may be made of.
func (c *cleaner) write(text string, kind textKind) {
	switch kind {
	case dropped:
		return
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
	}
	_ = xml.EscapeText(&c.out, []byte(text)) // a buffer takes everything
}

// startTag writes a start tag with the attributes that are of use.
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

// attribute is the value of the attribute of that local name, or "".
func attribute(attrs []xml.Attr, local string) string {
	for _, a := range attrs {
		if strings.EqualFold(a.Name.Local, local) && !isNamespace(a) {
			return a.Value
		}
	}
	return ""
}

// isNamespace reports the declaration of a namespace.
func isNamespace(a xml.Attr) bool {
	return a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns"
}

// rawName is a name as it is written.
func rawName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
