package render

import (
	"fmt"
	"strings"
	"testing"
)

// A capsule cannot make the links of one post many, or long.
func TestHostileLinks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		links func(i int) string
		want  string // how many links, bytes of their URLs, authors
	}{
		"many":      {func(i int) string { return fmt.Sprintf("//%d.x", i) }, "100 1390 100"},
		"too long":  {func(i int) string { return fmt.Sprintf("//%d.x/%s", i, strings.Repeat("x", maxLinkedURL)) }, "0 0 0"},
		"long":      {func(i int) string { return fmt.Sprintf("//%04d.x/%s", i, strings.Repeat("x", 986)) }, "8 8016 8"},
		"its own":   {func(i int) string { return fmt.Sprint(i) }, "0 0 0"},
		"of a host": {func(i int) string { return fmt.Sprintf("//x.example/%05d", i) }, "100 2400 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var text strings.Builder
			for i := range min(100_000, 1<<20/len(test.links(0))) {
				fmt.Fprintf(&text, "=> %s\n", test.links(i))
			}
			const url = "gemini://mallory.example/1.gmi"
			linked, bytes := Document{URL: url, MediaType: "text/gemini", Text: text.String()}.LinkedPages(url), 0
			for _, page := range linked.Pages {
				bytes += len(page.URL)
			}
			if got := fmt.Sprint(len(linked.Pages), bytes, linked.Authors); got != test.want {
				t.Errorf("links, bytes, authors: %s, want %s", got, test.want)
			}
		})
	}
}

// A page that servers may find in another author's folder joins no conversation: neither as what a
// post links to, nor by its own text.
func TestUnclearLinks(t *testing.T) {
	t.Parallel()
	const unclear = "gemini://a.example/~ann/..%2F~bob%2F1.gmi"
	to := Document{URL: "gemini://b.example/", MediaType: "text/gemini", Text: "=> " + unclear + "\n=> gemini://a.example/~ann/1.gmi\n"}
	if pages := to.LinkedPages(to.URL).Pages; len(pages) != 1 || pages[0].URL != "gemini://a.example/~ann/1.gmi" {
		t.Errorf("linked: %v", pages)
	}
	from := Document{URL: unclear, MediaType: "text/gemini", Text: "=> gemini://b.example/\n=> gemini://a.example/~bob/2.gmi\n"}
	if pages := from.LinkedPages(unclear).Pages; len(pages) > 0 {
		t.Errorf("linked from it: %v", pages)
	}
}
