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
	"strings"

	"gemsub/internal/term"
)

// A Document is the text of a post.
type Document struct {
	MediaType string // without parameters; "" is text/gemini
	Text      string
	URL       string // where it is from; links are relative to it
}

// A Link is a link of a document. The first one has the number 1.
type Link struct {
	URL   string // resolved, or as it is written if it is no URL
	Label string // safe; "" for none
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
		for b := range d.blocks() {
			for line := range b.lines(layout) {
				if !yield(line) {
					return
				}
			}
		}
	}
}

// Links returns the links of the document in the order of their numbers.
func (d Document) Links() []Link {
	var links []Link
	for b := range d.blocks() {
		if b.link != nil {
			links = append(links, *b.link)
		}
	}
	return links
}

// blocks reads the document as its media type says.
func (d Document) blocks() iter.Seq[block] {
	form, text := d.read()
	return blocks(form, text, d.URL)
}

// blocks reads a text from a URL.
func blocks(form form, text, from string) iter.Seq[block] {
	switch form {
	case isGemtext:
		return gemtextBlocks(text, newLinker(from))
	case isHTML:
		return htmlBlocks(text, newLinker(from))
	case isTooMuch:
		return plainBlocks(tooMuch + "\n\n" + text)
	}
	return plainBlocks(text)
}

// A form is a way to read a text.
type form uint8

const (
	isPlain form = iota
	isGemtext
	isHTML
	isTooMuch // Markdown that is read as plain text
)

// tooMuch is said above Markdown that is shown as plain text.
const tooMuch = "(shown as plain text: too much Markdown)"

// read returns how the document is read, and the text to read: Markdown becomes HTML.
func (d Document) read() (form, string) {
	switch d.MediaType {
	case "", "text/gemini":
		return isGemtext, d.Text
	case "text/html", "application/xhtml+xml":
		return isHTML, d.Text
	case "text/markdown", "text/x-markdown":
		if html, ok := markdownHTML(d.Text); ok {
			return isHTML, html
		}
		return isTooMuch, d.Text
	}
	return isPlain, d.Text
}
