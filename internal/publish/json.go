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

// writeJSON writes a JSON Feed (jsonfeed.org, version 1.1). Self is the feed_url and Link the
// home_page_url; unknown members are left out.
//
// JSON Feed cannot name the source of an entry, so an entry with a Source gets the source's
// language, and the source's author or title as author if it has none. An undated entry has
// no date. JSON Feed requires content: it is ContentHTML, else the title.
//
// Bytes that are not UTF-8 become U+FFFD.
func (d Document) writeJSON(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	head, err := json.MarshalIndent(feeds.JSONFeed{
		Version:     "https://jsonfeed.org/version/1.1",
		Title:       d.Feed.Title,
		Language:    d.Feed.Lang,
		HomePageUrl: d.Feed.Link,
		FeedUrl:     d.Feed.Self,
		Description: d.Feed.Subtitle,
		Authors:     jsonAuthors(d.Feed.Author),
	}, "", "  ")
	if err != nil {
		return err
	}
	document := string(bytes.TrimSuffix(head, []byte("\n}"))) + ",\n  \"items\": ["
	return writeAround(out, entries, document, "\n  ]\n}", ",", func(e feed.Entry) ([]byte, error) {
		item, err := json.MarshalIndent(newJSONItem(e), "    ", "  ")
		return append([]byte("    "), item...), err
	})
}

// A jsonItem adds a member to the type of gorilla/feeds.
type jsonItem struct {
	feeds.JSONItem
	Language string `json:"language,omitempty"`
}

// newJSONItem returns the item of an entry.
func newJSONItem(e feed.Entry) jsonItem {
	item := jsonItem{
		JSONItem: feeds.JSONItem{
			Id:            entryID(e),
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
		item.ContentText = e.Title
	}
	return item
}

func jsonAuthors(name string) []*feeds.JSONAuthor {
	if name == "" {
		return nil
	}
	return []*feeds.JSONAuthor{{Name: name}}
}

// jsonTime returns a time, nil if it is zero or cannot be stated.
func jsonTime(t time.Time) *time.Time {
	if formatTime(t, time.RFC3339) == "" {
		return nil
	}
	return &t
}
