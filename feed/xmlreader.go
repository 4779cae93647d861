package feed

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// Bounds of an XML document.
const (
	maxDepth = 100     // open elements
	maxTag   = 1 << 20 // bytes of a tag: an attribute of two bytes takes 48 in memory
	maxBase  = 256     // bytes of an xml:base
)

// An XMLReader reads the tokens of an XML document of any quality, within bounds.
//   - Names are in lower case.
//   - Elements of RSS, Dublin Core and Atom 0.3 get their names in Atom 1.0.
//   - The namespace of all elements is the name of the root element.
//   - References to which an xml:base applies are resolved.
type XMLReader struct {
	raw   *xml.Decoder
	names map[string]string // names of Atom by names of RSS, Dublin Core and Atom 0.3
	line  int
	root  string        // local name
	open  []openElement // the first stands for the page
}

type openElement struct {
	name string
	base *url.URL
}

// NewXMLReader returns a reader of a document in UTF-8.
func NewXMLReader(text string) *XMLReader { return newXMLReader(text, new(url.URL), false) }

// newXMLReader returns a reader of a document in UTF-8 that was fetched from page. A reader that is
// not strict removes characters that XML does not allow (XML 1.0, section 2.2), reads the entities
// of HTML, and closes elements that were left open.
func newXMLReader(text string, page *url.URL, strict bool) *XMLReader {
	if !strict {
		text = strings.Map(keepAllowed, forbiddenReferences().ReplaceAllString(text, ""))
	}
	if strings.HasPrefix(strings.TrimSpace(text), "<?xml ") { // the decoder would refuse some versions and charsets
		text = strings.Replace(text, "<?xml ", "<?XML ", 1)
	}
	size := 0
	for piece := range strings.SplitSeq(text, "<") {
		if tag, _, _ := strings.Cut(piece, ">"); len(tag) > maxTag && tag[0] != '!' { // no comment, no CDATA
			text = text[:size]
			break
		}
		size += len(piece) + len("<")
	}
	raw := xml.NewDecoder(strings.NewReader(text))
	if raw.Strict = strict; !strict {
		raw.Entity = xml.HTMLEntity
	}
	return &XMLReader{raw: raw, open: []openElement{{base: page}}, names: map[string]string{
		"item": "entry", "guid": "id", "enclosure": "link", "tagline": "subtitle", "description": "summary",
		"encoded": "content", "pubdate": "published", "issued": "published", "date": "published",
		"lastbuilddate": "updated", "modified": "updated", "managingeditor": "author", "webmaster": "author", "creator": "author",
	}}
}

func keepAllowed(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
		return -1
	}
	return r
}

var forbiddenReferences = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`&#(x0*([0-8bcefBCEF]|1[0-9a-fA-F]|[fF]{3}[efEF])|0*([0-8]|1[124-9]|2[0-9]|3[01]|6553[45]));`)
})

// Line returns the line in which the last token began, from 1.
func (r *XMLReader) Line() int { return r.line }

// Token returns the next token; the error is io.EOF or a *SyntaxError.
func (r *XMLReader) Token() (xml.Token, error) {
	r.line, _ = r.raw.InputPos()
	token, err := r.raw.Token()
	inner := r.open[len(r.open)-1]
	switch t := token.(type) {
	case xml.StartElement:
		if len(r.open) <= maxDepth {
			return r.startElement(t, inner.base), nil
		}
		err = errors.New("elements are nested too deep")
	case xml.EndElement:
		r.open = r.open[:len(r.open)-1]
		return xml.EndElement{Name: xml.Name{Space: r.root, Local: inner.name}}, nil
	case xml.CharData:
		if inner.name == "link" || inner.name == "id" && r.root == atomRoot {
			return xml.CharData(r.resolve(inner.base, string(t))), nil
		}
	case xml.Directive:
		r.raw.Strict = false // a document type may declare any entity
	}
	if err == nil || errors.Is(err, io.EOF) {
		return token, err
	}
	fault := &SyntaxError{Line: r.line, Message: safeTitle(err.Error()), Cut: true}
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		fault.Line, fault.Message = syntax.Line, safeTitle(strings.Replace(syntax.Msg, "unexpected EOF", "it ends too early", 1))
	}
	return nil, fault
}

// startElement opens the element t, and returns it with the names and references that [XMLReader]
// promises. base is the base of the element around t.
func (r *XMLReader) startElement(t xml.StartElement, base *url.URL) xml.Token {
	if ref := attribute(t, "base"); ref != "" && len(ref) <= maxBase && !r.raw.Strict {
		if u, err := base.Parse(ref); err == nil && len(u.String()) <= maxBase {
			base = u
		}
	}
	attrs := t.Attr[:0]
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			continue
		}
		a.Name.Local = strings.ToLower(a.Name.Local)
		switch a.Name.Local {
		case "href", "src", "url":
			a.Value = r.resolve(base, a.Value)
		}
		attrs = append(attrs, a)
	}
	name := strings.ToLower(t.Name.Local)
	if t.Name.Space == "media" || strings.Contains(t.Name.Space, "/mrss") {
		name = "media:" + name // the title of an enclosure
	}
	name = cmp.Or(r.names[name], name)
	r.root = cmp.Or(r.root, name)
	r.open = append(r.open, openElement{name, base})
	return xml.StartElement{Name: xml.Name{Space: r.root, Local: name}, Attr: attrs}
}

// resolve returns the URL of a reference if an xml:base changed the base. Otherwise, and if the
// reference is blank or invalid, resolve returns the reference unchanged.
func (r *XMLReader) resolve(base *url.URL, ref string) string {
	if base == r.open[0].base || strings.TrimSpace(ref) == "" {
		return ref
	}
	u, err := base.Parse(strings.TrimSpace(ref[:min(len(ref), MaxLink+1)]))
	if err != nil {
		return ref
	}
	return u.String()
}
