// Package gemtext reads and writes text/gemini documents line by line, as the
// gemtext specification (Gemini 0.24.1) defines them.
//
// The first three bytes of a line decide its type, and every input is a valid
// document, so reading cannot fail. The package resolves no URLs, decodes no
// charsets and renders nothing. Documents are strings in UTF-8; invalid bytes
// pass through unchanged.
//
// The shortest use lists the links of a document:
//
//	for line := range gemtext.Lines(document) {
//		if line.Kind == gemtext.Link {
//			fmt.Println(line.URL, line.Text)
//		}
//	}
package gemtext

// A Kind is the type of a line.
type Kind uint8

// The kinds of lines ("Line types").
const (
	Text         Kind = iota // every other line
	Link                     // =>
	Heading                  // #, ##, ###
	ListItem                 // * and a space
	Quote                    // >
	Toggle                   // ```, which begins or ends preformatted lines
	Preformatted             // a line between toggles
)

// A Line is one line of a document. The strings of a line from [Lines] are substrings
// of the document; the LF or CRLF at the line's end is not part of them.
type Line struct {
	// Number counts lines from 1.
	Number int
	// Kind is the line's type.
	Kind Kind
	// Level is 1 to 3 for a heading, else 0.
	Level int
	// Text is the text of a heading, list item or quote, the label of a link, or the alternative
	// text of a toggle that begins preformatted lines, without white space around it. For the
	// kinds Text and Preformatted it is the whole line. For a toggle that ends preformatted lines
	// it is empty, since the text after such a toggle must be ignored ("Preformatting toggle
	// lines").
	Text string
	// URL is a link's target as written: unresolved, perhaps relative, and empty for a bare "=>".
	// Other kinds have no URL.
	URL string
}
