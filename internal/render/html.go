package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"gemsub/internal/term"
)

// Bounds of what the HTML parser gets: its time can grow with the square of the length, or
// of the number of html and body tags. HTML from Markdown may be longer than other HTML.
const (
	maxParsed = 2 * maxMarkup // bytes
	maxPages  = 100           // tags of html and body
)

var errTooMuch = errors.New("too much HTML")

// parseHTML parses HTML, unless that would take long: the parser refuses elements that
// are nested deeply.
func parseHTML(text string) (*html.Node, error) {
	if len(text) > maxParsed {
		return nil, errTooMuch
	}
	tags := strings.ToLower(text)
	if strings.Count(tags, "<html")+strings.Count(tags, "<body") > maxPages {
		return nil, errTooMuch
	}
	return html.Parse(strings.NewReader(text))
}

// htmlBlocks makes blocks of HTML.
func htmlBlocks(page *html.Node, links *linker) []block {
	r := htmlReader{links: links}
	r.read(page)
	r.flush()
	return r.blocks
}

// An htmlReader makes blocks of HTML.
type htmlReader struct {
	links  *linker
	blocks []block // so far

	frames    []*frame
	paragraph *frame // around text that is in none, nil before that
	tag       string // the element that text gets, such as em

	spans []span          // of the block to come
	text  strings.Builder // of the last of them
	space bool            // a space is due before the next text
	gap   bool            // an empty line stands before the next block

	href  string // of the link that is open, "" for none
	label int    // where in the spans its label begins
}

// read reads a node and what is in it.
func (r *htmlReader) read(n *html.Node) {
	switch {
	case isHidden(n):
		return
	case n.Type == html.TextNode:
		r.addText(n.Data)
		return
	case n.Type != html.ElementNode:
		r.readInside(n)
		return
	}
	switch name := n.Data; {
	case name == "a" && n.FirstChild != nil:
		r.inLink(attribute(n, "href"), func() { r.readInside(n) })
	case name == "img":
		r.image(n)
	case name == "br":
		r.breakLine()
	case name == "hr":
		r.boundary(true)
		r.addText("* * *")
		r.boundary(true)
	case name == "tr":
		r.flush()
		r.readInside(n)
		r.flush()
	case name == "td", name == "th":
		if !r.isEmpty() {
			r.addText(" | ")
		}
		r.readInside(n)
	case isBlock(name):
		r.readBlock(n)
	case slices.Contains(inline, name):
		r.readInline(n)
	default:
		r.readInside(n)
	}
}

func (r *htmlReader) readInside(n *html.Node) {
	for child := range n.ChildNodes() {
		r.read(child)
	}
}

// maxFrames is how deep elements are nested that a layout shows.
const maxFrames = 64

// readBlock reads an element that begins on a line of its own.
func (r *htmlReader) readBlock(n *html.Node) {
	outside, gap := r.frames, isSpaced(n.Data) && !(isList(n.Data) && r.isIn(isListFrame))
	r.boundary(gap)
	if isSpaced(n.Data) { // ends a heading without an end tag
		r.frames = slices.DeleteFunc(slices.Clone(r.frames), isHeading)
	}
	if frames := slices.Concat(r.frames, r.framesOf(n)); len(frames) <= maxFrames {
		r.frames = frames
	}
	r.readInside(n)
	r.boundary(gap)
	r.frames = outside
}

// isIn reports whether such a frame is open.
func (r *htmlReader) isIn(such func(*frame) bool) bool { return slices.ContainsFunc(r.frames, such) }

func isListFrame(f *frame) bool { return isList(f.tag) }

func isPre(f *frame) bool { return f.tag == "pre" }

// framesOf returns the elements that a block brings.
func (r *htmlReader) framesOf(n *html.Node) []*frame {
	switch name := n.Data; name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return []*frame{headingFrame(int(name[1] - '0'))}
	case "ul", "menu", "dir":
		return []*frame{{tag: "ul"}}
	case "li":
		return r.item()
	case "blockquote":
		return []*frame{{tag: name, first: quoteMark, rest: quoteMark, style: term.Quote}}
	case "dd":
		return []*frame{{tag: "blockquote", first: "  ", rest: "  "}}
	case "pre":
		return []*frame{{tag: name, style: term.Preformatted}}
	case "ol", "p":
		return []*frame{{tag: name}}
	}
	return nil
}

// isHeading reports the frame of a heading.
func isHeading(f *frame) bool { return len(f.tag) == 2 && f.tag[0] == 'h' }

// item returns the frame of an item of the innermost list, with a new list outside of any.
func (r *htmlReader) item() []*frame {
	if len(r.frames) == 0 || !isList(r.frames[len(r.frames)-1].tag) {
		return []*frame{{tag: "ul"}, {tag: "li", first: bullet, rest: "  "}}
	}
	list, mark := r.frames[len(r.frames)-1], bullet
	if list.tag == "ol" {
		list.items++
		mark = fmt.Sprintf("%d. ", list.items)
	}
	return []*frame{{tag: "li", first: mark, rest: strings.Repeat(" ", term.Width(mark))}}
}
