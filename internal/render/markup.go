package render

import (
	"fmt"
	"html"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/words"
)

// HTML returns the document as HTML for a page or feed of someone else: headings,
// paragraphs, links, lists, quotes and preformatted text. Nothing in it runs, is loaded or
// styled: it has no attributes but href and, on plain text, class. Links are absolute, and
// lead only where [address.MayLink] allows; the text of others stays. All elements are
// closed, and no control characters or bidirectional overrides are left. Its length is at
// most some ten times that of the text. The highest headings have level top.
func (d Document) HTML(top int) string {
	var b strings.Builder
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	var open element
	var kind gemtext.Kind
	figure := "" // what ends the figure that is open
	for l := range d.read() {
		e := elementOf(l, top)
		if e == open && l.Kind == kind {
			b.WriteString(e.next)
		} else {
			b.WriteString(open.end)
			b.WriteString(e.begin)
		}
		open, kind = e, l.Kind
		switch {
		case l.Kind == gemtext.Toggle && l.Text != "":
			b.WriteString("<figure><figcaption>" + escape.Replace(l.Text) + "</figcaption>\n")
			figure = "</figure>\n"
		case l.Kind == gemtext.Toggle:
			b.WriteString(figure)
			figure = ""
		case l.Kind == gemtext.Link:
			b.WriteString(anchor(l.link, escape))
		case l.Kind == gemtext.Preformatted || l.Kind == plain:
			_, _ = escape.WriteString(&b, l.Text)
		default:
			_, _ = escape.WriteString(&b, indented(l.Text))
		}
	}
	b.WriteString(open.end + figure)
	return words.SafeText(b.String())
}

// Source returns HTML that stands above a post which was read at another URL than the link
// of its entry: where that was.
func (d Document) Source() string {
	return Document{MediaType: "text/gemini", Text: "=> " + d.URL + " Read at " + address.WithoutUser(d.URL)}.HTML(1)
}

// An element is what the lines of a kind become: what stands before the first, between two
// that follow each other, and behind the last one.
type element struct{ begin, next, end string }

// elementOf returns the element around a line; none for an empty line, and for those around
// preformatted text.
func elementOf(l line, top int) element {
	isEmpty := strings.TrimSpace(l.Text) == ""
	switch {
	case l.Kind == gemtext.Toggle, isEmpty && (l.Kind == gemtext.Text || l.Kind == gemtext.Heading):
		return element{}
	case l.Kind == gemtext.Heading:
		name := fmt.Sprintf("h%d", min(top+l.Level-1, 6))
		return element{"<" + name + ">", "</" + name + ">\n<" + name + ">", "</" + name + ">\n"}
	case l.Kind == gemtext.ListItem:
		return element{"<ul><li>", "</li>\n<li>", "</li>\n</ul>\n"}
	case l.Kind == gemtext.Quote:
		return element{"<blockquote><p>", "<br>\n", "</p>\n</blockquote>\n"}
	case l.Kind == gemtext.Preformatted:
		return element{"<pre>\n", "\n", "</pre>\n"} // browsers drop the first line end
	case l.Kind == plain:
		return element{"<pre class=\"plain\">\n", "\n", "</pre>\n"}
	}
	return element{"<p>", "<br>\n", "</p>\n"}
}

// maxIndent is how many characters of white space at the beginning of a line are kept.
const maxIndent = 40

// indented keeps the space at the beginning of a line, as of verse.
func indented(line string) string {
	text := strings.TrimLeft(line, " \t")
	return strings.Repeat("\u00a0", min(len(line)-len(text), maxIndent)) + text
}

// anchor returns a link; where it may not be followed, its text and where it would lead.
func anchor(l Link, escape *strings.Replacer) string {
	text := escape.Replace(l.text())
	switch {
	case address.MayLink(l.URL):
		return `<a href="` + html.EscapeString(l.URL) + `">` + text + `</a>`
	case l.Label != "":
		return text + " (" + escape.Replace(l.URL) + ")"
	}
	return text
}
