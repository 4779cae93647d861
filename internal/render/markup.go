package render

import (
	"fmt"
	"html"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/words"
)

// HTML returns the document as HTML for someone else's page or feed: headings, paragraphs,
// links, lists, quotes and preformatted text. Nothing in it runs, is loaded or is styled: its
// only attributes are href and, on plain text, class. Links are absolute, and lead only where
// [address.MayLink] allows; other links become text. All elements are closed, and there are no
// control characters or bidirectional overrides. It is at most some ten times as long as the
// text. The highest headings have level top.
func (d Document) HTML(top int) string {
	var b strings.Builder
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	var open element
	var kind gemtext.Kind
	figure := "" // the end tag of the open figure
	for l := range d.resolvedLines {
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
		case l.Kind == gemtext.Preformatted || l.Kind == plainText:
			_, _ = escape.WriteString(&b, l.Text)
		default:
			text := strings.TrimLeft(l.Text, " \t")
			b.WriteString(strings.Repeat("\u00a0", min(len(l.Text)-len(text), maxIndent))) // as in verse
			_, _ = escape.WriteString(&b, text)
		}
	}
	b.WriteString(open.end + figure)
	return words.SafeText(b.String())
}

// SourceHTML returns a line of HTML to put above a post that was read at another URL than its
// entry's link. It names that URL.
func (d Document) SourceHTML() string {
	return Document{MediaType: "text/gemini", Text: "=> " + d.URL + " Read at " + address.WithoutUser(d.URL)}.HTML(1)
}

// An element is the HTML around lines of one kind: before the first, between two lines, and
// after the last.
type element struct{ begin, next, end string }

// elementOf returns the element around a line. An empty line, and a toggle around preformatted
// text, has none.
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
	case l.Kind == plainText:
		return element{"<pre class=\"plain\">\n", "\n", "</pre>\n"}
	}
	return element{"<p>", "<br>\n", "</p>\n"}
}

// maxIndent is how many white space characters at the beginning of a line are kept, in HTML as
// no-break spaces.
const maxIndent = 40

// anchor returns a link as HTML. A link that may not be followed becomes its text and its
// URL.
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
