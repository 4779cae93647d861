package render

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	markup "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"gemsub/gemtext"
	"gemsub/internal/term"
)

// Bounds of Markdown, in bytes: for some texts the parser's time grows with the square of the
// length.
const (
	maxMarkdown  = 128 << 10
	maxParagraph = 8 << 10 // of a paragraph, or of an item of a list
)

// markdownLines returns Markdown (CommonMark) as lines of gemtext. It returns an error if the
// text is too long, has too long a paragraph, or grows too much: a reference of two
// characters can stand for a long URL. Tables are read as paragraphs, since the time of the
// parser's table extension grows with the square of their length.
func markdownLines(text string) ([]gemtext.Line, error) {
	paragraphs := regexp.MustCompile(`\n([-*+] +\S|[ \t\r]*\n)`).Split(text[:min(len(text), maxMarkdown)], -1)
	isLong := func(paragraph string) bool { return len(paragraph) > maxParagraph }
	if len(text) > maxMarkdown || slices.ContainsFunc(paragraphs, isLong) {
		return nil, errTooMuch
	}
	out := &term.BoundedWriter{Room: 4*len(text) + 64<<10}
	if err := goldmark.New(goldmark.WithRendererOptions(markup.WithUnsafe())).Convert([]byte(text), out); err != nil {
		return nil, err
	}
	return htmlLines(out.String())
}

// isTable reports whether a paragraph is a table of Markdown: one of its lines consists of
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
