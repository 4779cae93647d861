package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gemsub/internal/term"
)

// A block is a piece of a document that begins on a line of its own: a paragraph, or a
// line of one that is broken there, or a line of preformatted text.
type block struct {
	flow   flow
	gap    bool     // an empty line stands before it
	frames []*frame // the elements around it; blocks in the same ones follow each other
	spans  []span
}

// A flow says how a block is fitted to the width.
type flow uint8

const (
	wrapped      flow = iota // at the width of text
	standing                 // as it is, or wrapped if it is too wide for the screen
	preformatted             // as it is, or cut at the screen
)

// A frame is an element around blocks, such as a list or an item of one.
type frame struct {
	tag         string // of HTML
	first, rest string // what its first line and the others begin with, equally wide
	style       term.Style
	begun       bool // its first line was printed
	items       int  // of an ordered list so far
}

// A span is a piece of the text of a block.
type span struct {
	text string
	tag  string // of HTML, such as em; "" for none
	link *Link  // nil for none
	n    int    // the number of the link
}

// longLine is the length in bytes above which lines have no tab stops, whose spaces
// would make them too long.
const longLine = 64 << 10

// isLink reports whether the block is a link and nothing else.
func (b block) isLink() bool { return len(b.spans) == 1 && b.spans[0].link != nil }

// text returns the block as one safe line, with a number after each link, unless the
// block is a link.
func (b block) text() string {
	var text strings.Builder
	for _, s := range b.spans {
		text.WriteString(s.text)
		if s.link != nil && !b.isLink() {
			fmt.Fprintf(&text, "[%d]", s.n)
		}
	}
	return safeLine(text.String())
}

// Mark is what stands before a link: its number, and a sign of where it leads.
func Mark(number int, kind term.Style) string {
	signs := map[term.Style]string{term.LinkElsewhere: "→ ", term.LinkWeb: "» ", term.LinkUnknown: "? "}
	return fmt.Sprintf("[%d] ", number) + signs[kind]
}

// begin returns what the first line of the block and the others begin with, and the style
// of its text.
func (b block) begin() (first, rest string, style term.Style) {
	for _, f := range b.frames {
		if f.begun {
			first += f.rest
		} else {
			first += f.first
		}
		rest += f.rest
		style, f.begun = cmp.Or(f.style, style), true
	}
	if b.isLink() {
		mark := Mark(b.spans[0].n, b.spans[0].link.Kind)
		first, rest = first+mark, rest+strings.Repeat(" ", term.Width(mark))
		style = b.spans[0].link.Kind
	}
	return first, rest, style
}

// fenceMark stands around preformatted text, as in gemtext.
const fenceMark = "```"

// between returns the lines between a block and the one before, which is in preformatted
// text unless before is nil.
func (b block) between(before *frame) (lines []Line) {
	fence, pre := Line{{Text: fenceMark, Style: term.Dim}}, b.pre()
	if before != nil && before != pre {
		lines = append(lines, fence)
	}
	if b.gap {
		lines = append(lines, nil)
	}
	if pre != nil && before != pre && b.frames[0].tag != "figure" {
		lines = append(lines, fence)
	}
	return lines
}

// pre is the element of preformatted text that the block is a line of, nil for none.
func (b block) pre() *frame {
	if i := slices.IndexFunc(b.frames, isPre); i >= 0 && b.flow == preformatted {
		return b.frames[i]
	}
	return nil
}

// lines lays out the block, below one in preformatted text unless before is nil.
func (b block) lines(layout Layout, before *frame) []Line {
	lines := b.between(before)
	width := layout.Screen
	if b.flow == preformatted && layout.Reach > 0 {
		width = layout.Reach
	}
	if b.flow == wrapped || b.flow == standing && layout.Wrap {
		width = min(width, layout.Width)
	}
	first, rest, style := b.begin()
	if 2*term.Width(first) > width { // nested too deep for the screen
		first, rest = "", ""
	}
	link := 0
	if b.isLink() {
		link = b.spans[0].n
	}
	for _, text := range b.fit(width-term.Width(first), layout.Wrap) {
		lines = append(lines, Line{{Text: first, Style: style, Link: link}, {Text: text, Style: style, Link: link}})
		first = rest
	}
	return b.addTargets(lines, rest, width)
}

// fit returns the text in lines of at most width columns. Lines after the first are
// indented as that is.
func (b block) fit(width int, wrap bool) []string {
	text := b.text()
	switch {
	case b.flow == preformatted && !wrap:
		return []string{term.Cut(text, width)}
	case term.Width(text) <= width:
		return []string{text}
	}
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	if 2*len(indent) > width {
		indent = ""
	}
	lines := term.Fold(text, width-len(indent))
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// addTargets adds to the lines of a block where its links lead: a link alone on its last
// line, or below if it has no room, others below.
func (b block) addTargets(lines []Line, rest string, width int) []Line {
	const gap = "  "
	last := len(lines) - 1
	for _, s := range b.spans {
		if s.link == nil {
			continue
		}
		target := readable(s.link.URL[:min(len(s.link.URL), 4*width)]) // more is not seen
		word := strings.TrimSuffix(s.text[strings.LastIndex(s.text, " ")+1:], "/")
		if word == strings.TrimSuffix(s.link.URL, "/") || word == strings.TrimSuffix(target, "/") {
			continue // the text says so itself
		}
		mark := Mark(s.n, s.link.Kind)
		if b.isLink() {
			if len(gap)+term.Width(target) <= width-term.Width(lines[last].String()) {
				lines[last] = append(lines[last], term.Cell{Text: gap + target, Style: term.Dim, Link: s.n})
				break
			}
			mark = ""
		}
		target = term.Cut(target, width-term.Width(rest+mark))
		lines = append(lines, Line{{Text: rest + mark, Style: s.link.Kind, Link: s.n}, {Text: target, Style: term.Dim, Link: s.n}})
	}
	return lines
}

// safeLine returns one line of text with its tabs as spaces, without space at its end.
func safeLine(text string) string {
	if strings.Contains(text, "\t") && len(text) <= longLine {
		text = expandTabs(text)
	}
	return strings.TrimRight(term.Safe(text), " ")
}

// tabStop is the distance between tab stops in columns.
const tabStop = 8

func expandTabs(text string) string {
	var b strings.Builder
	column := 0
	for i, piece := range strings.Split(text, "\t") {
		if i > 0 {
			fill := tabStop - column%tabStop
			b.WriteString(strings.Repeat(" ", fill))
			column += fill
		}
		b.WriteString(piece)
		column += term.Width(piece)
	}
	return b.String()
}
