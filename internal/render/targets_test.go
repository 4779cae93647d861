package render

import (
	"strings"
	"testing"
	"time"
)

func TestTargets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ mediaType, text, want string }{
		{"text/gemini", "=> b.gmi\n=> //other.example/x y\n```\n=> no.gmi\n```\n=> mailto:a@b.example\n", "gemini://h.example/log/b.gmi gemini://other.example/x"},
		{"text/html", `<a href="b.html">b</a> <a href="#x">x</a>`, "gemini://h.example/log/b.html"},
		{"text/markdown", "See [this](gopher://h.example/0/x).\n", "gopher://h.example/0/x"},
		{"text/plain", "See <gopher://H.example/0/x>, (gemini://h.example/y).\n://z a://\nhttps://w.example/a_(b)c!\n", "gopher://H.example/0/x gemini://h.example/y https://w.example/a_(b)c"},
		{"text/org", "See [[gemini://h.example/y]].\n", "gemini://h.example/y"},
		{"text/plain", strings.Repeat("x", 40) + "://h.example/", strings.Repeat("x", 40) + "://h.example/"},
	} {
		var got []string
		for u := range (Document{MediaType: tt.mediaType, Text: tt.text, URL: "gemini://h.example/log/a"}).Targets() {
			got = append(got, u.String())
		}
		if strings.Join(got, " ") != tt.want && !strings.EqualFold(strings.Join(got, " "), tt.want) {
			t.Errorf("%s: %q, want %q", tt.mediaType, got, tt.want)
		}
	}
}

// A target of over two kilobytes is not a link, and gets no number.
func TestLongTargets(t *testing.T) {
	t.Parallel()
	long := "gemini://x.example/" + strings.Repeat("a", 2048)
	for mediaType, text := range map[string]string{
		"text/gemini":   "=> " + long + " One\n=> b Two\n",
		"text/html":     "<a href=" + long + ">One</a> <a href=b>Two</a>",
		"text/markdown": "[One](" + long + ") [Two](b)",
	} {
		doc := Document{MediaType: mediaType, Text: text, URL: "gemini://example.org/"}
		if links := doc.Links(); len(links) != 1 || links[0].URL != "gemini://example.org/b" {
			t.Errorf("%s: %.200v", mediaType, links)
		}
		if html := doc.HTML(1); strings.Count(html, "href") != 1 {
			t.Errorf("%s: %.200s", mediaType, html)
		}
	}
}

// The URL of a link is not shown if its text is that URL.
func TestTargetInText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://w.example/a":                   "[1] » https://w.example/a",
		"https://w.example/a/":                  "[1] » https://w.example/a/",
		"1: https://w.example/a":                "[1] » 1: https://w.example/a",
		"w.example/a":                           "[1] » w.example/a  https://w.example/a",
		"https://b.example?https://w.example/a": "[1] » https://b.example?https://w.example/a  https://w.example/a",
	} {
		doc := Document{Text: "=> https://w.example/a " + text + "\n", URL: "gemini://h.example/"}
		for line := range doc.Lines(Layout{Width: 80, ScreenWidth: 80}) {
			if line.String() != want {
				t.Errorf("%s: %q, want %q", text, line.String(), want)
			}
		}
	}
}

// A text of letters takes no longer than one of digits, with which no scheme begins.
func TestTargetsOfLetters(t *testing.T) {
	fastest := func(letter string) time.Duration {
		doc, best := Document{MediaType: "text/plain", Text: strings.Repeat(letter, 256<<10)}, time.Hour
		for range 5 {
			begun := time.Now()
			for u := range doc.Targets() {
				t.Error(u)
			}
			best = min(best, time.Since(begun))
		}
		return best
	}
	if letters, digits := fastest("a"), fastest("1"); letters > 8*digits {
		t.Errorf("letters take %v, digits %v", letters, digits)
	}
}
