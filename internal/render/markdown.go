package render

import (
	"html"
	"io"
	"iter"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	renderer "github.com/yuin/goldmark/renderer/html"
)

// markdownBlocks reads Markdown by way of HTML.
func markdownBlocks(text string, base *url.URL) iter.Seq[block] {
	return htmlBlocks(newMarkdownReader(text), base)
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
	above, post := cutFrontMatter(text)
	return &markdownReader{
		parser: goldmark.New(goldmark.WithRendererOptions(renderer.WithUnsafe())), // readers of HTML make it safe
		pieces: markdownPieces{rest: post},
		unread: above,
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
