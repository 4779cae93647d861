package publish_test

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/publish"
)

// A table reads back as what was written, also where a title holds what separates
// fields; no cell is a formula.
func TestCSV(t *testing.T) {
	log := &feed.Feed{ID: "urn:log", Self: "gemini://b.example/atom.xml", Title: `The "log", part 2`}
	f := &feed.Feed{ID: "gemini://a.example/", Title: "A", Entries: []feed.Entry{
		{ID: "urn:1", Link: "gemini://a.example/1", Title: "=1+1", Author: "-Ann, Bea", Updated: time.Date(2021, 3, 4, 23, 30, 0, 0, time.FixedZone("", -3600)), Published: noon(3, 4)},
		{ID: "urn:2", Link: "gemini://b.example/1", Title: " two\nlines;\t", Source: log},
	}}
	doc := written(t, publish.CSV, f)
	if strings.Count(doc, "\r\n") != 4 {
		t.Errorf("lines do not end with CRLF: %q", doc)
	}
	got, err := csv.NewReader(strings.NewReader(doc)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"feed", "feed_url", "title", "url", "author", "updated", "published", "id"},
		{"A", "gemini://a.example/", "'=1+1", "gemini://a.example/1", "'-Ann, Bea", "2021-03-05T00:30:00Z", "2021-03-04T12:00:00Z", "urn:1"},
		{`The "log", part 2`, "gemini://b.example/atom.xml", " two\nlines;\t", "gemini://b.example/1", "", "", "", "urn:2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// No program takes a cell for a formula, whatever its first character is.
func TestCSVFormulas(t *testing.T) {
	for _, title := range []string{"=1", "+1", "-1", "@A", "＝1", "＋1", "－1", "＠A", "\t=1", "\r=1", "\n=1"} {
		f := &feed.Feed{Title: "A", Entries: []feed.Entry{{ID: "urn:1", Title: title}}}
		if doc := written(t, publish.CSV, f); !strings.Contains(doc, "'") {
			t.Errorf("title %q: %q", title, doc)
		}
	}
}
