package publish

import (
	"bufio"
	"bytes"
	"encoding/json"
	"iter"
	"time"

	"github.com/gorilla/feeds"

	"gemsub/feed"
)

// json writes a JSON Feed (jsonfeed.org, version 1.1). Self is the feed_url and Link the
// home_page_url; what is unknown is left out.
//
// JSON Feed cannot name the source of an entry, so an entry with a Source has the
// source's author, else its title, as author, and the source's language. An undated
// entry has no date. JSON Feed requires content: it is ContentHTML, else the title.
//
// Bytes that are not UTF-8 become U+FFFD.
func (d Document) json(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	head, err := indentJSON(feeds.JSONFeed{
		Version:     "https://jsonfeed.org/version/1.1",
		Title:       d.Feed.Title,
		Language:    d.Feed.Lang,
		HomePageUrl: d.Feed.Link,
		FeedUrl:     d.Feed.Self,
		Description: d.Feed.Subtitle,
		Authors:     jsonAuthors(d.Feed.Author),
	}, "")
	if err != nil {
		return err
	}
	document := string(bytes.TrimSuffix(head, []byte("\n}"))) + ",\n  \"items\": ["
	return writeAround(out, entries, document, "\n  ]\n}", ",", func(e feed.Entry) ([]byte, error) {
		item, err := indentJSON(newJSONItem(e), "    ")
		return append([]byte("    "), item...), err
	})
}

// indentJSON encodes a value for a place in a document that is indented by prefix.
func indentJSON(value any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, "  ")
	err := enc.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
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
			Id:            ownID(e),
			Url:           e.Link,
			Title:         e.Title,
			PublishedDate: jsonTime(e.Published),
			ModifiedDate:  jsonTime(e.Updated),
			Authors:       jsonAuthors(authorOf(e)),
			ContentHTML:   e.ContentHTML(),
		},
		Language: sourceOf(e).Lang,
	}
	if item.ContentHTML == "" {
		item.ContentText = &e.Title
	}
	return item
}

func jsonAuthors(name string) []*feeds.JSONAuthor {
	if name == "" {
		return nil
	}
	return []*feeds.JSONAuthor{{Name: name}}
}

// jsonTime returns a time, nil for none.
func jsonTime(t time.Time) *time.Time {
	if format(t, time.RFC3339) == "" {
		return nil
	}
	return &t
}
