package render

import (
	"slices"
	"strings"
)

// Elements that are written as they are. Other elements that begin on a line of their
// own are written as div, the rest without their tags.
const (
	keptBlocks = " blockquote dd dl dt figcaption figure h1 h2 h3 h4 h5 h6 li ol p pre table td th tr ul "
	keptInline = " abbr b bdi cite code del dfn em i ins kbd mark q s samp small strong sub sup u var "
	lists      = " ul ol menu dir "
	cells      = " td th "
)

// written returns the element that stands for one of a document, "" for none.
func (f *fragment) written(name string) string {
	padded := " " + name + " "
	switch {
	case headingLevel(name) > 0:
		return f.heading(headingLevel(name))
	case strings.Contains(keptBlocks+keptInline, padded):
		return name
	case isList(name):
		return "ul"
	case name == "html", name == "body":
		return ""
	case name == "strike":
		return "s"
	case name == "tt":
		return "code"
	case isBlock(name):
		return "div"
	}
	return ""
}

// html writes HTML anew: of its elements those that are known, each one closed, so that
// what follows is not within them.
func (f *fragment) html(text string) { readHTML(text, f) }

// done is never: a document is written whole.
func (f *fragment) done() bool { return false }

// addText writes text of HTML. White space between blocks and cells is no text.
func (f *fragment) addText(text string) {
	switch {
	case strings.TrimFunc(text, isHTMLSpace) != "":
		f.intoCell()
	case f.betweenCells(), strings.HasSuffix(f.out.String(), "\n") && f.lastOpen(" pre ", "") < 0:
		return
	}
	f.text(text)
}

// start reads a tag that begins an element.
func (f *fragment) start(t tag) {
	switch t.name {
	case "a":
		f.startLink(t.href)
	case "img":
		f.image(t)
	case "br":
		f.intoCell()
		f.out.WriteString("<br>\n")
	case "hr":
		f.startBlock("p")
		f.out.WriteString("<hr>\n")
	case "li":
		f.startItem(lists, "li")
	case "dt", "dd":
		f.startItem(" dl ", t.name, "dt", "dd")
	case "tr", "td", "th":
		f.startCell(t.name)
	default:
		f.startElement(t)
	}
}

// startElement begins an element that has no rules of its own.
func (f *fragment) startElement(t tag) {
	tag := f.written(t.name)
	if tag == "" {
		return
	}
	if isBlock(t.name) {
		f.startBlock(t.name)
	} else {
		f.intoCell()
	}
	f.enter(t.name, tag)
}

// enter opens an element of a document unless too many are open.
func (f *fragment) enter(name, tag string) {
	if len(f.open) < maxElements {
		f.beginAs(name, tag, "")
	}
}

// startBlock ends what cannot contain a block: a paragraph, and a heading without an end
// tag.
func (f *fragment) startBlock(name string) {
	f.closeLast(" p ", cells)
	if isSpaced(name) {
		f.closeLast(" h1 h2 h3 h4 h5 h6 ", cells)
	}
	f.intoCell()
}

// startItem begins an item of the innermost list, and ends the one before.
func (f *fragment) startItem(lists, name string, before ...string) {
	f.startBlock(name)
	if f.lastOpen(lists, cells) < 0 {
		f.enter(name, "div")
		return
	}
	f.closeLast(" "+strings.Join(append(before, name), " ")+" ", lists+cells)
	f.enter(name, name)
}

// startCell begins a row or a cell of the innermost table. Outside of tables it divides
// words.
func (f *fragment) startCell(name string) {
	table := f.lastOpen(" table ", "")
	if table < 0 {
		f.text(" ")
		return
	}
	row := f.lastOpen(" tr ", " table ")
	if name == "tr" || row < 0 {
		f.closeTo(table + 1)
		f.enter("tr", "tr")
	} else {
		f.closeTo(row + 1)
	}
	if name != "tr" {
		f.enter(name, name)
	}
}

// betweenCells reports whether nothing but rows and cells can stand here.
func (f *fragment) betweenCells() bool {
	return len(f.open) > 0 && slices.Contains([]string{"table", "tr"}, f.open[len(f.open)-1].tag)
}

// intoCell begins a cell for what stands between cells: a browser would show it before
// the table.
func (f *fragment) intoCell() {
	if f.betweenCells() {
		f.startCell("td")
	}
}

// startLink begins a link, and ends one that is still open.
func (f *fragment) startLink(ref string) {
	f.closeLast(" a ", "")
	if ref == "" || ref[0] == '#' || len(f.open) >= maxElements {
		return
	}
	f.intoCell()
	f.beginLink(f.links.link(ref, ""))
}

// image writes the text of a picture, with a link to it outside of other links.
func (f *fragment) image(t tag) {
	if t.decoration {
		return
	}
	f.intoCell()
	linked := f.lastOpen(" a ", "") < 0 && t.src != "" && f.beginLink(f.links.link(t.src, ""))
	f.text(strings.TrimSuffix("image: "+t.alt, ": "))
	if linked {
		f.closeTo(len(f.open) - 1)
	}
}

// end reads a tag that ends an element. Within a cell it ends nothing outside.
func (f *fragment) end(name string) {
	outer := cells
	if slices.Contains([]string{"table", "tr", "td", "th"}, name) {
		outer = " table "
	}
	if name == "table" {
		outer = ""
	}
	f.closeLast(" "+name+" ", outer)
}

// closeLast closes the innermost open element with one of the names, unless one named in
// outer is around it.
func (f *fragment) closeLast(names, outer string) {
	if i := f.lastOpen(names, outer); i >= 0 {
		f.closeTo(i)
	}
}

// lastOpen returns the index of the innermost open element with one of the names, -1 if
// there is none, or one named in outer is around it.
func (f *fragment) lastOpen(names, outer string) int {
	for i, e := range slices.Backward(f.open) {
		if strings.Contains(names, " "+e.name+" ") {
			return i
		}
		if strings.Contains(outer, " "+e.name+" ") {
			return -1
		}
	}
	return -1
}
