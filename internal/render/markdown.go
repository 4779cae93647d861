package render

import (
	"iter"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/renderer/html"
)

// maxMarkdown is the length in bytes above which Markdown is shown as plain text: the
// time and memory that its parser takes can grow with the square of the length.
const maxMarkdown = 64 << 10

// markdownBlocks reads Markdown (CommonMark) by way of HTML. The parser's extensions
// would take a millisecond at each start of the program, so a table is read as a paragraph.
func markdownBlocks(text string, base *url.URL) iter.Seq[block] {
	if len(text) > maxMarkdown {
		return plainBlocks(text)
	}
	markdown := goldmark.New(
		goldmark.WithRendererOptions(html.WithUnsafe()), // the reader of HTML makes it safe
	)
	var b strings.Builder
	if err := markdown.Convert([]byte(text), &b); err != nil {
		return plainBlocks(text)
	}
	return htmlBlocks(b.String(), base)
}
