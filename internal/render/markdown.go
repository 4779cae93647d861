package render

import (
	"iter"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// maxMarkdown is the length in bytes above which Markdown is shown as plain text: the
// time and memory that its parser takes can grow with the square of the length.
const maxMarkdown = 64 << 10

// markdownBlocks reads Markdown (CommonMark with tables) by way of HTML.
func markdownBlocks(text string, base *url.URL) iter.Seq[block] {
	if len(text) > maxMarkdown {
		return plainBlocks(text)
	}
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(html.WithUnsafe()), // the reader of HTML makes it safe
	)
	var b strings.Builder
	if err := markdown.Convert([]byte(text), &b); err != nil {
		return plainBlocks(text)
	}
	return htmlBlocks(b.String(), base)
}
