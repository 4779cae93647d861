package feed

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// A SyntaxError reports an Atom, RSS or JSON feed that is not well formed.
type SyntaxError struct {
	// Line is the line of the first fault, from 1.
	Line int
	// Message says what is wrong there.
	Message string
	// Cut says that the document was read only up to the fault.
	Cut bool
}

// Error returns one line with the position.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("feed is not well formed: line %d: %s", e.Line, e.Message)
}

// readXML reads Atom (RFC 4287, and 0.3) or RSS (0.9 to 2.0) of any quality, up to the first fault
// after which reading cannot continue. It returns the feed and that fault, or a fault of the
// charset. The feed is nil if the document's root element is not a feed's.
func (d document) readXML() (*Feed, *SyntaxError) {
	text, fault := DecodeXML(d.page.Body, d.meta.charset)
	r := newXMLReader(text, d.page.URL, false)
	entries := &xmlCollection{base: d.page.URL}
	doc := xmlFeed{xmlChannel{Entries: entries}, xmlChannel{Entries: entries}}
	err := xml.NewTokenDecoder(r).Decode(&doc)
	if err == nil { // a wrong end tag may have closed the root element early
		_, err = r.Token()
	}
	if end, isFault := errors.AsType[*SyntaxError](err); isFault {
		fault = end
	}
	format, head := RSS, doc.Channel.item()
	switch {
	case r.root == "":
		return nil, cmp.Or(fault, &SyntaxError{Line: 1, Message: "neither XML nor JSON"})
	case !isFeedRoot(r.root):
		return nil, &SyntaxError{Line: 1, Message: "the root element is " + quote(r.root) + ", not feed, rss or RDF"}
	case r.root == atomRoot:
		format, head = Atom, doc.item()
	}
	head.lang = cmp.Or(doc.Lang, head.lang)
	return d.newSyndicatedFeed(format, head, entries.entryCollector), fault
}

// xmlFault returns the first place where a document is not well-formed XML, nil for none.
func xmlFault(text string) *SyntaxError {
	if start := strings.Index(text, "<?xml "); start > 0 && strings.TrimSpace(text[:start]) == "" {
		line := 1 + strings.Count(text[:start], "\n")
		return &SyntaxError{Line: line, Message: "the XML declaration is not at the beginning"}
	}
	r := newXMLReader(text, new(url.URL), true)
	for {
		if _, err := r.Token(); err != nil {
			fault, _ := errors.AsType[*SyntaxError](err) // nil for io.EOF
			return fault
		}
	}
}

// An xmlFeed is the root element of a document that an [XMLReader] reads.
type xmlFeed struct {
	xmlChannel
	Channel xmlChannel `xml:"channel"`
}

// An xmlChannel is the root element of Atom, or the channel of RSS.
type xmlChannel struct {
	xmlEntry
	Lang    string         `xml:"lang,attr"`
	Entries *xmlCollection `xml:"entry"`
}

// An xmlEntry holds the elements that describe an entry or a feed. Of text constructs with the same
// name the first counts, of other elements the last. Their namespaces do not matter.
type xmlEntry struct {
	ID        string              `xml:"id"`
	Links     firstFew[xmlLink]   `xml:"link"`
	Title     xmlText             `xml:"title"`
	Subtitle  xmlText             `xml:"subtitle"`
	Summary   xmlText             `xml:"summary"`
	Content   xmlText             `xml:"content"`
	Published string              `xml:"published"`
	Updated   string              `xml:"updated"`
	Authors   firstFew[xmlPerson] `xml:"author"`
	Language  string              `xml:"language"`
}

// item returns the feed or entry in the form that all formats share.
func (e *xmlEntry) item() item {
	i := item{
		id:        strings.TrimSpace(e.ID),
		title:     e.Title.plain(),
		text:      cmp.Or(e.Subtitle.plain(), e.Summary.plain(), e.Content.plain()),
		lang:      e.Language,
		stated:    strings.TrimSpace(e.Published),
		updated:   statedDate(e.Updated),
		published: statedDate(e.Published),
		content:   Content{Text: e.Content.Text, MediaType: e.Content.MediaType},
	}
	for _, a := range e.Authors {
		i.authors = append(i.authors, cmp.Or(a.Name, a.Email, nameOf(strings.TrimSpace(a.Text))))
	}
	e.addLinks(&i)
	return i
}

