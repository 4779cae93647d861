package feed

import (
	"encoding/xml"
	"html"
	"net/url"
	"strings"
)

// maxContent is how much is kept of the content of an entry, in bytes.
const maxContent = 1 << 20

// An element is an open element of an XML document.
type element struct {
	name     string // local, in lower case
	slot     string // the key of its text in a record: its name, with the prefix of its vocabulary
	kind     textKind
	text     []byte
	media    string // media type of a text construct
	rel, ref string // of a link
	base     *url.URL
}

// A textKind says what the text of an element is.
type textKind uint8

const (
	dropped textKind = iota // with its children
	kept                    // as it stands
	plain                   // a text construct (RFC 4287, section 3.1) of type text
	rich                    // one of HTML
	inline                  // one of XHTML, whose children are part of it
	child                   // part of a text construct
)

func (r *xmlReader) start(t xml.StartElement) {
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" && len(r.spaces) < maxSpaces {
			r.spaces[a.Name.Local] = strings.ToLower(strings.TrimSpace(a.Value))
		}
	}
	local := strings.ToLower(t.Name.Local)
	if r.root == "" {
		r.root, r.space = local, t.Name.Space
		r.head.texts["xml:lang"] = attribute(t.Attr, "lang")
	}
	isEntry := local == "entry" || local == "item"
	if isEntry && r.entry != nil { // the entry before was never closed
		r.closeTo(r.around)
	}
	if len(r.open) >= maxDepth {
		r.deep++
		return
	}
	e := r.newElement(t, local)
	if isEntry && e.kind == kept {
		r.entry, r.around = newRecord(), len(r.open)
		r.seen++
	}
	r.open = append(r.open, e)
	if e.kind == child && r.owner().kind != plain {
		r.keep(r.startTag(e, t))
	}
}

// newElement decides what an element is.
func (r *xmlReader) newElement(t xml.StartElement, local string) element {
	e := element{name: local, base: r.links.base}
	if len(r.open) > 0 {
		parent := r.open[len(r.open)-1]
		switch e.base = parent.base; {
		case parent.kind > kept:
			e.kind = child
			return e
		case parent.kind == dropped, !holds(parent.name):
			return e
		}
	}
	prefix, known := r.vocabulary(t.Name.Space)
	if !known {
		return e
	}
	e.slot = prefix + local
	if ref := attribute(t.Attr, "base"); ref != "" && len(ref) <= maxBase {
		if base, err := e.base.Parse(ref); err == nil && len(base.String()) <= maxBase {
			e.base = base
		}
	}
	e.kind = kept
	switch local {
	case "link":
		e.rel, e.ref = strings.ToLower(attribute(t.Attr, "rel")), r.resolve(e, attribute(t.Attr, "href"))
	case "enclosure":
		e.rel, e.ref = local, r.resolve(e, attribute(t.Attr, "url"))
	case "title", "subtitle", "tagline", "summary", "description", "content", "encoded":
		e.kind, e.media = r.construct(strings.ToLower(attribute(t.Attr, "type")))
	}
	return e
}

// construct returns what a text construct of that type is.
func (r *xmlReader) construct(mediaType string) (textKind, string) {
	switch {
	case !r.isAtom(), mediaType == "html", mediaType == "text/html":
		return rich, "text/html"
	case strings.Contains(mediaType, "xhtml"):
		return inline, "text/html"
	case strings.HasPrefix(mediaType, "text/"):
		return plain, cleanTitle(mediaType)
	}
	return plain, "text/plain"
}

// vocabulary returns the prefix of the slots of a namespace: none for the format's own.
func (r *xmlReader) vocabulary(prefix string) (slotPrefix string, known bool) {
	space, declared := r.spaces[prefix]
	if !declared {
		space = prefix
	}
	for _, v := range [][2]string{
		{"/2005/atom", "atom:"},
		{"purl.org/atom/", "atom:"},
		{"atom", "atom:"},
		{"/dc/elements/", "dc:"},
		{"dc", "dc:"},
		{"/dc/terms/", "dcterms:"},
		{"modules/content", "content:"},
		{"content", "content:"},
		{"itunes", "itunes:"},
		{"itunes.com/", "itunes:"},
	} {
		if space == v[0] || strings.Contains(v[0], "/") && strings.Contains(space, v[0]) {
			if v[1] == "atom:" && r.isAtom() {
				return "", true
			}
			return v[1], true
		}
	}
	return "", prefix == r.space || prefix == "" || strings.Contains(space, "rdf") || strings.HasPrefix(space, "http://purl.org/rss/1.0/")
}

// holds reports elements whose children describe a feed or entry.
func holds(name string) bool {
	switch name {
	case "feed", "rss", "rdf", "channel", "entry", "item", "author":
		return true
	}
	return false
}

// resolve returns the URL of a reference if the document says what it is relative to.
func (r *xmlReader) resolve(e element, ref string) string {
	if e.base == r.links.base || ref == "" {
		return ref
	}
	u, err := e.base.Parse(strings.TrimSpace(ref[:min(len(ref), MaxLink+1)]))
	if err != nil {
		return ref
	}
	return u.String()
}

func (r *xmlReader) end(name string) {
	if r.deep > 0 {
		r.deep--
		return
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		if e := r.open[i]; e.name == name {
			r.closeTo(i)
			if e.kind == child && r.owner().kind != plain {
				r.keep("</" + name + ">")
			}
			return
		}
	}
}

// closeTo closes elements until only depth of them are open.
func (r *xmlReader) closeTo(depth int) {
	for len(r.open) > depth {
		e := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		switch {
		case r.entry != nil && len(r.open) == r.around:
			r.entries.add(r.links.entryOf(r.entry.item(r.isAtom())))
			r.entry = nil
		case e.kind == dropped, e.kind == child:
		case r.entry != nil:
			r.entry.set(r, e)
		default:
			r.head.set(r, e)
		}
	}
	r.deep = 0
}

func (r *xmlReader) chars(text string) {
	if e := r.owner(); e != nil && e.kind == inline {
		text = html.EscapeString(text[:min(len(text), maxContent)])
	}
	r.keep(text)
}

// keep adds text or a tag to the innermost element that has text, up to its bound. For
// content that is a byte over the limit, to show that it was cut.
func (r *xmlReader) keep(text string) {
	if e := r.owner(); e != nil && e.kind != dropped {
		if room := maxContent + 1 - len(e.text); len(text) > room {
			text = strings.ToValidUTF8(text[:room], "")
		}
		e.text = append(e.text, text...)
	}
}

// owner is the innermost element that is no part of a text construct, nil for none.
func (r *xmlReader) owner() *element {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].kind != child {
			return &r.open[i]
		}
	}
	return nil
}

// startTag is the start tag of an element of XHTML, with the attributes that links and
// pictures need.
func (r *xmlReader) startTag(e element, t xml.StartElement) string {
	var b strings.Builder
	b.WriteString("<" + t.Name.Local)
	for _, name := range []string{"href", "src", "alt"} {
		value := attribute(t.Attr, name)
		if value != "" && name != "alt" {
			value = r.resolve(e, value)
		}
		if value != "" {
			b.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
		}
	}
	return b.String() + ">"
}

// attribute returns the value of the attribute with that local name, or "".
func attribute(attrs []xml.Attr, local string) string {
	for _, a := range attrs {
		if strings.EqualFold(a.Name.Local, local) && a.Name.Space != "xmlns" {
			return a.Value
		}
	}
	return ""
}
