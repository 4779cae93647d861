// Package xmlread reads XML that strangers wrote. It is encoding/xml with a bound
// on what that does not bound: how much one tag may hold.
package xmlread

import (
	"encoding/xml"
	"errors"
	"strings"
)

// maxMarks bounds the bytes of a tag that part attributes or their values. An
// attribute costs a document two bytes and its reader forty-eight.
const maxMarks = 100_000

// ErrLongTag reports a tag with more attributes than any document needs. It
// holds for the rest of what a Decoder reads.
var ErrLongTag = errors.New("a tag has too many attributes")

// A Decoder reads the tokens of one document.
type Decoder struct {
	*xml.Decoder
	in *reader
}

// NewDecoder returns a strict decoder of text.
func NewDecoder(text string) *Decoder {
	in := &reader{Reader: strings.NewReader(text), text: text}
	return &Decoder{Decoder: xml.NewDecoder(in), in: in}
}

// Token is the method of encoding/xml, within the bound.
func (d *Decoder) Token() (xml.Token, error) {
	d.in.begin(d.InputOffset())
	return d.Decoder.Token()
}

// RawToken is the method of encoding/xml, within the bound.
func (d *Decoder) RawToken() (xml.Token, error) {
	d.in.begin(d.InputOffset())
	return d.Decoder.RawToken()
}

// A reader counts the marks of the tag at hand.
type reader struct {
	*strings.Reader
	text  string
	tag   bool // the token at hand is the tag of an element
	marks int
}

// begin notes where the next token begins.
func (r *reader) begin(offset int64) {
	rest := r.text[min(offset, int64(len(r.text))):]
	r.tag = len(rest) > 1 && rest[0] == '<' && rest[1] != '!' && rest[1] != '?'
	r.marks = 0
}

// ReadByte is what the decoder reads by.
func (r *reader) ReadByte() (byte, error) {
	b, err := r.Reader.ReadByte()
	if r.tag && isMark(b) {
		if r.marks++; r.marks > maxMarks {
			return 0, ErrLongTag
		}
	}
	return b, err
}

// isMark reports the bytes one of which stands between any two attributes.
func isMark(b byte) bool {
	switch b {
	case ' ', '\t', '\r', '\n', '"', '\'':
		return true
	}
	return false
}
