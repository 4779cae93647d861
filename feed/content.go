package feed

import (
	"encoding/xml"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/mmcdole/gofeed"
)

// maxContent is how much is kept of the content of an entry, in bytes.
const maxContent = 1 << 20

// A content is a post that a document carries whole.
type content struct {
	mediaType string
	text      strings.Builder
}

// contents are those of an XML document. The library gets a number in the place of
// each, as an element of its own, since it takes long to read texts.
type contents struct {
	all  []*content
	open *content // the one that is being read
}

const (
	contentSpace  = "gemsubcontent"
	contentNumber = "number"
)

// begin notes an element of an entry that has its content.
func (s *contents) begin(c *cleaner, local string, attrs []xml.Attr) {
	if c.entry == 0 || local != "content" && local != "encoded" {
		return
	}
	s.open = &content{mediaType: contentMediaType(c.root, attribute(attrs, "type"))}
	s.all = append(s.all, s.open)
	c.cost += elementCost
	fmt.Fprintf(&c.out, `<%[1]s:%[2]s xmlns:%[1]s="urn:%[1]s">%[3]d</%[1]s:%[2]s>`, contentSpace, contentNumber, len(s.all)-1)
}

// contentMediaType returns the media type of an element by its type in Atom.
func contentMediaType(root, contentType string) string {
	contentType = strings.ToLower(contentType)
	switch {
	case root != "feed", contentType == "html", contentType == "xhtml":
		return "text/html"
	case strings.HasPrefix(contentType, "text/"):
		return cleanTitle(contentType)
	}
	return "text/plain"
}

// add adds text of that kind to the open content.
func (s *contents) add(text string, kind textKind) {
	if s.open == nil {
		return
	}
	if kind == isText && s.open.mediaType == "text/html" { // between tags of XHTML
		text = html.EscapeString(text)
	}
	if room := maxContent + 1 - s.open.text.Len(); len(text) > room { // one more, so that it is known to be cut
		text = text[:room]
	}
	s.open.text.WriteString(text)
}

// addTag adds the start tag of an element of XHTML to the open content, with the
// attributes that links and pictures need.
func (s *contents) addTag(e element, t xml.StartElement) {
	if s.open == nil {
		return
	}
	var b strings.Builder
	b.WriteString("<" + t.Name.Local)
	for _, a := range t.Attr {
		value := a.Value
		switch a.Name.Local {
		case "href", "src":
			if u, err := e.base.Parse(value); err == nil && e.folder != "" { // the document says what links are relative to
				value = u.String()
			}
		case "alt":
		default:
			continue
		}
		b.WriteString(" " + a.Name.Local + `="` + html.EscapeString(value) + `"`)
	}
	s.add(b.String()+">", isHTML)
}

// of returns the content of an item, nil without one.
func (s *contents) of(i *gofeed.Item) *content {
	for _, e := range i.Extensions[contentSpace][contentNumber] {
		if n, err := strconv.Atoi(e.Value); err == nil && n >= 0 && n < len(s.all) {
			return s.all[n]
		}
	}
	return nil
}

// fill gives an entry its content.
func (c *content) fill(e *Entry) {
	if c == nil || strings.TrimSpace(c.text.String()) == "" {
		return
	}
	e.Content = &Content{Text: c.text.String(), MediaType: c.mediaType}
}

// newContent is one that was read as a whole; nil without text.
func newContent(mediaType, text string) *content {
	if text == "" {
		return nil
	}
	c := &content{mediaType: mediaType}
	s := contents{open: c}
	s.add(text, kept)
	return c
}