// addLinks adds the links by their relations. The item's own link is the last one in the form
// of RSS, else the first gemini URL, else the first.
func (e *xmlEntry) addLinks(i *item) {
	var alternates, enclosures []string
	for _, l := range e.Links {
		ref := strings.TrimSpace(cmp.Or(l.Href, l.URL, l.Text))
		switch rel := strings.ToLower(l.Rel); {
		case ref == "":
		case rel == "self":
			i.self = cmp.Or(i.self, ref)
		case rel == "enclosure", l.URL != "":
			enclosures = append(enclosures, ref)
		case rel != "" && rel != "alternate":
		case l.Href == "":
			i.link = ref
		default:
			alternates = append(alternates, ref)
		}
	}
	if i.link == "" && len(alternates) > 0 {
		isGemini := func(ref string) bool { return strings.HasPrefix(ref, "gemini:") }
		i.link = alternates[max(0, slices.IndexFunc(alternates, isGemini))]
	}
	i.refs = slices.Concat(alternates, []string{i.self}, enclosures)
}

// xmlCollection collects the entries of a document.
type xmlCollection struct {
	entryCollector
	base *url.URL
	seen int
}

// UnmarshalXML reads one entry. It skips entries after the first maxCollected.
func (x *xmlCollection) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if x.seen++; x.seen > maxCollected {
		return d.Skip()
	}
	var e xmlEntry
	if err := d.DecodeElement(&e, &start); err != nil {
		return err
	}
	x.add(newEntry(x.base, e.item()))
	return nil
}

// A firstFew holds the first elements of the same name in an entry.
type firstFew[T any] []T

// maxFew is the length of a firstFew. It bounds memory, since an element takes ten times the bytes
// that it has in the document.
const maxFew = 100

// UnmarshalXML reads one element. It skips elements after the first maxFew.
func (f *firstFew[T]) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if len(*f) == maxFew {
		return d.Skip()
	}
	var e T
	err := d.DecodeElement(&e, &start)
	*f = append(*f, e)
	return err
}

// An xmlLink is a link or an enclosure.
type xmlLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
	URL  string `xml:"url,attr"`
	Text string `xml:",chardata"`
}

// An xmlPerson is an author. In RSS the text is a name, an address, or both.
type xmlPerson struct {
	Name  string `xml:"name"`
	Email string `xml:"email"`
	Text  string `xml:",chardata"`
}

// nameOf returns the name of "Name (address)" and of "address (Name)", else the text.
func nameOf(text string) string {
	before, inside, ok := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	switch before = strings.TrimSpace(before); {
	case !ok || before == "":
		return text
	case strings.Contains(before, "@"):
		return inside
	}
	return before
}

// An xmlText is a text construct (RFC 4287, section 3.1). In RSS it is always HTML.
type xmlText struct{ Text, MediaType string }

// maxContent is how many bytes of an entry's content are kept.
const maxContent = 1 << 20

// UnmarshalXML reads an element and its children, with their tags if the text is HTML. It skips the
// element if x already has a text. A text of more than maxContent bytes keeps one byte more, to show
// that it was cut.
func (x *xmlText) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if x.Text != "" {
		return d.Skip()
	}
	kind, mediaType := strings.ToLower(attribute(start, "type")), "text/plain"
	isXHTML := strings.Contains(kind, "xhtml")
	switch {
	case start.Name.Space != atomRoot, isXHTML, kind == "html", kind == "text/html":
		mediaType = "text/html"
	case strings.HasPrefix(kind, "text/"):
		mediaType = safeTitle(kind)
	}
	var text bytes.Buffer
	var tags *xml.Encoder // made only if needed: it takes 4 KiB
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			t.Name.Space = ""
			token = t
		case xml.EndElement:
			depth--
			t.Name.Space = ""
			token = t
		case xml.Comment, xml.ProcInst, xml.Directive:
			continue
		}
		piece, isText := token.(xml.CharData)
		switch {
		case depth == 0, text.Len() > maxContent:
		case isText && !isXHTML:
			text.Write(piece)
		case mediaType == "text/html":
			if tags == nil {
				tags = xml.NewEncoder(&text)
			}
			_ = tags.EncodeToken(token) // fails neither here nor in a Buffer: the XMLReader closes all elements
			_ = tags.Flush()
		}
	}
	if len(bytes.TrimSpace(text.Bytes())) > 0 {
		*x = xmlText{strings.ToValidUTF8(string(text.Next(maxContent+1)), ""), mediaType}
	}
	return nil
}

// plain returns a title or subtitle without HTML tags.
func (x xmlText) plain() string {
	return strings.TrimSpace(PlainText(x.MediaType, cutText(strings.TrimSpace(x.Text))))
}

// attribute returns the value of an attribute, or "".
func attribute(e xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return strings.EqualFold(a.Name.Local, name) })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}
