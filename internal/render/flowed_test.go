package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlowedLines(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("word ", 20))
	for name, tt := range map[string]struct{ mediaType, text, want string }{
		"paragraph": {"text/gemini", long, strings.Repeat("word ", 14) + "|" + strings.TrimSpace(strings.Repeat("word ", 6))},
		"stuffed":   {"text/gemini", "From me\n>quoted\n```\n  in\n>not quoted\nFrom us\n```", " From me|> quoted|   in| >not quoted| From us"},
		"quote":     {"text/gemini", "> " + long, "> " + strings.Repeat("word ", 14) + "|> " + strings.TrimSpace(strings.Repeat("word ", 6))},
		"levels":    {"text/html", "<blockquote>a<blockquote>b</blockquote></blockquote>", "> a||> > b"},
		"verse":     {"text/gemini", "  a  b\n* " + long, "   a  b|• " + strings.Repeat("word ", 14) + "|" + strings.TrimSpace(strings.Repeat("word ", 6))},
		"rows":      {"text/markdown", "a | b\n--|--\n" + long + " | c", "a | b|--|--|" + long + " | c"},
		"list":      {"text/gemini", "# H\n* a", "# H|• a"},
		"links":     {"text/gemini", "=> /a A\n=> //u:p@b.example/", "[1] A|gemini://h.example/a|[2] → …@b.example/|gemini://…@b.example/"},
		"in text":   {"text/html", `<p>See <a href="/a">this</a> and <a href="/b">that</a>.`, "See this and that.|[1] this|gemini://h.example/a|[2] that|gemini://h.example/b"},
		"plain":     {"text/plain", "a  b \n\n" + long, "a  b||" + long},
		"signature": {"text/plain", "-- \nme", "--|me"},
		"controls":  {"text/plain", "a\x1b[1m\rb\u202e", "a b"},
		"no words":  {"text/gemini", strings.Repeat("日", 200), strings.Repeat("日", 200)},
		"no text":   {"text/gemini", "", ""},
	} {
		got := strings.Join(slices.Collect(Document{MediaType: tt.mediaType, Text: tt.text, URL: "gemini://h.example/"}.FlowedLines()), "|")
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Short relative links that resolve to URLs of a kilobyte do not make a text large.
func TestManyLinks(t *testing.T) {
	t.Parallel()
	d := Document{Text: strings.Repeat("=> a b\n", 20_000), URL: "gemini://h.example/" + strings.Repeat("x", 1000) + "/"}
	size := 0
	for line := range d.FlowedLines() {
		size += len(line)
	}
	if size > 5<<20 {
		t.Errorf("%d bytes as flowed text", size)
	}
	for _, d := range []Document{d, {MediaType: "text/html", Text: strings.Repeat("<a href=a>b</a>", 8_000), URL: d.URL}} {
		got := d.HTML(1)
		if links := strings.Count(got, "href"); len(got) > 5<<20 || links < 1000 || links >= 8_000 {
			t.Errorf("%s: %d bytes of HTML with %d links", d.MediaType, len(got), links)
		}
	}
}
