package render

import (
	"html"
	"strings"

	"github.com/yuin/goldmark"
	renderer "github.com/yuin/goldmark/renderer/html"

	"gemsub/internal/term"
)

// Bounds of what is read as markup, in bytes: for some texts the time of the parsers grows
// with the square of the length.
const (
	maxMarkup    = 128 << 10 // of HTML or Markdown
	maxParagraph = 8 << 10   // of Markdown
)

// markdownHTML returns Markdown (CommonMark) as HTML, which readers of HTML make safe. It
// reports false for a text that is too long, has too long a paragraph, or grows too much: a
// reference of two characters can stand for a long one. The parser's extensions would take
// a millisecond at each start of the program, so a table is read as a paragraph.
func markdownHTML(text string) (string, bool) {
	if len(text) > maxMarkup || hasLongParagraph(text) {
		return "", false
	}
	above, post := cutFrontMatter(text)
	out := &term.Bounded{Room: 4*len(text) + 64<<10}
	_, _ = out.Write([]byte(above))
	parser := goldmark.New(goldmark.WithRendererOptions(renderer.WithUnsafe()))
	err := parser.Convert([]byte(post), out)
	return out.String(), err == nil
}

// hasLongParagraph reports whether over maxParagraph bytes lie between two blank lines or
// unnumbered list items.
func hasLongParagraph(text string) bool {
	size := 0
	for line := range strings.Lines(text) {
		isItem := len(line) > 2 && strings.IndexByte("-*+", line[0]) >= 0 && line[1] == ' '
		if isItem || strings.TrimSpace(line) == "" {
			size = 0
		}
		if size += len(line); size > maxParagraph {
			return true
		}
	}
	return false
}

// maxFrontMatter is how long front matter may be, in bytes.
const maxFrontMatter = 4 << 10

// cutFrontMatter returns what stands between two lines of hyphens above a post, which is
// for programs, as HTML in which its lines stay lines.
func cutFrontMatter(text string) (above, post string) {
	const mark = "---"
	first, rest, _ := strings.Cut(text, "\n")
	key, _, _ := strings.Cut(rest, "\n")
	above, post, ok := strings.Cut(rest, "\n"+mark)
	end, post, _ := strings.Cut(post, "\n")
	if strings.TrimSpace(first) != mark || !strings.Contains(key, ":") || !ok || strings.TrimSpace(end) != "" || len(above) > maxFrontMatter {
		return "", text
	}
	return "<p>" + strings.ReplaceAll(html.EscapeString(above), "\n", "<br>") + "</p>", post
}
