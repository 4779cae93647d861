package publish

import (
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

func atom(t testing.TB, f *feed.Feed) string {
	t.Helper()
	var b strings.Builder
	if err := as("atom")(&b, f, f.DistinctEntries()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// merged is a feed of entries from two feeds, one of which lists the other's
// post too.
func merged() *feed.Feed {
	german := &feed.Feed{ID: "gemini://a.example/", Link: "gemini://a.example/", Title: "Änne & <Co>", Lang: "de", Updated: noon(2021, 3, 4)}
	other := &feed.Feed{ID: "gemini://b.example/", Link: "gemini://b.example/", Title: "B", Author: "Bea", Updated: noon(2021, 3, 3)}
	entry := func(link, title string, day int, source *feed.Feed) feed.Entry {
		return feed.Entry{ID: link, Link: link, Title: title, Updated: noon(2021, 3, day), Source: source}
	}
	return &feed.Feed{
		ID:      "urn:uuid:5b7b1b0e-0000-4000-8000-000000000000",
		Title:   "Merged",
		Updated: noon(2021, 3, 4),
		Entries: []feed.Entry{
			entry("gemini://a.example/1?x&y", "Eins < zwei", 4, german),
			entry("gemini://b.example/1", "One", 3, other),
			entry("gemini://b.example/1", "One, as seen by A", 2, german),
		},
	}
}

func TestMergedAtom(t *testing.T) {
	golden(t, "testdata/merged.atom", atom(t, merged()))
}

// A feed and its entries have all that RFC 4287, section 4.1, requires and a validator checks.
func TestAtomIsComplete(t *testing.T) {
	empty := &feed.Feed{ID: "gemini://a.example/", Link: "gemini://a.example/", Title: "A", Updated: fetched}
	published, relative, odd := merged(), merged(), merged()
	published.Self = "gemini://me.example/all.atom"
	relative.Self = "all.atom"
	for i := range odd.Entries {
		odd.Entries[i].ID = "1"
	}
	odd.Entries = odd.Entries[:2] // of two feeds
	for _, tt := range []struct {
		f    *feed.Feed
		self string
	}{{merged(), ""}, {published, published.Self}, {relative, ""}, {odd, ""}, {empty, empty.ID}} {
		f := tt.f
		var doc struct {
			XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			ID      []string `xml:"id"`
			Title   []string `xml:"title"`
			Updated []string `xml:"updated"`
			Author  []string `xml:"author>name"`
			Links   []struct {
				Rel  string `xml:"rel,attr"`
				Href string `xml:"href,attr"`
			} `xml:"link"`
			Entries []struct {
				ID      []string `xml:"id"`
				Title   []string `xml:"title"`
				Updated []string `xml:"updated"`
				Links   []struct {
					Rel  string `xml:"rel,attr"`
					Href string `xml:"href,attr"`
				} `xml:"link"`
			} `xml:"entry"`
		}
		if err := xml.Unmarshal([]byte(atom(t, f)), &doc); err != nil {
			t.Fatal(err)
		}
		once := func(what string, values []string) {
			t.Helper()
			if len(values) != 1 || values[0] == "" {
				t.Errorf("%s: %q", what, values)
			}
		}
		once("id", doc.ID)
		once("title", doc.Title)
		once("updated", doc.Updated)
		once("author", doc.Author)
		count := map[string]int{}
		for _, l := range doc.Links {
			count[l.Rel]++
			if !IsURL(l.Href) || count[l.Rel] > 1 || l.Rel == "self" && l.Href != tt.self {
				t.Errorf("links of feed: %+v", doc.Links)
			}
		}
		if (count["self"] == 1) != (tt.self != "") {
			t.Errorf("links of feed: %+v, want self %q", doc.Links, tt.self)
		}
		ids := map[string]bool{doc.ID[0]: doc.ID[0] != empty.ID}
		if !isIRI(doc.ID[0]) {
			t.Errorf("id of feed: %s", doc.ID[0])
		}
		for _, e := range doc.Entries {
			once("entry id", e.ID)
			once("entry title", e.Title)
			once("entry updated", e.Updated)
			if _, err := time.Parse(time.RFC3339, e.Updated[0]); err != nil {
				t.Error(err)
			}
			if !isIRI(e.ID[0]) || ids[e.ID[0]] {
				t.Errorf("id %s is no IRI, or there twice", e.ID[0])
			}
			ids[e.ID[0]] = true
			if len(e.Links) != 1 || e.Links[0].Rel != "alternate" || !IsURL(e.Links[0].Href) {
				t.Errorf("links of entry: %+v", e.Links)
			}
		}
	}
}

// The schema is that of RFC 4287, appendix B, in RELAX NG's XML syntax, limited to the elements
// that this package writes.
func TestAtomSchema(t *testing.T) {
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("xmllint is not installed")
		}
		t.Log("xmllint is not installed: the schema was not checked")
		return
	}
	for _, f := range []*feed.Feed{merged(), full(), read(t, "gemini://a.example/", "text/gemini; lang=de", "# A\n## B\n=> x 2021-03-04 X")} {
		cmd := exec.Command(lint, "--noout", "--relaxng", "testdata/atom.rng", "-")
		cmd.Stdin = strings.NewReader(atom(t, f))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

type brokenWriter struct{ left int }

var errBroken = errors.New("broken")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestAtomWriteError(t *testing.T) {
	whole := len(atom(t, merged()))
	for _, left := range []int{0, 100, whole - 1} {
		if err := as("atom")(&brokenWriter{left: left}, merged(), merged().DistinctEntries()); !errors.Is(err, errBroken) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}

// The example of "Subscribing to Gemini pages" becomes the specification's Atom document.
func TestExample(t *testing.T) {
	page, err := os.ReadFile("../../feed/testdata/example.gmi")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/example.atom", atom(t, read(t, "gemini://gemini.jrandom.net/gemlog/", "", string(page))))
}
