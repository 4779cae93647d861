// Package xmlread reads XML that strangers wrote: documents of any quality, in time and
// memory in proportion to their size.
package xmlread

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"strings"
)

// Bounds of a document.
const (
	maxNesting = 10_000 // open elements: each takes three bytes there, and a hundred in memory
	maxRepairs = 1000   // malformed places
	// maxMarks bounds the bytes of a tag that separate attributes or values. An attribute
	// takes two bytes in a document and forty-eight in memory.
	maxMarks = 100_000
)

var errLongTag = errors.New("a tag has too many attributes")

// FirstFault returns the line and the first fault of a document that is not well-formed XML,
// else "". What a document type declares may be anything, so a document with one has no
// faults. Entities are those known besides XML's own.
func FirstFault(text string, entities map[string]string) (line int, fault string) {
	if start := strings.Index(text, "<?xml "); start > 0 && strings.TrimSpace(text[:start]) == "" {
		return 1 + strings.Count(text[:start], "\n"), "the XML declaration is not at the beginning"
	}
	d, in := newDecoder(undeclared(text))
	d.Entity = entities
	for depth, roots := 0, 0; ; {
		in.begin(d.InputOffset())
		token, err := d.Token()
		line, _ = d.InputPos()
		switch t := token.(type) {
		case xml.Directive:
			return 0, ""
		case xml.StartElement:
			if depth++; depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && len(bytes.TrimSpace(t)) > 0 {
				return line, "text outside of the root element"
			}
		}
		syntax, isSyntax := errors.AsType[*xml.SyntaxError](err)
		switch {
		case roots > 1:
			return line, "a second root element"
		case depth > maxNesting:
			return line, "elements are nested too deep"
		case isSyntax:
			return syntax.Line, syntax.Msg
		case errors.Is(err, io.EOF):
			return 0, ""
		case err != nil:
			return line, err.Error()
		}
	}
}

// Tokens yields each raw token of a document, with the line where it begins: end tags may
// be missing, and names have prefixes as namespaces. Invalid characters and malformed
// places are skipped.
func Tokens(text string) iter.Seq2[int, xml.Token] {
	return func(yield func(int, xml.Token) bool) {
		text := strings.Map(allowed, undeclared(text))
		above := 0 // lines
		for range maxRepairs {
			d, in := newDecoder(text)
			d.Strict, d.Entity = false, xml.HTMLEntity
			for {
				in.begin(d.InputOffset())
				line, _ := d.InputPos()
				token, err := d.RawToken()
				if errors.Is(err, io.EOF) || err == nil && !yield(above+line, token) {
					return
				} else if err != nil {
					break
				}
			}
			next := int(max(1, d.InputOffset()))
			if next >= len(text) {
				return
			}
			next += max(0, strings.IndexByte(text[next:], '<'))
			above += strings.Count(text[:next], "\n")
			text = text[next:]
		}
	}
}

// allowed drops the characters that XML does not allow (XML 1.0, section 2.2).
func allowed(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
		return -1
	}
	return r
}

// newDecoder returns a decoder, and what bounds the content of one tag, which encoding/xml
// does not.
func newDecoder(text string) (*xml.Decoder, *reader) {
	in := &reader{Reader: strings.NewReader(text), text: text}
	return xml.NewDecoder(in), in
}

// undeclared returns a document, which is in UTF-8 already, with its XML declaration as
// another instruction: encoding/xml refuses versions and charsets that it does not know.
func undeclared(text string) string {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<?xml ") {
		return strings.Replace(text, "<?xml ", "<?XML ", 1)
	}
	return text
}

// A reader counts the marks of the tag that is being read.
type reader struct {
	*strings.Reader
	text  string
	tag   bool // the token is the tag of an element
	marks int
}

// begin notes where the next token begins.
func (r *reader) begin(offset int64) {
	rest := r.text[min(offset, int64(len(r.text))):]
	r.tag = len(rest) > 1 && rest[0] == '<' && rest[1] != '!' && rest[1] != '?'
	r.marks = 0
}

// ReadByte is called by the decoder.
func (r *reader) ReadByte() (byte, error) {
	b, err := r.Reader.ReadByte()
	if r.tag && strings.IndexByte(" \t\r\n\"'", b) >= 0 {
		if r.marks++; r.marks > maxMarks {
			return 0, errLongTag
		}
	}
	return b, err
}
