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

// The library's types without their methods, so that fields of the types below
// go before theirs.
type (
	plainFeed jsonfeed.Feed
	plainItem jsonfeed.Item
)

// A jsonFeedHead is what a JSON Feed says beside its items.
type jsonFeedHead struct {
	plainFeed
	Authors few[jsonfeed.Author] `json:"authors"`
}

// A jsonFeedItem is an item as it stands in a document.
type jsonFeedItem struct {
	plainItem
	ID          json.RawMessage           `json:"id"` // a string, or anything
	Authors     few[jsonfeed.Author]      `json:"authors"`
	Attachments few[jsonfeed.Attachments] `json:"attachments"`
	Tags        ignored                   `json:"tags"`
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

// jsonID is an id as text: numbers are allowed, and others are met.
func jsonID(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(id))
}

// plainText is a text as HTML, up to what a title has room for.
func plainText(s string) string {
	return html.EscapeString(cutText(s))
}

// cutText cuts a text to what a title has room for.
func cutText(s string) string {
	if len(s) <= MaxTitle {
		return s
	}
	return strings.ToValidUTF8(s[:MaxTitle], "")
}

// few is the first values of a list, without null, for which the library is not
// prepared.
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

// ignored is a value of any kind that nobody asks for.
type ignored struct{}

// UnmarshalJSON reads nothing.
func (ignored) UnmarshalJSON([]byte) error { return nil }
