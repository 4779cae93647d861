package feed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// readJSON reads a JSON Feed (jsonfeed.org, version 1.1) up to its first syntax error. It skips
// members of a wrong type. The fault is the syntax error, else the first wrong type, else nil. The
// feed is nil if no version, title or item could be read.
func (d document) readJSON() (*Feed, *SyntaxError) {
	r := jsonReader{body: bytes.TrimPrefix(d.page.Body, []byte("\ufeff")), base: d.page.URL}
	r.dec = json.NewDecoder(bytes.NewReader(r.body))
	h := &r.head
	r.members = map[json.Token]any{
		"version": &h.Version, "title": &h.Title, "description": &h.Description, "language": &h.Language,
		"home_page_url": &h.HomePageURL, "feed_url": &h.FeedURL, "author": &h.Author, "authors": &h.Authors,
	}
	if err := r.readEach(r.readMember); err != nil {
		offset := r.dec.InputOffset()
		var syntax *json.SyntaxError
		if errors.As(json.Unmarshal(r.body, new(json.RawMessage)), &syntax) { // this error has the position
			offset, err = syntax.Offset, syntax
		}
		r.fault = r.faultAt(offset, strings.Replace(err.Error(), "unexpected end of JSON input", "it ends too early", 1))
		r.fault.Cut = true
	}
	if h.Title == "" && h.Version == "" && len(r.entries.entries) == 0 {
		return nil, cmp.Or(r.fault, &SyntaxError{Line: 1, Message: "not a JSON feed: it has no version, title or items"})
	}
	return d.newSyndicatedFeed(JSON, h.item(), r.entries), r.fault
}

// A jsonReader reads one document.
type jsonReader struct {
	body    []byte
	dec     *json.Decoder
	base    *url.URL
	head    jsonFeedHead
	members map[json.Token]any // the fields of head by the names of their members
	entries entryCollector
	seen    int          // items so far
	fault   *SyntaxError // the first fault
}

// readEach calls read for each part of an object or a list, and returns the first error.
func (r *jsonReader) readEach(read func() error) error {
	_, err := r.dec.Token() // the bracket
	for err == nil && r.dec.More() {
		err = read()
	}
	if err == nil {
		_, err = r.dec.Token()
	}
	return err
}

// readMember reads a member of the feed.
func (r *jsonReader) readMember() error {
	name, err := r.dec.Token()
	if err != nil {
		return err
	}
	value := bytes.TrimLeft(r.body[r.dec.InputOffset():], ": \t\r\n")
	if name == "items" && bytes.HasPrefix(value, []byte("[")) {
		return r.readEach(r.readItem)
	}
	return r.decodeValue(cmp.Or(r.members[name], any(new(json.RawMessage))), fmt.Sprint(name))
}

// readItem reads one item. It skips items after the first maxCollected.
func (r *jsonReader) readItem() error {
	if r.seen++; r.seen > maxCollected {
		return r.decodeValue(new(json.RawMessage), "")
	}
	var item *jsonFeedItem
	err := r.decodeValue(&item, "")
	if err == nil && item != nil {
		r.entries.add(newEntry(r.base, item.item()))
	}
	return err
}

// decodeValue reads the value of the member called name. A value of a wrong type is not an error: it
// becomes the document's fault.
func (r *jsonReader) decodeValue(value any, name string) error {
	offset := r.dec.InputOffset()
	err := r.dec.Decode(value)
	wrong, isType := errors.AsType[*json.UnmarshalTypeError](err)
	if !isType {
		return err
	}
	if r.fault == nil { // the first fault stays
		name = cmp.Or(wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:], name)
		r.fault = r.faultAt(offset+wrong.Offset, strings.ToLower(name)+" is a "+wrong.Value)
	}
	return nil
}

func (r *jsonReader) faultAt(offset int64, message string) *SyntaxError {
	line := 1 + bytes.Count(r.body[:min(int(offset), len(r.body))], []byte("\n"))
	return &SyntaxError{Line: line, Message: safeTitle(message)}
}

// jsonPeople are the authors of a feed or item. The array bounds the memory of a list: the
// decoder skips further elements.
type jsonPeople struct {
	Author  jsonPerson     `json:"author"`
	Authors [32]jsonPerson `json:"authors"`
}

type jsonPerson struct{ Name string }

// names returns the names in Authors, else the name in Author.
func (p *jsonPeople) names() (names []string) {
	for _, a := range p.Authors {
		if a.Name != "" {
			names = append(names, nameOf(a.Name))
		}
	}
	if names == nil {
		return []string{nameOf(p.Author.Name)}
	}
	return names
}

// A jsonFeedHead holds the members of a JSON Feed other than its items.
type jsonFeedHead struct {
	jsonPeople
	Version, Title, Description, Language string
	HomePageURL                           string
	FeedURL                               string // also the feed's id, by the specification
}

func (h *jsonFeedHead) item() item {
	return item{
		id: h.FeedURL, link: h.HomePageURL, self: h.FeedURL,
		title: h.Title, text: h.Description, lang: h.Language, authors: h.names(),
	}
}

// A jsonFeedItem is an item of a JSON Feed.
type jsonFeedItem struct {
	jsonPeople
	ID             json.RawMessage // should be a string
	URL            string
	ExternalURL    string `json:"external_url"`
	Title, Summary string
	ContentHTML    string `json:"content_html"`
	ContentText    string `json:"content_text"`
	Published      string `json:"date_published"`
	Modified       string `json:"date_modified"`
	Attachments    [32]struct{ URL string }
}

// item returns the item in the form that all formats share.
func (j *jsonFeedItem) item() item {
	i := item{
		id: jsonID(j.ID), link: j.URL, refs: []string{j.ExternalURL}, title: j.Title, stated: j.Published,
		text:    cmp.Or(j.Summary, htmlText(cutText(j.ContentHTML)), j.ContentText),
		authors: j.names(), updated: statedDate(j.Modified), published: statedDate(j.Published),
	}
	for _, a := range j.Attachments {
		i.refs = append(i.refs, a.URL)
	}
	i.content = Content{Text: j.ContentHTML, MediaType: "text/html"}
	if j.ContentHTML == "" {
		i.content = Content{Text: j.ContentText, MediaType: "text/plain"}
	}
	i.content.Text = i.content.Text[:min(len(i.content.Text), maxContent+1)] // one byte more shows that the text was cut
	return i
}

// jsonID returns an id as text. Numbers are allowed, and other types occur.
func jsonID(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(id))
}
