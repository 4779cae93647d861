package publish

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"gemsub/feed"
)

// withPostStyles writes a page of entries that may have their posts.
func withPostStyles(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	return Document{Feed: f, Entries: entries, Posts: true}.Write(w, "html")
}

// withPosts is a feed whose entries have posts.
func withPosts() *feed.Feed {
	f := planet()
	for i := range f.Entries {
		f.Entries[i].Content = &feed.Content{HTML: fmt.Sprintf("<h3>Post %d</h3>\n<p>of words</p>\n", i)}
	}
	f.Entries[1].Content = nil
	return f
}

// Posts are folded under their titles, and the rest of the page does not change.
func TestHTMLPosts(t *testing.T) {
	page := written(t, withPostStyles, withPosts())
	golden(t, "testdata/posts.html", page)
	folded := 0
	for _, n := range parseHTML(t, page) {
		if n.Data != "details" {
			continue
		}
		folded++
		if n.Parent.Data != "li" || len(n.Attr) > 0 || !strings.Contains(text(n), "of words") {
			t.Errorf("in %s: %s", n.Parent.Data, text(n))
		}
	}
	if folded != 8 { // one entry occurs twice, one has no post
		t.Errorf("%d posts, want 8", folded)
	}
	if strings.Contains(written(t, as("html"), planet()), ".post ") {
		t.Error("a page without posts has their styles")
	}
}

// A page is written while its entries arrive, so only one post is in memory at a time.
func TestHTMLHoldsNoPosts(t *testing.T) {
	const posts = 100
	post := "<p>" + strings.Repeat("word ", 10_000) + "</p>"
	out := new(countingWriter)
	most, yielded := 0, 0
	all := func(yield func(feed.Entry, error) bool) {
		for range posts {
			most = max(most, yielded-out.bytes)
			yielded += len(post)
			if !yield(feed.Entry{Link: "gemini://a.example/", Title: "E", Updated: noon(2021, 3, 4), Content: &feed.Content{HTML: post}}, nil) {
				return
			}
		}
	}
	if err := withPostStyles(out, &feed.Feed{Title: "T"}, all); err != nil {
		t.Fatal(err)
	}
	if most > 2*len(post) || out.bytes < posts*len(post) {
		t.Errorf("%d bytes of posts were held, each has %d; %d were written", most, len(post), out.bytes)
	}
}

// Whatever a title contains, the page shows it as text.
func TestHTMLHostileTitles(t *testing.T) {
	titles := []string{
		"<script>x()</script>", "</title><style>*{}</style>", "<a href=javascript:x()>x", "]]>", "<!-- x", "</details></li></ul>", "&lt;b&gt;",
		"\x00nul", "a\u202eb",
	}
	f := &feed.Feed{Title: titles[0]}
	for _, title := range titles {
		f.Entries = append(f.Entries, feed.Entry{ID: title, Link: "gemini://a.example/", Title: title, Updated: noon(2021, 3, 4), Content: &feed.Content{HTML: "<p>post</p>\n"}})
	}
	var got []string
	for _, n := range parseHTML(t, written(t, withPostStyles, f)) {
		if n.Data == "li" {
			got = append(got, text(firstElement(n)))
		}
		if n.Data == "script" {
			t.Error("a script")
		}
	}
	want := slices.Clone(titles)
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], "\x00", "\ufffd")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func firstElement(n *html.Node) *html.Node {
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode {
			return c
		}
	}
	return n
}
