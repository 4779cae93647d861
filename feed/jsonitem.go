package feed

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"

	jsonfeed "github.com/mmcdole/gofeed/json"
)

// maxInList is how many authors or attachments are read of one list.
const maxInList = 100

// plainFeed and plainItem are the library's types without its UnmarshalJSON, which
// would ignore the fields that the types below add.
type (
	plainFeed jsonfeed.Feed
	plainItem jsonfeed.Item
)

// A jsonFeedHead holds the members of a JSON Feed other than its items.
type jsonFeedHead struct {
	plainFeed
	Authors few[jsonfeed.Author] `json:"authors"`
}

// A jsonFeedItem is an item as a document has it.
type jsonFeedItem struct {
	plainItem
	ID          json.RawMessage           `json:"id"` // should be a string
	Authors     few[jsonfeed.Author]      `json:"authors"`
	Attachments few[jsonfeed.Attachments] `json:"attachments"`
	Tags        ignored                   `json:"tags"`
}

// content returns the post that an item carries.
func (i *jsonFeedItem) content() *content {
	if i.ContentHTML != "" {
		return newContent("text/html", i.ContentHTML)
	}
	return newContent("text/plain", i.ContentText)
}

// clean makes the texts of an item HTML, as other formats have them.
func (i *jsonFeedItem) clean() *jsonfeed.Item {
	item := jsonfeed.Item(i.plainItem)
	item.ID = jsonID(i.ID)
	item.Title, item.Summary, item.ContentText = plainText(item.Title), plainText(item.Summary), plainText(item.ContentText)
	item.ContentHTML = cutText(item.ContentHTML)
	item.Authors = i.Authors
	if i.Attachments != nil {
		list := make([]jsonfeed.Attachments, len(i.Attachments))
		for n, attachment := range i.Attachments {
			list[n] = *attachment
		}
		item.Attachments = &list
	}
	return &item
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

// cutText cuts a text to the size of a title.
func cutText(s string) string {
	if len(s) <= MaxTitle {
		return s
	}
	return strings.ToValidUTF8(s[:MaxTitle], "")
}

// few is the first values of a list, without nulls, which the library does not
// expect.
type few[T any] []*T

// UnmarshalJSON reads a list up to its bound.
func (f *few[T]) UnmarshalJSON(data []byte) error {
	*f = nil
	if data[0] != '[' {
		var wrong []*T
		return json.Unmarshal(data, &wrong)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	_, _ = dec.Token() // the bracket
	for range maxInList {
		if !dec.More() {
			break
		}
		var value *T
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if value != nil {
			*f = append(*f, value)
		}
	}
	return nil
}

// ignored is a value of any type that is not needed.
type ignored struct{}

// UnmarshalJSON reads nothing.
func (ignored) UnmarshalJSON([]byte) error { return nil }
