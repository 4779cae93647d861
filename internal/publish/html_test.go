package publish

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"gemsub/feed"
	"gemsub/internal/model"
)

// parseHTML returns the elements of a document in order, as a browser would read them.
func parseHTML(t testing.TB, doc string) []*html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var elements []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			elements = append(elements, n)
		}
	}
	return elements
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// No text of a feed adds elements or attributes to the page.
func TestHTMLElements(t *testing.T) {
	elements := map[string]string{
		"html": "lang", "head": "", "meta": "charset name content", "title": "", "link": "rel href", "style": "", "body": "",
		"header": "", "h1": "dir", "p": "dir", "a": "href download", "main": "", "footer": "", "section": "", "h2": "", "time": "datetime",
		"ul": "", "li": "lang dir", "bdi": "",
	}
	for _, n := range parseHTML(t, written(t, as("html"), planet())) {
		attributes, known := elements[n.Data]
		if !known {
			t.Errorf("element %s", n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(strings.Fields(attributes), a.Key) {
				t.Errorf("attribute %s=%q of %s", a.Key, a.Val, n.Data)
			}
		}
	}
}

func TestHTMLHolds(t *testing.T) {
	var titles, days []string
	for _, n := range parseHTML(t, written(t, as("html"), planet())) {
		switch n.Data {
		case "li":
			title, _, _ := strings.Cut(text(n), "\n")
			titles = append(titles, title)
		case "h2":
			days = append(days, text(n))
		case "title", "h1":
			if text(n) != planet().Title {
				t.Errorf("%s is %q", n.Data, text(n))
			}
		}
	}
	var want []string
	for e := range planet().DistinctEntries() {
		want = append(want, e.Title)
	}
	want = append(want, "</title><script>alert(2)</script>", "Bea's log, which is told at length by its title, as some are", "Änne & <Co>", "יומן") // the feeds
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	if got := strings.Join(days, " "); got != "2021-03-04 2021-03-03 2021-03-02 2021-03-01 Undated Feeds" {
		t.Errorf("days %s", got)
	}
}

// Links lead to the same place as in Geminispace, and never run anything.
func TestHTMLLinks(t *testing.T) {
	tests := []struct{ link, want string }{
		{"gemini://a.example/x?y=1&z#f", "gemini://a.example/x?y=1&z#f"},
		{"GEMINI://a.example/", "GEMINI://a.example/"},
		{"gopher://a.example/0/x", "gopher://a.example/0/x"},
		{"spartan://a.example/", "spartan://a.example/"},
		{"http://a.example/%20", "http://a.example/%20"},
		{"https://a.example/ä", "https://a.example/%c3%a4"},
		{"mailto:a@b.example", "mailto:a@b.example"},
		{"javascript:alert(1)", ""},
		{"JavaScript:alert(1)", ""},
		{"java\nscript:alert(1)", ""},
		{" javascript:alert(1)", ""},
		{"data:text/html,x", ""},
		{"vbscript:x", ""},
		{"file:///etc/passwd", ""},
		{"//a.example/", ""},
		{"/x", ""},
		{"", ""},
	}
	for _, test := range tests {
		f := &feed.Feed{Title: "T", Link: test.link, Self: test.link}
		f.Entries = []feed.Entry{{ID: "1", Link: test.link, Title: "E", Source: &feed.Feed{Title: "S", Link: test.link}}}
		var links []string
		for _, n := range parseHTML(t, written(t, as("html"), f)) {
			if href := attribute(n, "href"); (n.Data == "a" || n.Data == "link") && !strings.HasPrefix(href, "data:text/x-opml;") {
				links = append(links, href)
			}
		}
		var want []string
		if test.want != "" {
			want = slices.Repeat([]string{test.want}, 6)
		}
		if diff := cmp.Diff(want, links); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.link, diff)
		}
	}
}

// The page offers its feeds as OPML.
func TestHTMLOffersOPML(t *testing.T) {
	entry := feed.Entry{ID: "1", Link: "gemini://a.example/x?y=1", Title: "E", Source: &feed.Feed{Title: "S", Link: "gopher://b.example/0/"}}
	var links []string
	for _, n := range parseHTML(t, written(t, as("html"), &feed.Feed{Title: "T", Entries: []feed.Entry{entry}})) {
		if n.Data == "a" {
			links = append(links, attribute(n, "href"))
		}
	}
	var list strings.Builder
	if err := WriteOPML(&list, "gemsub", []model.Subscription{{URL: "gopher://b.example/0/", FeedTitle: "S"}}); err != nil {
		t.Fatal(err)
	}
	opml := "data:text/x-opml;base64," + base64.StdEncoding.EncodeToString([]byte(list.String()))
	want := []string{"gemini://a.example/x?y=1", "gopher://b.example/0/", "gopher://b.example/0/", opml}
	if diff := cmp.Diff(want, links); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Nothing is shown twice, and a date is not shown as a time.
func TestHTMLByline(t *testing.T) {
	source := &feed.Feed{Title: "Log"}
	tests := []struct {
		entry feed.Entry
		want  string
	}{
		{feed.Entry{Updated: noon(2021, 3, 4)}, ""},
		{feed.Entry{Updated: noon(2021, 3, 4).Add(3600e9)}, "13:00 UTC"},
		{feed.Entry{Author: "Ann"}, "Ann"},
		{feed.Entry{Source: source}, "Log"},
		{feed.Entry{Author: "Log", Source: source}, "Log"},
		{feed.Entry{Author: "Ann", Source: source, Updated: noon(2021, 3, 4).Add(-1e9)}, "Ann · Log · 11:59 UTC"},
		{feed.Entry{Author: "Ann", Updated: noon(2021, 3, 4).Add(1e9)}, "Ann · 12:00 UTC"},
	}
	for _, test := range tests {
		got := ""
		for _, n := range parseHTML(t, written(t, as("html"), &feed.Feed{Entries: []feed.Entry{test.entry}})) {
			if n.Data == "p" && n.Parent.Data == "li" {
				got += strings.TrimSpace(text(n))
			}
		}
		if got != test.want {
			t.Errorf("%+v: %q, want %q", test.entry, got, test.want)
		}
	}
}
