package publish

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

// These are the types of JSON values in a JSON Feed.
const (
	aString = "string"
	aURL    = "URL"
	aTime   = "time"
	people  = "authors"
)

// checkJSONFeed checks a document against JSON Feed 1.1, "Top-level" and "Items", for
// the members that JSON writes; any other is an error.
func checkJSONFeed(t testing.TB, doc string) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader([]byte(doc)))
	var top map[string]any
	if err := dec.Decode(&top); err != nil {
		t.Fatal(err)
	}
	if dec.More() {
		t.Error("something follows the object")
	}
	if !strings.HasPrefix(doc, "{\n  \"version\"") {
		t.Error("version is not at the very top")
	}
	if top["version"] != "https://jsonfeed.org/version/1.1" {
		t.Errorf("version is %v", top["version"])
	}
	items, ok := top["items"].([]any)
	if !ok {
		t.Fatalf("items is %T", top["items"])
	}
	delete(top, "items")
	checkMembers(t, top, []string{"version", "title"}, map[string]string{
		"version": aURL, "title": aString, "home_page_url": aURL, "feed_url": aURL, "description": aString,
		"authors": people, "language": aString,
	})
	var ids []any
	for _, value := range items {
		item, _ := value.(map[string]any)
		checkMembers(t, item, []string{"id", "url", "content_text"}, map[string]string{
			"id": aString, "url": aURL, "title": aString, "content_text": aString, "date_published": aTime,
			"date_modified": aTime, "authors": people, "language": aString,
		})
		if slices.Contains(ids, item["id"]) {
			t.Errorf("id %v twice", item["id"])
		}
		ids = append(ids, item["id"])
	}
}

// checkMembers checks that an object has all required members and no unknown ones.
func checkMembers(t testing.TB, object map[string]any, required []string, kinds map[string]string) {
	t.Helper()
	for _, name := range required {
		if _, ok := object[name]; !ok {
			t.Errorf("%s is missing in %v", name, object)
		}
	}
	for name, value := range object {
		if kinds[name] == people {
			checkAuthors(t, value)
			continue
		}
		text, ok := value.(string)
		switch {
		case kinds[name] == "":
			t.Errorf("JSON Feed knows no %s", name)
		case !ok:
			t.Errorf("%s is a %T", name, value)
		case text == "":
			t.Errorf("%s is empty", name)
		case kinds[name] == aURL && !strings.Contains(text, ":") && !strings.Contains(text, "\ufffd"):
			t.Errorf("%s is no URL: %s", name, text)
		case kinds[name] == aTime:
			if _, err := time.Parse(time.RFC3339, text); err != nil {
				t.Error(err)
			}
		}
	}
}

func checkAuthors(t testing.TB, value any) {
	t.Helper()
	list, _ := value.([]any)
	if len(list) == 0 {
		t.Errorf("authors is %v", value)
	}
	for _, a := range list {
		author, _ := a.(map[string]any)
		checkMembers(t, author, []string{"name"}, map[string]string{"name": aString})
	}
}

// JSON follows JSON Feed 1.1 for all kinds of feeds.
func TestJSONFeedRules(t *testing.T) {
	empty := &feed.Feed{ID: "gemini://a.example/", Title: "A", Updated: fetched}
	for _, f := range []*feed.Feed{full(), merged(), empty} {
		checkJSONFeed(t, written(t, as("json"), f))
	}
	if doc := written(t, as("json"), empty); strings.Contains(doc, "url") || !strings.Contains(doc, `"items": [`) {
		t.Errorf("of an empty feed without address: %s", doc)
	}
}
