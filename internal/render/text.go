package render

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/term"
)

// A Layout says how wide lines are.
type Layout struct {
	// Width is where text is wrapped, Screen where preformatted text is cut, both in
	// columns.
	Width, Screen int
	// Reach is where preformatted text is cut instead, on a screen that can be scrolled
	// sideways; 0 for Screen.
	Reach int
	// Wrap wraps preformatted text instead, and plain text at Width.
	Wrap bool
}

// A Line is one line of a terminal, in pieces that each have a style.
type Line []term.Cell

// String returns the text of the line.
func (l Line) String() string {
	var b strings.Builder
	for _, piece := range l {
		b.WriteString(piece.Text)
	}
	return b.String()
}

// Lines yields the lines of the document. Each piece of a line has the number of its link.
func (d Document) Lines(layout Layout) iter.Seq[Line] {
	return each(d, func(l line) []Line { return l.layOut(layout) })
}

// What lines begin with.
const (
	bullet    = "• "
	quoteMark = "> "
	fenceMark = "```" // around preformatted text, as in gemtext
)

// Mark is what stands before a link: its number, and a sign of where it leads.
func Mark(number int, kind term.Style) string {
	signs := map[term.Style]string{term.LinkElsewhere: "→ ", term.LinkWeb: "» ", term.LinkUnknown: "? "}
	return fmt.Sprintf("[%d] ", number) + signs[kind]
}

// maxQuotes is how many levels of quotes are told apart.
const maxQuotes = 32

// parts returns what a line begins with, what it begins with where it is continued, its
// text and its style. The text is safe, and its indentation stands in what is before it.
func (l line) parts() (first, rest, text string, style term.Style) {
	indented := safeLine(l.Text)
	text = strings.TrimLeft(indented, " ")
	indent, mark := indented[:len(indented)-len(text)], ""
	switch l.Kind {
	case gemtext.Text: // perhaps an item of a numbered list
		number, after, ok := strings.Cut(text, ". ")
		if ok && 0 < len(number) && len(number) <= 3 && strings.Trim(number, "0123456789") == "" {
			mark, text = number+". ", after
		}
	case gemtext.Heading:
		mark, style = strings.Repeat("#", l.Level)+" ", term.Heading
	case gemtext.ListItem:
		mark = bullet
	case gemtext.Quote:
		for n := 1; n < maxQuotes && strings.HasPrefix(text, quoteMark); n++ {
			mark, text = mark+quoteMark, text[len(quoteMark):]
		}
		mark += quoteMark
		return mark, mark, text, term.Quote
	case gemtext.Link:
		mark, text, style = Mark(l.number, l.link.Kind), safeLine(l.link.text()), l.link.Kind
	case gemtext.Toggle:
		text, style = strings.TrimSpace(fenceMark+" "+text), term.Dim
	case gemtext.Preformatted:
		style = term.Preformatted
	}
	return indent + mark, indent + strings.Repeat(" ", term.Width(mark)), text, style
}

// layOut returns the line as lines of a terminal.
func (l line) layOut(layout Layout) (lines []Line) {
	first, rest, text, style := l.parts()
	width := min(layout.Width, layout.Screen)
	if l.Kind == gemtext.Preformatted || l.Kind == plain && !layout.Wrap {
		width = layout.Screen
	}
	texts := []string{text}
	switch {
	case l.Kind == gemtext.Preformatted && !layout.Wrap:
		first, texts[0] = "", term.Cut(first+text, cmp.Or(layout.Reach, width))
	case term.Width(first+text) > width:
		if 2*term.Width(first) > width {
			first, rest = "", ""
		}
		texts = term.Fold(text, width-term.Width(first))
	}
	for _, text := range texts {
		lines = append(lines, Line{{Text: first, Style: style, Link: l.number}, {Text: text, Style: style, Link: l.number}})
		first = rest
	}
	if l.Kind == gemtext.Link {
		return l.addTarget(lines, rest, width)
	}
	return lines
}

// addTarget adds to the lines of a link where it leads: on its last line, or below if that
// has no room.
func (l line) addTarget(lines []Line, rest string, width int) []Line {
	const gap = "  "
	target := readable(l.link.URL[:min(len(l.link.URL), 4*width)]) // more is not seen
	text := l.link.text()
	word := strings.TrimSuffix(text[strings.LastIndex(text, " ")+1:], "/")
	if word == strings.TrimSuffix(l.link.URL, "/") || word == strings.TrimSuffix(target, "/") {
		return lines // the text says so itself
	}
	last := len(lines) - 1
	if len(gap)+term.Width(target) <= width-term.Width(lines[last].String()) {
		lines[last] = append(lines[last], term.Cell{Text: gap + target, Style: term.Dim, Link: l.number})
		return lines
	}
	target = term.Cut(target, width-term.Width(rest))
	return append(lines, Line{{Text: rest, Style: l.link.Kind, Link: l.number}, {Text: target, Style: term.Dim, Link: l.number}})
}

// tabStop is the distance between two tab stops, in columns.
const tabStop = 8

// safeLine returns one line of text with its tabs as spaces, without space at its end.
func safeLine(text string) string {
	var b strings.Builder
	for piece := range strings.SplitSeq(text, "\t") {
		b.WriteString(piece + strings.Repeat(" ", tabStop-term.Width(piece)%tabStop))
	}
	return strings.TrimRight(term.Safe(b.String()), " ")
}

// flowedWidth is how wide the lines of flowed text are, in columns (RFC 3676, section
// 4.2, wants at most 78 characters).
const flowedWidth = 72

// Flowed yields the lines of the document as text for mail, format=flowed (RFC 3676):
// the lines of a paragraph except the last one end in a space, so that programs for
// mail can fill them anew; plain and preformatted text stays as it is. Quotes begin with
// one ">" for each level. Where a line could be taken for something else, a space stands
// before it. Below a link stands where it leads.
func (d Document) Flowed() iter.Seq[string] { return each(d, line.flowed) }

// flowed returns the line as lines of a mail.
func (l line) flowed() []string {
	first, _, text, _ := l.parts()
	level := 0
	switch l.Kind {
	case gemtext.Quote:
		first, level = "", strings.Count(first, quoteMark)
	case gemtext.Toggle:
		if text = safeLine(l.Text); text == "" {
			return nil
		}
	}
	lines, width := []string{first + text}, flowedWidth-level-1
	if l.Kind != gemtext.Preformatted && l.Kind != plain && term.Width(lines[0]) > width {
		lines = term.Wrap(lines[0], width)
	}
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		if i < len(lines)-1 {
			line += " "
		}
		if level > 0 && line != "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
			line = " " + line // stuffed (RFC 3676, sections 4.4 and 4.5)
		}
		lines[i] = strings.Repeat(">", level) + line
	}
	if target := term.Safe(address.WithoutUser(l.link.URL)); l.Kind == gemtext.Link && target != text {
		lines = append(lines, target)
	}
	return lines
}
