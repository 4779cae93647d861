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

// Bounds of HTML: the parser's time can grow with the square of the length, or of the number
// of html and body tags.
const (
	maxHTML  = 256 << 10 // bytes
	maxPages = 100       // tags of html and body
)

var errTooMuch = errors.New("too much markup")

// htmlLines returns HTML as lines of gemtext. It returns an error if the text exceeds the bounds
// above, or if its elements are nested too deep for the parser.
func htmlLines(text string) ([]gemtext.Line, error) {
	tags := strings.ToLower(text)
	if len(text) > maxHTML || strings.Count(tags, "<html")+strings.Count(tags, "<body") > maxPages {
		return nil, errTooMuch
	}
	page, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := converter{around: surroundings{mark: new(string)}}
	c.readNode(page)
	c.endParagraph(false)
	return c.lines, nil
}

// A converter turns HTML into lines of gemtext.
type converter struct {
	around surroundings
	lines  []gemtext.Line // so far
	gap    bool           // an empty line must precede the next line

	text  strings.Builder // of the paragraph so far; its lines end in "\n"
	links []gemtext.Line  // of the paragraph so far
	href  string          // the URL of the open link, "" for none
	label int             // where in text the label of the open link begins
}

// surroundings are the elements around a text.
type surroundings struct {
	heading int     // its level, 0 for none
	quotes  int     // how many levels
	indent  int     // in columns
	isList  bool    // in a list
	items   *int    // the number of the next item of an ordered list, nil in other lists
	mark    *string // the mark of a list item that begins here, "" for none
	pre     bool    // in preformatted text
	table   bool    // in a table, not deeper than its rows
	row     bool    // in a row of a table, which is one line
}

// readNode reads a node and its children.
func (c *converter) readNode(n *html.Node) {
	switch name := n.Data; {
	case n.Type == html.TextNode && c.around.pre:
		c.text.WriteString(name)
	case n.Type == html.TextNode:
		c.text.WriteString(strings.ReplaceAll(name, "\n", " "))
	case n.Type != html.ElementNode:
		c.readChildren(n)
	case isHidden(n):
	case name == "a" && n.FirstChild != nil:
		c.readLink(attribute(n, "href"), func() { c.readChildren(n) })
	case name == "img":
		if alt := attribute(n, "alt"); alt != "" || !slices.Contains(n.Attr, html.Attribute{Key: "alt"}) { // an empty alt means decoration
			c.readLink(attribute(n, "src"), func() { c.text.WriteString(" " + strings.TrimSuffix("image: "+alt, ": ") + " ") })
		}
	case name == "br" && c.around.row:
		c.text.WriteByte(' ')
	case name == "br":
		if before := strings.TrimRight(c.text.String(), " \t"); c.around.pre || before != "" && !strings.HasSuffix(before, "\n") {
			c.text.WriteByte('\n')
		} else { // an empty line ends the paragraph
			c.endParagraph(true)
		}
	case name == "tr" && isRow(n):
		c.around.row = true
		c.readChildren(n)
		c.around.row = false
		c.text.WriteByte('\n')
	case c.around.row && (name == "td" || name == "th"):
		c.text.WriteString(" | ")
		c.readChildren(n)
	case c.around.row:
		c.readChildren(n)
	default:
		c.readElement(n)
	}
}

func (c *converter) readChildren(n *html.Node) {
	for child := range n.ChildNodes() {
		c.readNode(child)
	}
}

// readElement reads an element. Those named in the switch begin and end a paragraph.
func (c *converter) readElement(n *html.Node) {
	outside, p, gap := c.around, c.around, true
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
		c.readChildren(n)
		return
	}
	c.endParagraph(gap)
	c.around = p
	c.readChildren(n)
	c.endParagraph(gap)
	c.around = outside
}

// endParagraph adds the lines of the paragraph, then its links, then an empty line if gap is set.
// A line that is only the label of a link is left out, except in headings, preformatted text and
// tables. An open link ends if it has a label; otherwise it continues in the next paragraph.
func (c *converter) endParagraph(gap bool) {
	if c.href != "" && c.text.Len() > c.label {
		c.endLink()
	}
	text, links := strings.TrimRight(c.text.String(), " \t\n"), c.links
	c.text.Reset()
	c.links, c.label = nil, 0
	isPre := (c.around.pre || c.around.table) && text != ""
	if isPre {
		c.addLine(gemtext.Line{Kind: gemtext.Toggle})
	}
	for part := range strings.SplitSeq(text, "\n") {
		if !c.around.pre {
			part = collapseSpace(part)
		}
		isLabel := func(l gemtext.Line) bool { return l.Text == part }
		if isPre || part != "" && (c.around.heading > 0 || !slices.ContainsFunc(links, isLabel)) {
			c.addLine(c.newLine(part))
		}
	}
	if isPre {
		c.addLine(gemtext.Line{Kind: gemtext.Toggle})
	}
	for _, link := range links {
		c.addLine(link)
	}
	c.gap = c.gap || gap
}

// addLine adds a line, and before it an empty one if c.gap is set.
func (c *converter) addLine(l gemtext.Line) {
	if c.gap && len(c.lines) > 0 {
		c.lines = append(c.lines, gemtext.Line{})
	}
	c.lines = append(c.lines, l)
	c.gap, *c.around.mark = false, ""
}

// newLine returns a text as a line of the kind that the elements around it require.
func (c *converter) newLine(text string) gemtext.Line {
	p, mark := c.around, *c.around.mark
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

// collapseSpace turns each run of HTML's white space into one space. A no-break space is not
// white space.
func collapseSpace(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }), " ")
}

// readLink calls inside to read the inside of a link, and adds the link. It adds none if href is
// empty, a fragment, a script, data or longer than maxTarget, or if the link is inside another.
func (c *converter) readLink(href string, inside func()) {
	href = strings.TrimSpace(strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(href)) // as browsers do
	scheme, _, _ := strings.Cut(strings.ToLower(href), ":")
	if c.href != "" || href == "" || href[0] == '#' || scheme == "javascript" || scheme == "data" || len(href) > maxTarget {
		inside()
		return
	}
	c.href, c.label = href, c.text.Len()
	inside()
	if c.href != "" { // no paragraph ended in the link
		c.endLink()
	}
}

// endLink ends the open link, and adds it to the links of the paragraph.
func (c *converter) endLink() {
	c.links = append(c.links, gemtext.Line{Kind: gemtext.Link, URL: c.href, Text: collapseSpace(c.text.String()[c.label:])})
	c.href = ""
}

// isRow reports whether a row of a table fits on a line: it has two cells or more, and no more
// paragraphs or other blocks than cells.
func isRow(tr *html.Node) bool {
	cells, blocks := 0, 0
	for n := range tr.Descendants() {
		switch n.DataAtom { // 0 for text
		case atom.Td, atom.Th:
			cells++
		case atom.Blockquote, atom.Div, atom.Dl, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Ol,
			atom.P, atom.Pre, atom.Section, atom.Table, atom.Ul:
			blocks++
		}
	}
	return cells > 1 && blocks <= cells
}

// attribute returns an attribute of an element, "" if it has none of that name.
func attribute(n *html.Node, name string) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return ""
	}
	return n.Attr[i].Val
}

// isHidden reports whether browsers show nothing of an element.
func isHidden(n *html.Node) bool {
	never := []string{"iframe", "noembed", "noframes", "noscript", "script", "style", "svg", "template", "title"}
	style := strings.ToLower(strings.ReplaceAll(attribute(n, "style"), " ", ""))
	return slices.Contains(never, n.Data) || strings.Contains(style, "display:none") || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "hidden" })
}
