package render

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// addText adds text to the block. White space counts as one space, except in
// preformatted text, where each line is a block.
func (r *htmlReader) addText(s string) {
	if r.isIn(isPre) {
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
		r.addSpace()
		r.text.WriteString(word)
		s = s[begin+len(word):]
	}
	r.space = r.space || s != ""
}

// isHTMLSpace reports whether r is white space of HTML, which a no-break space is not.
func isHTMLSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

// isEmpty reports whether the block has no text yet.
func (r *htmlReader) isEmpty() bool { return r.text.Len() == 0 && len(r.spans) == 0 }

// addSpace adds the space before what follows, unless that begins the block.
func (r *htmlReader) addSpace() {
	if r.space && !r.isEmpty() {
		r.text.WriteByte(' ')
	}
	r.space = false
}

// endSpan ends the span that text was added to.
func (r *htmlReader) endSpan() {
	if r.text.Len() > 0 {
		r.spans = append(r.spans, span{text: r.text.String(), tag: r.tag})
		r.text.Reset()
	}
}

// inline are elements within a line that are kept in HTML.
var inline = strings.Fields("abbr b bdi cite code del dfn em i ins kbd mark q s samp small strong sub sup u var")

// readInline reads an element within a line. Of several around a text the innermost counts.
func (r *htmlReader) readInline(n *html.Node) {
	r.addSpace()
	r.endSpan()
	outside := r.tag
	r.tag = n.Data
	r.readInside(n)
	r.endSpan()
	r.tag = outside
}

// inLink reads what is inside of a link, unless a browser would not follow it, or it is
// within another.
func (r *htmlReader) inLink(href string, inside func()) {
	href = strings.TrimSpace(strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(href)) // as browsers do
	scheme, _, _ := strings.Cut(strings.ToLower(href), ":")
	if r.href != "" || href == "" || href[0] == '#' || scheme == "javascript" || scheme == "data" {
		inside()
		return
	}
	r.addSpace()
	r.endSpan()
	r.href, r.label = href, len(r.spans)
	inside()
	r.endLink()
}

// endLink makes a link of the label so far.
func (r *htmlReader) endLink() {
	r.endSpan()
	if r.href == "" { // a block ended in it
		return
	}
	var label strings.Builder
	for _, s := range r.spans[r.label:] {
		label.WriteString(s.text)
	}
	link := r.links.link(r.href, label.String())
	r.href = ""
	if link == nil {
		return
	}
	text := label.String()
	if link.Label == "" {
		text = readable(link.URL)
	}
	r.spans = append(r.spans[:r.label], span{text: text, link: link, n: r.links.count})
}

// image writes a picture's text, with a link to it outside of other links.
func (r *htmlReader) image(n *html.Node) {
	alt := attribute(n, "alt")
	if alt != "" && strings.TrimSpace(alt) == "" || alt == "" && slices.Contains(n.Attr, html.Attribute{Key: "alt"}) {
		return // for decoration alone
	}
	r.inLink(attribute(n, "src"), func() { r.addText(strings.TrimSuffix("image: "+alt, ": ")) })
}

// boundary ends the block and its paragraph. An empty line follows if gap is set.
func (r *htmlReader) boundary(gap bool) {
	r.flush()
	r.paragraph = nil
	r.gap = r.gap || gap
}

// breakLine ends the line, which is a block if it is preformatted.
func (r *htmlReader) breakLine() {
	if r.isIn(isPre) && r.isEmpty() && !r.gap {
		r.emit()
		return
	}
	r.flush()
}

// flush adds the text so far as a block. An open link with a label ends, one without
// goes on.
func (r *htmlReader) flush() {
	r.endSpan()
	if r.href != "" && len(r.spans) > r.label {
		r.endLink()
	}
	isText := func(s span) bool { return strings.TrimSpace(s.text) != "" }
	if slices.ContainsFunc(r.spans, isText) {
		r.emit()
	}
	r.spans, r.space, r.label = nil, false, 0
}

// emit adds a block.
func (r *htmlReader) emit() {
	b := block{gap: r.gap && len(r.blocks) > 0, frames: r.around(), spans: r.spans}
	if r.isIn(isPre) {
		b.flow = preformatted
	}
	r.gap = false
	r.blocks = append(r.blocks, b)
}

// around returns the frames of a block: text that is in no paragraph gets one.
func (r *htmlReader) around() []*frame {
	if n := len(r.frames); n > 0 && holdsText(r.frames[n-1]) {
		return r.frames
	}
	if r.paragraph == nil {
		r.paragraph = &frame{tag: "p"}
	}
	return append(slices.Clip(r.frames), r.paragraph)
}

func holdsText(f *frame) bool {
	return f.tag == "p" || f.tag == "li" || isPre(f) || isHeading(f)
}

// isBlock reports an element that begins on a line of its own.
func isBlock(name string) bool {
	switch name {
	case "address", "article", "aside", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "legend", "li", "main", "nav",
		"option", "search", "section", "summary":
		return true
	}
	return isSpaced(name)
}

// isSpaced reports a block that has an empty line before and behind it.
func isSpaced(name string) bool {
	switch name {
	case "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "table":
		return true
	}
	return isList(name)
}

func isList(name string) bool {
	return name == "ul" || name == "ol" || name == "menu" || name == "dir"
}

// attribute returns an attribute of an element, "" if it has none of that name.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// isHidden reports an element that is not shown, with all in it.
func isHidden(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	switch n.Data {
	case "iframe", "noembed", "noframes", "noscript", "script", "style", "svg", "template", "title":
		return true
	}
	style := strings.ToLower(strings.ReplaceAll(attribute(n, "style"), " ", ""))
	return strings.Contains(style, "display:none") || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "hidden" })
}
