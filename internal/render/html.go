package render

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gemsub/gemtext"
	"gemsub/internal/term"
)

// Bounds of HTML: the time of the parser can grow with the square of the length, or of the
// number of html and body tags.
const (
	maxHTML  = 256 << 10 // bytes
	maxPages = 100       // tags of html and body
)

var errTooMuch = errors.New("too much markup")

// htmlLines returns HTML as lines of gemtext, unless that would take long: the parser
// refuses elements that are nested deeply.
func htmlLines(text string) ([]gemtext.Line, error) {
	tags := strings.ToLower(text)
	if len(text) > maxHTML || strings.Count(tags, "<html")+strings.Count(tags, "<body") > maxPages {
		return nil, errTooMuch
	}
	page, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := converter{place: place{mark: new(string)}}
	c.read(page)
	c.endParagraph(false)
	return c.lines, nil
}

// A converter makes lines of gemtext of HTML.
type converter struct {
	place place
	lines []gemtext.Line // so far
	gap   bool           // an empty line stands before the next one

	text  strings.Builder // of the paragraph so far; its lines end in "\n"
	links []gemtext.Line  // in it
	href  string          // of the link that is open, "" for none
	label int             // where in the text its label begins
}

// A place says what stands around a text.
type place struct {
	heading int     // its level, 0 for none
	quotes  int     // how many
	indent  int     // in columns
	isList  bool    // in a list
	items   *int    // of an ordered list so far, nil in another one
	mark    *string // of the item of a list that begins here, "" for none
	pre     bool    // in preformatted text
	table   bool    // in a table, not deeper than its rows
	row     bool    // in a row of a table, which is one line
}

// read reads a node and what is in it.
func (c *converter) read(n *html.Node) {
	switch name := n.Data; {
	case n.Type == html.TextNode && c.place.pre:
		c.text.WriteString(name)
	case n.Type == html.TextNode:
		c.text.WriteString(strings.ReplaceAll(name, "\n", " "))
	case n.Type != html.ElementNode:
		c.readInside(n)
	case isHidden(n):
	case name == "a" && n.FirstChild != nil:
		c.inLink(attribute(n, "href"), func() { c.readInside(n) })
	case name == "img":
		if alt := attribute(n, "alt"); alt != "" || !slices.Contains(n.Attr, html.Attribute{Key: "alt"}) { // else for decoration
			c.inLink(attribute(n, "src"), func() { c.text.WriteString(" " + strings.TrimSuffix("image: "+alt, ": ") + " ") })
		}
	case name == "br" && c.place.row:
		c.text.WriteByte(' ')
	case name == "br":
		if before := strings.TrimRight(c.text.String(), " \t"); c.place.pre || before != "" && !strings.HasSuffix(before, "\n") {
			c.text.WriteByte('\n')
		} else { // an empty line ends the paragraph
			c.endParagraph(true)
		}
	case name == "tr" && isRow(n):
		c.place.row = true
		c.readInside(n)
		c.place.row = false
		c.text.WriteByte('\n')
	case c.place.row && (name == "td" || name == "th"):
		c.text.WriteString(" | ")
		c.readInside(n)
	case c.place.row:
		c.readInside(n)
	default:
		c.readElement(n)
	}
}

func (c *converter) readInside(n *html.Node) {
	for child := range n.ChildNodes() {
		c.read(child)
	}
}

// readElement reads an element, which perhaps begins on a line of its own.
func (c *converter) readElement(n *html.Node) {
	outside, p, gap := c.place, c.place, true
	p.heading, p.table = 0, false
	switch name := n.Data; name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		p.heading = min(int(name[1]-'0'), 3)
	case "ul", "menu", "dir":
		p.isList, p.items, gap = true, nil, !p.isList
	case "ol":
		start, _ := strconv.Atoi(attribute(n, "start"))
		start = max(start, 1)
		p.isList, p.items, gap = true, &start, !p.isList
	case "blockquote":
		p.quotes = min(p.quotes+1, maxQuotes)
	case "p":
		p.pre = p.pre || isTable(n)
	case "pre":
		p.pre = true
	case "table":
		p.table = true
	case "hr":
		n.AppendChild(&html.Node{Type: html.TextNode, Data: "* * *"})
	case "li":
		mark := bullet
		if p.items != nil {
			mark = fmt.Sprintf("%d. ", *p.items)
			*p.items++
		}
		p.mark, p.indent, gap = &mark, min(p.indent+term.Width(mark), maxIndent), false
	case "dd":
		p.indent, gap = min(p.indent+2, maxIndent), false
	case "address", "article", "aside", "caption", "center", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure",
		"footer", "form", "header", "hgroup", "legend", "main", "nav", "option", "search", "section", "summary", "tr":
		p.heading, gap = outside.heading, false
	default:
		c.readInside(n)
		return
	}
	c.endParagraph(gap)
	c.place = p
	c.readInside(n)
	c.endParagraph(gap)
	c.place = outside
}

