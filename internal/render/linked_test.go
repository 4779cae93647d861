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
