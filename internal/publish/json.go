package publish

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"time"

	"github.com/gorilla/feeds"

	"gemsub/feed"
)

// JSON writes f as a JSON Feed (jsonfeed.org, version 1.1), with entries in
// place of its own: newest first, no two with the same ID. Self is the feed_url and
// Link the home_page_url; what is unknown is left out.
//
// JSON Feed cannot name the source of an entry, so an entry with a Source has the
// source's author, else its title, as author, and the source's language. An undated
// entry has no date. JSON Feed requires content: it is ContentHTML, else the title.
//
// Bytes that are not UTF-8 become U+FFFD. Errors are those of w and of entries.
func JSON(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	out := bufio.NewWriter(w)
	head, err := indentJSON(jsonHead(f), "")
	if err != nil {
		return err
	}
	out.Write(bytes.TrimSuffix(head, []byte("\n}"))) // Flush returns the error
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

// indentJSON encodes a value for a place in a document that is indented by prefix.
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

// jsonHead returns the members of a document other than its items.
func jsonHead(f *feed.Feed) feeds.JSONFeed {
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

// A jsonItem adds to the type of gorilla/feeds members that it lacks.
type jsonItem struct {
	feeds.JSONItem
	ContentText *string `json:"content_text,omitempty"`
	Language    string  `json:"language,omitempty"`
}

func newJSONItem(e feed.Entry) jsonItem {
	item := jsonItem{
		JSONItem: feeds.JSONItem{
			Id:            mergedID(e),
			Url:           e.Link,
			Title:         e.Title,
			PublishedDate: jsonTime(e.Published),
			ModifiedDate:  jsonTime(e.Updated),
			Authors:       jsonAuthors(entryAuthor(e)),
		},
	}
	if item.ContentHTML = e.ContentHTML(); item.ContentHTML == "" {
		item.ContentText = &e.Title
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

// jsonTime returns a time in UTC, nil for none.
func jsonTime(t time.Time) *time.Time {
	if t = statedTime(t); t.IsZero() {
		return nil
	}
	return &t
}
