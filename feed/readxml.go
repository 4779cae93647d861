package feed

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"gemsub/internal/xmlread"
)

// Bounds of what is read of an XML document.
const (
	maxNesting = 10_000 // elements, for the first fault: a level takes three bytes there, a hundred in memory
	maxDepth   = 32     // open elements that count; deeper text counts as that of the last
	maxSpaces  = 32     // prefixes of namespaces
	maxBase    = 512    // bytes of an xml:base
	maxRepairs = 1000   // places that are not XML
)

// A SyntaxError reports an Atom, RSS or JSON feed that is not well formed.
type SyntaxError struct {
	// Line is the line of the first fault, from 1; 0 if unknown.
	Line int
	// Message says what is wrong there.
	Message string
}

// Error returns one line with the position.
func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return "feed is not well formed: " + e.Message
	}
	return fmt.Sprintf("feed is not well formed: line %d: %s", e.Line, e.Message)
}

// readXML reads Atom (RFC 4287, and 0.3) or RSS (0.9 to 2.0) of any quality. The fault is
// the document's first, nil for none.
func (d document) readXML() (*Feed, *SyntaxError) {
	text, fault := d.xmlText()
	if fault == nil {
		fault = firstFault(text)
	}
	r := xmlReader{links: newResolver(d.page.URL), spaces: map[string]string{}, head: newRecord()}
	r.read(text)
	switch {
	case r.root == "":
		return nil, cmp.Or(fault, &SyntaxError{1, "no XML and no JSON"})
	case !isFeedRoot(r.root):
		return nil, cmp.Or(fault, &SyntaxError{1, "the root element is " + quote(r.root) + ", not feed, rss or RDF"})
	case r.isAtom():
		return d.stated(Atom, r.head.item(true), r.links, r.entries), fault
	}
	return d.stated(RSS, r.head.item(false), r.links, r.entries), fault
}

// firstFault returns the first place where a document is not well-formed XML, nil if there
// is none. What a document type declares may be anything, so one with that is not checked.
func firstFault(text string) *SyntaxError {
	d := xmlread.NewDecoder(text)
	for depth, roots := 0, 0; depth < maxNesting; {
		token, err := d.Token()
		line, _ := d.InputPos()
		switch t := token.(type) {
		case xml.Directive:
			return nil
		case xml.StartElement:
			if depth++; depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && len(bytes.TrimSpace(t)) > 0 {
				return &SyntaxError{line, "text outside of the root element"}
			}
		}
		if roots > 1 {
			return &SyntaxError{line, "a second root element"}
		}
		if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
			return &SyntaxError{syntax.Line, cleanTitle(syntax.Msg)}
		} else if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return &SyntaxError{line, cleanTitle(err.Error())}
		}
	}
	return &SyntaxError{0, "elements are nested too deep"}
}

// An xmlReader takes every tag as it stands, leaves out what is no XML, and closes what the
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
	text = strings.Map(xmlChar, text)
	for range maxRepairs {
		if text = r.tokens(text); text == "" {
			break
		}
	}
	if r.entry != nil {
		r.entry, r.open = nil, r.open[:r.around]
	}
	r.closeTo(0)
}

// xmlChar drops the characters that XML does not allow.
func xmlChar(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
		return -1
	}
	return r
}

// tokens reads text up to the first place that is not XML, and returns the rest from the
// next tag on.
func (r *xmlReader) tokens(text string) (rest string) {
	d := xmlread.NewDecoder(text)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) || r.seen > maxCollected {
			return ""
		} else if err != nil {
			rest = text[max(1, d.InputOffset()):]
			return rest[max(0, strings.IndexByte(rest, '<')):]
		}
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.EndElement:
			r.end(strings.ToLower(t.Name.Local))
		case xml.CharData:
			r.chars(string(t))
		}
	}
}