// endParagraph adds the lines of the paragraph, and below them its links; an empty line
// follows if gap is set. A line that is nothing but the label of a link is that link. An open
// link with a label ends, one without goes on.
func (c *converter) endParagraph(gap bool) {
	if c.href != "" && c.text.Len() > c.label {
		c.endLink()
	}
	text, links := strings.TrimRight(c.text.String(), " \t\n"), c.links
	c.text.Reset()
	c.links, c.label = nil, 0
	isPre := (c.place.pre || c.place.table) && text != ""
	if isPre {
		c.add(gemtext.Line{Kind: gemtext.Toggle})
	}
	for part := range strings.SplitSeq(text, "\n") {
		if !c.place.pre {
			part = collapsed(part)
		}
		isLabel := func(l gemtext.Line) bool { return l.Text == part }
		if isPre || part != "" && (c.place.heading > 0 || !slices.ContainsFunc(links, isLabel)) {
			c.add(c.line(part))
		}
	}
	if isPre {
		c.add(gemtext.Line{Kind: gemtext.Toggle})
	}
	for _, link := range links {
		c.add(link)
	}
	c.gap = c.gap || gap
}

// add adds a line.
func (c *converter) add(l gemtext.Line) {
	if c.gap && len(c.lines) > 0 {
		c.lines = append(c.lines, gemtext.Line{})
	}
	c.lines = append(c.lines, l)
	c.gap, *c.place.mark = false, ""
}

// line returns a text as a line of the kind that its place says.
func (c *converter) line(text string) gemtext.Line {
	p, mark := c.place, *c.place.mark
	indent := strings.Repeat(" ", max(0, p.indent-term.Width(mark)))
	switch {
	case p.pre || p.table:
		return gemtext.Line{Kind: gemtext.Preformatted, Text: text}
	case p.heading > 0:
		return gemtext.Line{Kind: gemtext.Heading, Level: p.heading, Text: text}
	case p.quotes > 0:
		return gemtext.Line{Kind: gemtext.Quote, Text: strings.Repeat(quoteMark, p.quotes-1) + indent + mark + text}
	case mark == bullet:
		return gemtext.Line{Kind: gemtext.ListItem, Text: indent + text}
	}
	return gemtext.Line{Text: indent + mark + text}
}

// collapsed returns a text in which white space of HTML, to which no-break spaces do not
// belong, is single spaces.
func collapsed(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }), " ")
}

// inLink reads what is inside of a link, unless a browser would not follow it, it is too
// long, or it is within another.
func (c *converter) inLink(href string, inside func()) {
	href = strings.TrimSpace(strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(href)) // as browsers do
	scheme, _, _ := strings.Cut(strings.ToLower(href), ":")
	if c.href != "" || href == "" || href[0] == '#' || scheme == "javascript" || scheme == "data" || len(href) > maxTarget {
		inside()
		return
	}
	c.href, c.label = href, c.text.Len()
	inside()
	if c.href != "" { // no block ended in it
		c.endLink()
	}
}

// endLink ends the open link.
func (c *converter) endLink() {
	c.links = append(c.links, gemtext.Line{Kind: gemtext.Link, URL: c.href, Text: collapsed(c.text.String()[c.label:])})
	c.href = ""
}

// isRow reports a row of a table of two cells or more, with at most a paragraph in each.
func isRow(tr *html.Node) bool {
	cells, paragraphs := 0, 0
	for n := range tr.Descendants() {
		switch n.DataAtom { // 0 for text
		case atom.Td, atom.Th:
			cells++
		case atom.P:
			paragraphs++
		case atom.Blockquote, atom.Div, atom.Dl, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Ol,
			atom.Pre, atom.Section, atom.Table, atom.Ul:
			return false
		}
	}
	return cells > 1 && paragraphs <= cells
}

// attribute returns an attribute of an element, "" if it has none of that name.
func attribute(n *html.Node, name string) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return ""
	}
	return n.Attr[i].Val
}

// isHidden reports an element that is not shown, with all in it.
func isHidden(n *html.Node) bool {
	switch n.Data {
	case "iframe", "noembed", "noframes", "noscript", "script", "style", "svg", "template", "title":
		return true
	}
	style := strings.ToLower(strings.ReplaceAll(attribute(n, "style"), " ", ""))
	return strings.Contains(style, "display:none") || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "hidden" })
}
