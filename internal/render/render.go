// Package render lays out the text of a post for a terminal: gemtext, HTML, Markdown
// and plain text, in lines of a given width, with numbered links. It also writes such
// texts as HTML for pages and feeds.
//
// It reads what gemsub keeps, writes nothing and runs nothing: scripts, styles and
// hidden parts of HTML are left out. Whatever a capsule sent, the lines have no
// control characters, escape sequences or bidirectional overrides, and time and memory
// grow with the text alone.
package render

import (
	"iter"
	"slices"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// A Document is a post: its media type, where "" is text/gemini, its text, and its URL,
// to which links are relative.
type Document model.Post

// A Link is a link of a document. The first one has the number 1.
type Link struct {
	URL   string     // resolved, or as it is written if it is no URL
	Label string     // safe; "" for none
	Kind  term.Style // [term.LinkHere] and the like
}

// A Layout says how wide lines are.
type Layout struct {
	// Width is where text is wrapped, Screen where preformatted text is cut, both in
	// columns.
	Width, Screen int
	// Reach is where preformatted text is cut instead, on a screen that can be scrolled
	// sideways; 0 for Screen.
	Reach int
	// Wrap wraps preformatted text instead, and plain text at Width.
	Wrap bool
}

// A Line is one line of a terminal, in pieces that each have a style.
type Line []term.Cell

// String returns the text of the line.
func (l Line) String() string {
	var b strings.Builder
	for _, piece := range l {
		b.WriteString(piece.Text)
	}
	return b.String()
}

// Lines yields the lines of the document.
func (d Document) Lines(layout Layout) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		blocks, _ := d.read()
		var before *frame
		for b := range blocks {
			for _, line := range b.lines(layout, before) {
				if !yield(line) {
					return
				}
			}
			before = b.pre()
		}
		for _, line := range (block{}).between(before) {
			yield(line)
		}
	}
}

// Links returns the links of the document in the order of their numbers.
func (d Document) Links() []Link {
	blocks, _ := d.read()
	return linksOf(blocks)
}

func linksOf(blocks iter.Seq[block]) (links []Link) {
	for b := range blocks {
		for _, s := range b.spans {
			if s.link != nil {
				links = append(links, *s.link)
			}
		}
	}
	return links
}

// tooMuch is said above markup that is shown as plain text.
const tooMuch = "(shown as plain text: too much markup)"

// read reads the document as its media type says, and reports whether it is plain text.
func (d Document) read() (blocks iter.Seq[block], plain bool) {
	markup, ok := d.Text, true
	switch d.MediaType {
	case "", "text/gemini":
		return gemtextBlocks(d.Text, newLinker(d.URL)), false
	case "text/markdown", "text/x-markdown":
		markup, ok = markdownHTML(d.Text)
	case "text/html", "application/xhtml+xml":
		ok = len(markup) <= maxMarkup
	default:
		return plainBlocks("", d.Text), true
	}
	if ok {
		if page, err := parseHTML(markup); err == nil {
			return slices.Values(htmlBlocks(page, newLinker(d.URL))), false
		}
	}
	return plainBlocks(tooMuch, d.Text), true
}
