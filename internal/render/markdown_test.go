package render_test

import (
	"fmt"
	"strings"
	"testing"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// Long Markdown is read like short Markdown.
func TestLongMarkdown(t *testing.T) {
	t.Parallel()
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	const n = 3000
	for name, test := range map[string]struct{ text, want string }{
		"paragraphs": {numbered(n, "Some *words* %d.\n\n"), strings.TrimSuffix(numbered(n, "Some words %d.\n\n"), "\n")},
		"one list":   {numbered(n, "- item `%d`\n"), numbered(n, "• item %d\n")},
		"code": {
			"Before\n\n~~~~ go\n" + numbered(n, "x  =  *%d*\n\n") + "~~~~\n\nBehind\n",
			"Before\n\n```\n" + strings.TrimSuffix(numbered(n, "x  =  *%d*\n\n"), "\n") + "```\n\nBehind\n",
		},
		"code in a line": {"```a``` b\n\n" + numbered(n, "*%d* c\n\n"), "a b\n\n" + strings.TrimSuffix(numbered(n, "%d c\n\n"), "\n")},
	} {
		doc := render.Document{MediaType: "text/markdown", Text: test.text, URL: "gemini://example.org/"}
		shown := laidOut(t, name, doc, render.Layout{Width: 40, ScreenWidth: 40})
		if shown != test.want {
			at := 0
			for at < min(len(shown), len(test.want)) && shown[at] == test.want[at] {
				at++
			}
			t.Errorf("%s: from byte %d on %.80q, not %.80q", name, at, shown[at:], test.want[at:])
		}
	}
}

// Links are numbered one after the other, and defined for the whole document.
func TestLongMarkdownLinks(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("See [this][a].\n\nOr [that](b.md).\n\n", 2000) + "[a]: https://example.net/ (A)\n"
	doc := render.Document{MediaType: "text/markdown", Text: text, URL: "gemini://example.org/"}
	links := doc.Links()
	if len(links) != 4000 {
		t.Fatalf("%d links", len(links))
	}
	for i, want := range []render.Link{{URL: "https://example.net/", Label: "this", Kind: term.LinkWeb}, {URL: "gemini://example.org/b.md", Label: "that", Kind: term.LinkHere}} {
		if links[i] != want || links[3998+i] != want {
			t.Errorf("%+v and %+v, not %+v", links[i], links[3998+i], want)
		}
	}
	if shown := laidOut(t, "links", doc, render.Layout{Width: 40, ScreenWidth: 40}); !strings.Contains(shown, "\nOr that.\n[4000] ") {
		t.Errorf("ends with %q", shown[len(shown)-80:])
	}
}

// Markup that would take too long is shown as plain text, with a note.
func TestTooMuchMarkdown(t *testing.T) {
	t.Parallel()
	const said = "(shown as plain text: too much markup)"
	for name, text := range map[string]string{
		"long":       strings.Repeat("Some *words*.\n\n", 10_000),
		"references": "[a]: gemini://x.example/" + strings.Repeat("a", 3000) + "\n\n" + strings.Repeat("[a]", 1000),
		"marks":      strings.Repeat(">", 20_000),
		"paragraph":  strings.Repeat("words ", 2000),
		"no items":   strings.Repeat("*a_ **b__\n+ \n", 1000), // an empty item ends no paragraph
	} {
		doc := render.Document{MediaType: "text/markdown", Text: text, URL: "gemini://example.org/"}
		shown := laidOut(t, name, doc, render.Layout{Width: 80, ScreenWidth: 80})
		if !strings.HasPrefix(shown, said+"\n\n"+text[:3]) || len(doc.Links()) > 0 {
			t.Errorf("%s: %d links, %.80q", name, len(doc.Links()), shown)
		}
		if html := doc.HTML(1); !strings.HasPrefix(html, "<pre class=\"plain\">\n"+said+"\n\n") {
			t.Errorf("%s: %.80q", name, html)
		}
	}
	text := strings.Repeat("Some *words*.\n\n", 5000)
	doc := render.Document{MediaType: "text/markdown", Text: text, URL: "gemini://example.org/"}
	if shown := laidOut(t, "not long", doc, render.Layout{Width: 80, ScreenWidth: 80}); !strings.HasPrefix(shown, "Some words.\n") {
		t.Errorf("%.80q", shown)
	}
}
