package feed

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"gemsub/internal/xmlread"
)

// Bounds of what is read of an XML document.
const (
	maxDepth  = 32  // open elements that count; deeper text counts as that of the last
	maxSpaces = 32  // prefixes of namespaces
	maxBase   = 512 // bytes of an xml:base
)

// A SyntaxError reports an Atom, RSS or JSON feed that is not well formed.
type SyntaxError struct {
	// Line is the line of the first fault, from 1.
	Line int
	// Message says what is wrong there.
	Message string
}

// Error returns one line with the position.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("feed is not well formed: line %d: %s", e.Line, e.Message)
}

// readXML reads Atom (RFC 4287, and 0.3) or RSS (0.9 to 2.0) of any quality. The fault is
// the document's first, nil for none.
func (d document) readXML() (*Feed, *SyntaxError) {
	text, fault := DecodeXML(d.page.Body, d.meta.charset)
	if line, message := xmlread.FirstFault(text, nil); fault == nil && message != "" {
		fault = &SyntaxError{line, cleanTitle(message)}
	}
	r := xmlReader{links: newResolver(d.page.URL), spaces: map[string]string{}, head: newRecord()}
	r.read(text)
	switch {
	case r.root == "":
		return nil, cmp.Or(fault, &SyntaxError{1, "no XML and no JSON"})
	case !isFeedRoot(r.root):
		return nil, cmp.Or(fault, &SyntaxError{1, "the root element is " + quote(r.root) + ", not feed, rss or RDF"})
	case r.isAtom():
		return d.feedOf(Atom, r.head.item(true), r.links, r.entries), fault
	}
	return d.feedOf(RSS, r.head.item(false), r.links, r.entries), fault
}

// An xmlReader makes a feed of the tokens of a document. It closes the elements that the
// document forgot to close.
type xmlReader struct {
	links   *resolver
	root    string            // local name of the first element, in lower case
	space   string            // its prefix
	spaces  map[string]string // namespaces by prefix
	open    []element
	deep    int // open elements beyond maxDepth
	head    *record
	entry   *record // the open one, nil for none
	around  int     // elements around it
	entries collection
	seen    int // entries so far
}

func (r *xmlReader) isAtom() bool { return r.root == "feed" }

// read reads a document. An entry that is cut off by its end is left out.
func (r *xmlReader) read(text string) {
	for _, token := range xmlread.Tokens(text) {
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.EndElement:
			r.end(strings.ToLower(t.Name.Local))
		case xml.CharData:
			r.chars(string(t))
		}
		if r.seen > maxCollected {
			break
		}
	}
	if r.entry != nil {
		r.entry, r.open = nil, r.open[:r.around]
	}
	r.closeTo(0)
}

// DecodeXML returns an XML document in UTF-8. Its first bytes or its XML declaration name
// the charset, else it is the given one; "" is UTF-8. The fault is an unknown charset, or
// bytes that are invalid in it. Text that is not XML is decoded by its byte order mark.
func DecodeXML(body []byte, charset string) (text string, fault *SyntaxError) {
	charset = cmp.Or(wideCharset(body), declaredCharset(body), charset)
	text, wrong := decode(body, charset)
	text = strings.TrimPrefix(text, "\uFEFF")
	if wrong {
		line := 1 + strings.Count(text[:max(0, strings.IndexRune(text, '\uFFFD'))], "\n")
		fault = &SyntaxError{line, "bytes that are not " + charsetName(charset)}
	}
	return text, fault
}

// wideCharset returns the kind of UTF-16 in which the document begins, else "".
func wideCharset(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("<\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.HasPrefix(body, []byte("\x00<")):
		return "utf-16be"
	}
	return ""
}

var declaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<\?xml [^>]*?encoding[ \t\r\n=]*["']([^"'>]*)["']`)
})

// declaredCharset returns the encoding of the XML declaration in lower case, or "".
func declaredCharset(body []byte) string {
	m := declaration().FindSubmatch(body[:min(len(body), 512)])
	if m == nil || bytes.HasPrefix(bytes.ToLower(m[1]), []byte("utf-16")) {
		return "" // a mistake: in UTF-16 the declaration would not be found
	}
	return strings.ToLower(string(m[1]))
}
