package render

import (
	"io"
	"iter"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/renderer/html"
)

// markdownBlocks reads Markdown by way of HTML.
func markdownBlocks(text string, base *url.URL) iter.Seq[block] {
	return htmlBlocks(newMarkdownReader(text), base)
}

// A markdownReader reads Markdown (CommonMark) as HTML, piece by piece. The parser's
// extensions would take a millisecond at each start of the program, so a table is read
// as a paragraph.
type markdownReader struct {
	parser goldmark.Markdown
	pieces markdownPieces
	html   strings.Builder // of a piece
	unread string
}

func newMarkdownReader(text string) *markdownReader {
	return &markdownReader{
		parser: goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe())), // readers of HTML make it safe
		pieces: markdownPieces{rest: text},
	}
}

// Read implements io.Reader.
func (r *markdownReader) Read(p []byte) (n int, err error) {
	for r.unread == "" {
		piece, ok := r.pieces.next()
		if !ok {
			return 0, io.EOF
		}
		r.html.Reset()
		if err := r.parser.Convert([]byte(piece), &r.html); err != nil {
			return 0, err
		}
		r.unread = r.html.String()
	}
	n = copy(p, r.unread)
	r.unread = r.unread[n:]
	return n, nil
}
