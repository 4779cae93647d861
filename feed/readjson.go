package feed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"html"
	"strings"
)

// readJSON reads a JSON Feed (jsonfeed.org, version 1.1). It skips members of a wrong
// type, and documents that are not JSON.
func (d document) readJSON() (*Feed, *SyntaxError) {
	var head jsonFeedHead
	r := jsonReader{body: bytes.TrimPrefix(d.page.Body, []byte("\ufeff"))}
	r.fail(0, json.Unmarshal(r.body, &head))
	links, entries := newResolver(d.page.URL), collection{}
	at := bytes.Index(r.body, head.Items) // where its lines are counted from
	dec := json.NewDecoder(bytes.NewReader(head.Items))
	_, _ = dec.Token() // the bracket
	for seen := 0; len(head.Items) > 0 && head.Items[0] == '[' && dec.More() && seen < maxCollected; seen++ {
		var read *jsonFeedItem
		r.fail(at+int(dec.InputOffset()), dec.Decode(&read))
		if read != nil {
			entries.add(links.entryOf(read.item()))
		}
	}
	if head.Title == "" && head.Version == "" && len(entries.entries) == 0 {
		return nil, cmp.Or(r.fault, &SyntaxError{1, "no version, no title and no items of a JSON feed"})
	}
	return d.feedOf(JSON, head.item(), links, entries), r.fault
}

// A jsonReader notes the first fault of a document.
type jsonReader struct {
	body  []byte
	fault *SyntaxError
}

// fail records the first error, in what begins at an offset. It returns at once for later
// ones: a document may have many.
func (r *jsonReader) fail(offset int, err error) {
	if err == nil || r.fault != nil {
		return
	}
	message := strings.NewReplacer("json: ", "", "unexpected end of JSON input", "it ends too early").Replace(err.Error())
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset += int(syntax.Offset)
	} else if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset += int(wrong.Offset)
		message = strings.ToLower(wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]) + " is a " + wrong.Value
	}
	r.fault = &SyntaxError{1 + bytes.Count(r.body[:min(offset, len(r.body))], []byte("\n")), cleanTitle(message)}
}

// jsonPeople are the authors of a feed or item.
type jsonPeople struct {
	Author  jsonPerson   `json:"author"`
	Authors []jsonPerson `json:"authors"`
}

type jsonPerson struct{ Name string }

func (p jsonPeople) names() (names []string) {
	if p.Authors == nil {
		p.Authors = []jsonPerson{p.Author}
	}
	for _, a := range p.Authors {
		names = append(names, nameOf(a.Name))
	}
	return names
}

// A jsonFeedHead is a JSON Feed.
type jsonFeedHead struct {
	jsonPeople
	Version, Title, Description, Language string
	HomePageURL                           string `json:"home_page_url"`
	FeedURL                               string `json:"feed_url"` // by the specification the feed's identifier
	Items                                 json.RawMessage
}

func (h jsonFeedHead) item() item {
	return item{
		id: h.FeedURL, link: h.HomePageURL, self: h.FeedURL,
		title: plainText(h.Title), text: plainText(h.Description), lang: h.Language, authors: h.names(),
	}
}

// A jsonFeedItem is an item as a document has it.
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
	Attachments    []struct{ URL string }
}

// item returns what an item states.
func (j *jsonFeedItem) item() item {
	i := item{
		id: jsonID(j.ID), link: j.URL, refs: []string{j.ExternalURL}, title: plainText(j.Title), stated: j.Published,
		text:    cmp.Or(plainText(j.Summary), cutText(j.ContentHTML), plainText(j.ContentText)),
		authors: j.names(), updated: statedDate(j.Modified), published: statedDate(j.Published),
	}
	for _, a := range j.Attachments {
		i.refs = append(i.refs, a.URL)
	}
	switch {
	case j.ContentHTML != "":
		i.content = &Content{Text: j.ContentHTML, MediaType: "text/html"}
	case j.ContentText != "":
		i.content = &Content{Text: j.ContentText, MediaType: "text/plain"}
	default:
		return i
	}
	i.content.Text = i.content.Text[:min(len(i.content.Text), maxContent+1)] // one more, so that it is known to be cut
	return i
}

// jsonID returns an id as text: numbers are allowed, and other types occur.
func jsonID(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(id))
}

// plainText returns a text as HTML, cut to the size of a title.
func plainText(s string) string {
	return html.EscapeString(cutText(s))
}
