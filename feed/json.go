package feed

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"time"

	"github.com/gorilla/feeds"
)

// WriteJSON writes a feed as a JSON Feed (jsonfeed.org, version 1.1): f, with
// entries in place of its own, newest first and none twice. Self is its feed_url and Link its home_page_url; what is not known is left out.
//
// JSON Feed has no word for the source of an entry, so entries with a Source name
// its author or title as their author, and its language. Undated ones have no
// date. An item must have content:
// it is the title, since the posts themselves are not read.
//
// Bytes that are not UTF-8 become U+FFFD. Errors are those of w and of entries.
func WriteJSON(w io.Writer, f *Feed, entries iter.Seq2[Entry, error]) error {
	out := bufio.NewWriter(w)
	head, err := indentJSON(jsonHead(f), "")
	if err != nil {
		return err
	}
	out.Write(bytes.TrimSuffix(head, []byte("\n}"))) // an error stays with out until Flush
	out.WriteString(",\n  \"items\": [")
	separator, end := "\n    ", "]\n}\n"
	for e, err := range entries {
		if err != nil {
			return err
		}
		item, err := indentJSON(newJSONItem(e), "    ")
		if err != nil {
			return err
		}
		out.WriteString(separator)
		if _, err := out.Write(item); err != nil {
			return err
		}
		separator, end = ",\n    ", "\n  ]\n}\n"
	}
	out.WriteString(end)
	return out.Flush()
}

// indentJSON encodes a value as it stands behind prefix in a document.
func indentJSON(value any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, "  ")
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// jsonHead is what a document says before its items.
func jsonHead(f *Feed) feeds.JSONFeed {
	return feeds.JSONFeed{
		Version:     "https://jsonfeed.org/version/1.1",
		Title:       f.Title,
		Language:    f.Lang,
		HomePageUrl: f.Link,
		FeedUrl:     f.Self,
		Description: f.Subtitle,
		Authors:     jsonAuthors(f.Author),
	}
}

// A jsonItem has what the type of gorilla/feeds lacks.
type jsonItem struct {
	feeds.JSONItem
	ContentText string `json:"content_text"`
	Language    string `json:"language,omitempty"`
}

func newJSONItem(e Entry) jsonItem {
	item := jsonItem{
		JSONItem: feeds.JSONItem{
			Id:            mergedID(e),
			Url:           e.Link,
			Title:         e.Title,
			PublishedDate: jsonTime(e.Published),
			ModifiedDate:  jsonTime(e.Updated),
			Authors:       jsonAuthors(entryAuthor(e)),
		},
		ContentText: e.Title,
	}
	if e.Source != nil {
		item.Language = e.Source.Lang
	}
	return item
}

func jsonAuthors(name string) []*feeds.JSONAuthor {
	if name == "" {
		return nil
	}
	return []*feeds.JSONAuthor{{Name: name}}
}

// jsonTime is nil for what is not dated.
func jsonTime(t time.Time) *time.Time {
	if t = statedTime(t); t.IsZero() {
		return nil
	}
	return &t
}
