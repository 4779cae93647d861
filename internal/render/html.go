package render

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// htmlBlocks reads HTML tag by tag, without a tree: tags that are never closed, or
// nested deeply, cost no more than others.
func htmlBlocks(text string, links *linker) iter.Seq[block] {
	return func(yield func(block) bool) {
		r := htmlReader{links: links, yield: yield}
		r.read(text)
	}
}

// An htmlReader makes blocks of HTML.
type htmlReader struct {
	yield   func(block) bool
	stopped bool // yield wants no more

	elements []element // that are open and show in the layout
	pre      int       // how many <pre> are open

	text  strings.Builder // of the block to come
	space bool            // stands between that and what follows
	begun bool            // a block was yielded
	gap   bool            // an empty line stands before the next block

	links  *linker
	anchor *anchor    // the link that is open
	ended  []numbered // the links in the text
}

// An anchor is a link whose label is being read.
type anchor struct {
	url   string
	begin int // of the label in the text
}

// A numbered link stands in the text of a block.
type numbered struct {
	number int
	link   *Link
	first  bool // the text begins with it
	end    int  // of its number in the text
}

// read reads the document.
func (r *htmlReader) read(text string) {
	readHTML(text, r)
	if r.stopped {
		return
	}
	r.closeAnchor()
	r.flush()
}

func (r *htmlReader) done() bool { return r.stopped }

// start reads a tag that begins an element.
func (r *htmlReader) start(t tag) {
	switch t.name {
	case "a":
		r.openAnchor(t.href)
	case "img":
		r.image(t)
	case "br":
		r.breakLine()
	case "hr":
		r.paragraph()
		r.addText("* * *")
		r.paragraph()
	case "td", "th":
		if r.text.Len() > 0 {
			r.addText(" | ")
		}
	case "pre":
		r.paragraph()
		r.pre++
	default:
		r.startBlock(t.name)
	}
}

// end reads a tag that ends an element.
func (r *htmlReader) end(name string) {
	switch name {
	case "a":
		r.closeAnchor()
	case "pre":
		r.paragraph()
		r.pre = max(0, r.pre-1)
	case "p":
		r.paragraph()
	default:
		if isBlock(name) {
			r.flush()
			r.closeElement(name)
		}
	}
}

// addText adds text to the block. White space counts as one space, except in
// preformatted text, where each line is a block.
func (r *htmlReader) addText(s string) {
	if r.pre > 0 {
		for i, line := range strings.Split(s, "\n") {
			if i > 0 {
				r.breakLine()
			}
			r.text.WriteString(strings.TrimSuffix(line, "\r"))
		}
		return
	}
	for word := range strings.FieldsFuncSeq(s, isHTMLSpace) {
		begin := strings.Index(s, word)
		r.space = r.space || begin > 0
		if r.space && r.text.Len() > 0 {
			r.text.WriteByte(' ')
		}
		r.text.WriteString(word)
		r.space, s = false, s[begin+len(word):]
	}
	r.space = r.space || s != ""
}

// isHTMLSpace reports whether r is white space of HTML, which a no-break space is not.
func isHTMLSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

// openAnchor begins a link, and ends one that is still open.
func (r *htmlReader) openAnchor(href string) {
	r.closeAnchor()
	scheme, _, _ := strings.Cut(strings.ToLower(href), ":")
	if href == "" || href[0] == '#' || slices.Contains([]string{"javascript", "data"}, scheme) {
		return
	}
	begin := r.text.Len()
	if r.space && begin > 0 {
		begin++
	}
	r.anchor = &anchor{url: href, begin: begin}
}

// closeAnchor writes the number of the open link behind its label.
func (r *htmlReader) closeAnchor() {
	if r.anchor == nil {
		return
	}
	a, label := *r.anchor, ""
	r.anchor = nil
	if text := r.text.String(); a.begin < len(text) {
		label = text[a.begin:]
	}
	if link := r.links.link(a.url, label); link != nil {
		fmt.Fprintf(&r.text, "[%d]", r.links.count)
		r.ended = append(r.ended, numbered{r.links.count, link, a.begin == 0, r.text.Len()})
	}
}

// image stands for a picture by its text, with a link to it outside of other links.
func (r *htmlReader) image(t tag) {
	if t.decoration {
		return
	}
	linked := r.anchor != nil
	if !linked {
		r.openAnchor(t.src)
	}
	r.addText(strings.TrimSuffix("image: "+t.alt, ": "))
	if !linked {
		r.closeAnchor()
	}
}
