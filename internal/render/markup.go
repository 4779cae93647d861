package render

import (
	"fmt"
	"html"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/term"
)

// A Markup says how posts are written as HTML. Its zero value works.
type Markup struct {
	// Top is the level of a post's highest headings, 0 for 1.
	Top int
	// Through returns where a link leads instead, such as to a web proxy; nil leaves
	// links as they are.
	Through func(link string) string
}

// HTML returns the document as HTML for a page or feed of someone else: headings,
// paragraphs, links, lists, quotes and preformatted text; a row of a table is a line.
// Nothing in it runs, is loaded or styled: it has no attributes but href and, on plain
// text, class. Links are absolute, and lead only where [address.MayLink] allows; the text
// of others stays. All elements are closed, and no control characters or bidirectional
// overrides are left. Its length is at most some ten times that of the text.
func (d Document) HTML(m Markup) string {
	p := &printer{Markup: m, escape: strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")}
	blocks, _ := d.read()
	for b := range blocks {
		p.block(b)
	}
	p.closeTo(0)
	return p.cleaned()
}

// A printer writes blocks as HTML.
type printer struct {
	Markup
	escape *strings.Replacer // of text
	out    strings.Builder
	open   []*frame
}

// block writes a block: after a line break within the same elements, else in new ones.
func (p *printer) block(b block) {
	same := 0
	for same < min(len(p.open), len(b.frames)) && p.open[same] == b.frames[same] {
		same++
	}
	switch n := len(b.frames); {
	case same == n && same == len(p.open) && n > 0 && isPre(b.frames[n-1]):
		p.out.WriteString("\n")
	case same == n && same == len(p.open) && n > 0:
		p.out.WriteString("<br>\n")
	}
	p.closeTo(same)
	for _, f := range b.frames[same:] {
		p.begin(f, b.flow)
	}
	for i, s := range b.spans {
		if i == 0 && b.flow == wrapped {
			s.text = indented(s.text)
		}
		p.span(s)
	}
}

// begin opens an element.
func (p *printer) begin(f *frame, flow flow) {
	p.open = append(p.open, f)
	switch {
	case isPre(f) && flow == standing:
		p.out.WriteString("<pre class=\"plain\">\n")
	case isPre(f):
		p.out.WriteString("<pre>\n") // browsers drop the line end, and so show an empty first line
	default:
		p.out.WriteString("<" + p.tag(f) + ">")
	}
}

// closeTo closes elements until so many are open.
func (p *printer) closeTo(n int) {
	for len(p.open) > n {
		last := len(p.open) - 1
		p.out.WriteString("</" + p.tag(p.open[last]) + ">\n")
		p.open = p.open[:last]
	}
}

// tag is the element that a frame is written as: the headings begin where the page wants.
func (p *printer) tag(f *frame) string {
	if isHeading(f) {
		return fmt.Sprintf("h%d", min(max(p.Top, 1)+int(f.tag[1]-'1'), 6))
	}
	return f.tag
}

// text writes text.
func (p *printer) text(s string) { _, _ = p.escape.WriteString(&p.out, s) }

// maxIndent is how many characters of white space at the beginning of a line are kept.
const maxIndent = 40

// indented keeps the space at the beginning of a line, as of verse.
func indented(line string) string {
	text := strings.TrimLeft(line, " \t")
	return strings.Repeat("\u00a0", min(len(line)-len(text), maxIndent)) + text
}

// shownTarget is the length in bytes up to which the target of a link that cannot be
// followed is shown.
const shownTarget = 200

// span writes a piece of text. Of a link that may not be followed it writes where that
// would lead.
func (p *printer) span(s span) {
	switch {
	case s.link != nil && address.MayLink(s.link.URL):
		href := s.link.URL
		if p.Through != nil {
			href = p.Through(href)
		}
		p.out.WriteString(`<a href="` + html.EscapeString(href) + `">`)
		p.text(s.text)
		p.out.WriteString("</a>")
	case s.link != nil && s.link.Label != "" && len(s.link.URL) <= shownTarget:
		p.text(s.text + " (" + s.link.URL + ")")
	case s.tag != "":
		p.out.WriteString("<" + s.tag + ">")
		p.text(s.text)
		p.out.WriteString("</" + s.tag + ">")
	default:
		p.text(s.text)
	}
}

// cleaned returns what was written, without characters on which programs act.
func (p *printer) cleaned() string {
	var b strings.Builder
	_, _ = term.CleanText(&b).Write([]byte(p.out.String())) // a Builder takes everything
	return strings.ReplaceAll(b.String(), "\r", "")
}
