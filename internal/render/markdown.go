package render

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	markup "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"gemsub/gemtext"
	"gemsub/internal/term"
)

// Bounds of what is read as markup, in bytes: for some texts the time of the parsers grows
// with the square of the length.
const (
	maxMarkup    = 128 << 10 // of HTML or Markdown
	maxParagraph = 8 << 10   // of Markdown
)

// markdownLines returns Markdown (CommonMark) as lines of gemtext, unless a text is too
// long, has too long a paragraph, or grows too much: a reference of two characters can stand
// for a long one. The parser's own extension would read a table in a time that grows with
// the square of its length, so it is read as a paragraph. What stands between two lines of
// hyphens above a post is for programs, and stays as it is.
func markdownLines(text string) ([]gemtext.Line, error) {
	if len(text) > maxMarkup || hasLongParagraph(text) {
		return nil, errTooMuch
	}
	var above []gemtext.Line
	frontMatter := regexp.MustCompile(`(?s)\A---[ \t\r]*\n([^\n]+:.*?)\n---[ \t\r]*(\n|\z)`)
	if found := frontMatter.FindStringSubmatch(text); found != nil {
		for part := range strings.SplitSeq(found[1]+"\n", "\n") {
			above = append(above, gemtext.Line{Text: part})
		}
		text = text[len(found[0]):]
	}
	out := &term.Bounded{Room: 4*len(text) + 64<<10}
	if err := goldmark.New(goldmark.WithRendererOptions(markup.WithUnsafe())).Convert([]byte(text), out); err != nil {
		return nil, err
	}
	below, err := htmlLines(out.String())
	return append(above, below...), err
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

// isTable reports a paragraph that is a table of Markdown: one of its lines is made of
// hyphens and bars.
func isTable(p *html.Node) bool {
	for n := range p.ChildNodes() {
		for row := range strings.Lines(n.Data) {
			if n.Type == html.TextNode && strings.Contains(row, "-") && strings.Contains(row, "|") && strings.Trim(row, " |:-\n") == "" {
				return true
			}
		}
	}
	return false
}
