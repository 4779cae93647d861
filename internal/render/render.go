// Package render lays out the text of a post for a terminal or a mail, and writes it as
// HTML for pages and feeds.
//
// Every post is read as lines of gemtext: HTML and Markdown become such lines, and plain
// text lines of a kind of its own, which are never markup. Everything else is made of
// these. A link stands on a line of its own, emphasis is lost, and the rows of a table are
// preformatted.
//
// It reads what gemsub keeps, writes nothing and runs nothing: scripts, styles and
// hidden parts of HTML are left out. Whatever a capsule sent, the lines have no
// control characters, escape sequences or bidirectional overrides, and time and memory
// grow with the text alone.
package render

import (
	"iter"
	"net/url"
	"slices"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A Document is a post: its media type, where "" is text/gemini, its text, and its URL,
// to which links are relative.
type Document model.Post

// plain is the kind of lines of plain text.
const plain = gemtext.Preformatted + 1

// A line is a line of a document.
type line struct {
	gemtext.Line
	link   Link // of a line of kind [gemtext.Link]
	number int  // of the link, from 1
}

// read yields the lines of the document, with resolved links. A link becomes text if it is
// empty, too long, or one too many.
func (d Document) read() iter.Seq[line] {
	return func(yield func(line) bool) {
		base, err := url.Parse(d.URL)
		if err != nil {
			base = new(url.URL)
		}
		home, number, size := address.AuthorKey(d.URL), 0, 0
		for raw := range d.gemtext() {
			l := line{Line: raw}
			switch {
			case raw.Kind != gemtext.Link:
			case raw.URL == "" || len(raw.URL) > maxTarget || size > maxTargets:
				l.Line = gemtext.Line{Text: strings.TrimSpace("=> " + raw.URL + " " + raw.Text)}
			default:
				number++
				l.link, l.number = newLink(base, home, raw), number
				size += len(l.link.URL)
			}
			if !yield(l) {
				return
			}
		}
	}
}

// gemtext reads the document as its media type says.
func (d Document) gemtext() iter.Seq[gemtext.Line] {
	lines, err := []gemtext.Line(nil), errTooMuch
	switch d.MediaType {
	case "", "text/gemini":
		return gemtext.Lines(d.Text)
	case "text/markdown", "text/x-markdown":
		lines, err = markdownLines(d.Text)
	case "text/html", "application/xhtml+xml":
		if len(d.Text) <= maxMarkup {
			lines, err = htmlLines(d.Text)
		}
	default:
		return plainLines(d.Text)
	}
	if err == nil {
		return slices.Values(lines)
	}
	return func(yield func(gemtext.Line) bool) {
		if yield(gemtext.Line{Text: "(shown as plain text: too much markup)"}) && yield(gemtext.Line{}) {
			plainLines(d.Text)(yield)
		}
	}
}

func plainLines(text string) iter.Seq[gemtext.Line] {
	return func(yield func(gemtext.Line) bool) {
		for raw := range strings.Lines(text) {
			if !yield(gemtext.Line{Kind: plain, Text: strings.TrimRight(raw, "\r\n")}) {
				return
			}
		}
	}
}
