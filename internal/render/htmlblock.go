package render

import (
	"fmt"
	"slices"
	"strings"

	"gemsub/internal/term"
)

// An element is one that changes how the blocks in it begin.
type element struct {
	tag         string
	first, rest string // first is "" once it was used
	style       term.Style
	items       int // of an ordered list so far
}

// maxElements is how deep elements are nested that a layout shows.
const maxElements = 64

// isBlock reports an element that begins on a line of its own.
func isBlock(name string) bool {
	switch name {
	case "address", "article", "aside", "body", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "html", "legend", "li", "main", "nav",
		"option", "search", "section", "summary", "tr":
		return true
	}
	return isSpaced(name)
}

// isSpaced reports a block that has an empty line before and behind it.
func isSpaced(name string) bool {
	switch name {
	case "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "p", "pre", "table":
		return true
	}
	return isList(name)
}

func isList(name string) bool {
	return name == "ul" || name == "ol" || name == "menu" || name == "dir"
}

// headingLevel returns the level of h1 to h6, 0 of other elements.
func headingLevel(name string) int {
	if len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6' {
		return int(name[1] - '0')
	}
	return 0
}

// startBlock begins an element that stands on lines of its own.
func (r *htmlReader) startBlock(name string) {
	if !isBlock(name) {
		return
	}
	r.flush()
	if isSpaced(name) {
		r.closeHeading()
		r.gap = r.gap || !isList(name) || !r.inList()
	}
	switch level := headingLevel(name); {
	case level > 0:
		h := headingBlock(level, "")
		r.open(element{tag: name, first: h.first, rest: h.rest, style: h.style})
	case name == "blockquote":
		r.open(element{tag: name, first: quoteMark, rest: quoteMark})
	case name == "dd":
		r.closeIn("dl", "dd", "dt")
		r.open(element{tag: name, first: "  ", rest: "  "})
	case name == "dl" || isList(name):
		r.open(element{tag: name})
	case name == "li":
		r.startItem()
	}
}

// startItem begins an item of a list.
func (r *htmlReader) startItem() {
	r.closeIn("ul ol menu dir", "li")
	mark := bullet
	if i := r.lastOf("ul ol menu dir"); i >= 0 && r.elements[i].tag == "ol" {
		r.elements[i].items++
		mark = fmt.Sprintf("%d. ", r.elements[i].items)
	}
	r.open(element{tag: "li", first: mark, rest: strings.Repeat(" ", term.Width(mark))})
}

func (r *htmlReader) open(e element) {
	if len(r.elements) < maxElements {
		r.elements = append(r.elements, e)
	}
}

// inList reports whether a list is open.
func (r *htmlReader) inList() bool { return r.lastOf("ul ol menu dir") >= 0 }

// lastOf returns the index of the innermost element with one of the names, -1 if none
// is open.
func (r *htmlReader) lastOf(names string) int {
	for i, e := range slices.Backward(r.elements) {
		if slices.Contains(strings.Fields(names), e.tag) {
			return i
		}
	}
	return -1
}

// closeElement ends the innermost element of that name, and all in it.
func (r *htmlReader) closeElement(name string) {
	r.gap = r.gap || isSpaced(name)
	if i := r.lastOf(name); i >= 0 {
		r.elements = r.elements[:i]
	}
	if isList(name) && r.inList() { // no empty lines within a list
		r.gap = false
	}
}

// closeIn ends an element that has no end tag, unless it is outside of the innermost
// element named in outer.
func (r *htmlReader) closeIn(outer string, names ...string) {
	for _, name := range names {
		if i := r.lastOf(name); i > r.lastOf(outer) {
			r.elements = r.elements[:i]
		}
	}
}

// closeHeading ends a heading that has no end tag.
func (r *htmlReader) closeHeading() {
	if i := slices.IndexFunc(r.elements, func(e element) bool { return headingLevel(e.tag) > 0 }); i >= 0 {
		r.elements = r.elements[:i]
	}
}

// paragraph ends the block, and leaves an empty line behind it.
func (r *htmlReader) paragraph() {
	r.flush()
	r.closeHeading()
	r.gap = true
}

// breakLine ends the line, which is a block if it is preformatted.
func (r *htmlReader) breakLine() {
	if r.pre > 0 && r.text.Len() == 0 && !r.gap {
		r.emit(block{flow: preformatted})
		return
	}
	r.flush()
}

// flush yields the text so far as a block.
func (r *htmlReader) flush() {
	text, links := r.text.String(), r.ended
	r.text.Reset()
	r.space, r.ended = false, nil
	if r.anchor != nil { // its label goes on below
		r.anchor.begin = 0
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	if r.gap && r.begun {
		r.emit(block{})
	}
	r.gap = false
	b := r.marked(block{text: text})
	if r.pre > 0 {
		b.flow = preformatted
	}
	if len(links) == 1 && links[0].first && links[0].end == len(text) {
		r.emit(within(b, linkBlock(links[0].number, links[0].link)))
		return
	}
	r.emit(b)
	for _, l := range links {
		below := linkBlock(l.number, l.link)
		below.text, below.unseen = "", l.link.Label == l.link.URL
		r.emit(within(block{first: b.rest, rest: b.rest}, below))
	}
}

// marked adds to a block what its open elements begin with.
func (r *htmlReader) marked(b block) block {
	for i := range r.elements {
		e := &r.elements[i]
		if e.first != "" {
			b.first += e.first
		} else {
			b.first += e.rest
		}
		b.rest += e.rest
		b.style = e.style
		e.first = ""
	}
	return b
}

// within returns a block with what the blocks around it begin with.
func within(outer, inner block) block {
	inner.first, inner.rest = outer.first+inner.first, outer.rest+inner.rest
	return inner
}

// emit yields a block.
func (r *htmlReader) emit(b block) {
	r.begun = true
	r.stopped = r.stopped || !r.yield(b)
}
