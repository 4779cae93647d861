package render

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A Layout says how wide lines may be.
type Layout struct {
	// Width is the column at which text is wrapped, ScreenWidth the one at which preformatted text
	// is cut.
	Width, ScreenWidth int
	// ScrollWidth replaces ScreenWidth for preformatted text on a screen that scrolls sideways; 0
	// means ScreenWidth.
	ScrollWidth int
	// Wrap wraps preformatted text instead of cutting it, and wraps plain text at Width.
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

// Lines yields the lines of the document. The pieces of a link have its number, all others 0.
func (d Document) Lines(layout Layout) iter.Seq[Line] {
	return convertLines(d, func(l line) []Line { return l.layOut(layout) })
}

// The marks at the beginning of lines.
const (
	bullet    = "• "
	quoteMark = "> "
	fenceMark = "```" // around preformatted text, as in gemtext
)

// LinkMark returns the mark before a link: its number, and a sign that shows where it leads.
func LinkMark(number int, kind term.Style) string {
	signs := map[term.Style]string{term.LinkElsewhere: "→ ", term.LinkWeb: "» ", term.LinkUnknown: "? "}
	return fmt.Sprintf("[%d] ", number) + signs[kind]
}

// maxQuotes is how many levels of quotes are distinguished.
const maxQuotes = 32

// decorate returns a line's text, its style, and what precedes the text: first on its first
// line, rest on the lines that continue it. The text is safe; its indentation is part of
// first and rest.
func (l line) decorate() (first, rest, text string, style term.Style) {
	indented := safeLine(l.Text)
	text = strings.TrimLeft(indented, " ")
	indent, mark := indented[:len(indented)-len(text)], ""
	switch l.Kind {
	case gemtext.Text: // it may be an item of a numbered list
		number, after, ok := strings.Cut(text, ". ")
		if ok && 0 < len(number) && len(number) <= 3 && strings.Trim(number, "0123456789") == "" {
			mark, text = number+". ", after
		}
	case gemtext.Heading:
		mark, style = strings.Repeat("#", l.Level)+" ", term.Heading
	case gemtext.ListItem:
		mark = bullet
	case gemtext.Quote:
		return quoteMark, quoteMark, text, term.Quote
	case gemtext.Link:
		mark, text, style = LinkMark(l.number, l.link.Kind), safeLine(l.link.text()), l.link.Kind
	case gemtext.Toggle:
		text, style = strings.TrimSpace(fenceMark+" "+text), term.Dim
	case gemtext.Preformatted:
		style = term.Preformatted
	}
	return indent + mark, indent + strings.Repeat(" ", term.Width(mark)), text, style
}

// layOut returns the line as lines of a terminal, wrapped or cut as layout says.
func (l line) layOut(layout Layout) (lines []Line) {
	first, rest, text, style := l.decorate()
	width := min(layout.Width, layout.ScreenWidth)
	if l.Kind == gemtext.Preformatted || l.Kind == plainText && !layout.Wrap {
		width = layout.ScreenWidth
	}
	texts := []string{text}
	switch {
	case l.Kind == gemtext.Preformatted && !layout.Wrap:
		first, texts[0] = "", term.Cut(first+text, cmp.Or(layout.ScrollWidth, width))
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

// addTarget adds the URL to the lines of a link, unless the label shows it already: on the last
// line, or below, after rest, if the line would be wider than width.
func (l line) addTarget(lines []Line, rest string, width int) []Line {
	const gap = "  "
	target := displayURL(l.link.URL[:min(len(l.link.URL), 4*width)]) // the rest would not be visible
	text := l.link.text()
	word := strings.TrimSuffix(text[strings.LastIndex(text, " ")+1:], "/")
	if word == strings.TrimSuffix(l.link.URL, "/") || word == strings.TrimSuffix(target, "/") {
		return lines // the text shows the URL already
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

// safeLine returns a line of safe text with spaces for tabs, and without spaces at its end.
func safeLine(text string) string {
	var b strings.Builder
	for piece := range strings.SplitSeq(text, "\t") {
		b.WriteString(piece + strings.Repeat(" ", tabStop-term.Width(piece)%tabStop))
	}
	return strings.TrimRight(words.Safe(b.String()), " ")
}

// flowedWidth is how wide the lines of flowed text are, in columns (RFC 3676, section
// 4.2, wants at most 78 characters).
const flowedWidth = 72

// FlowedLines yields the lines of the document as text for mail, format=flowed (RFC 3676). The
// lines of a paragraph except the last end in a space, so that mail programs can fill them anew;
// plain and preformatted text stays as it is. Quotes begin with ">". A line that could be read as
// a quote or a header has a space before it. Below a link stands its URL.
func (d Document) FlowedLines() iter.Seq[string] { return convertLines(d, line.layOutFlowed) }

// layOutFlowed returns the line as lines of a mail.
func (l line) layOutFlowed() []string {
	first, _, text, _ := l.decorate()
	level := 0
	switch l.Kind {
	case gemtext.Quote:
		first, level = "", 1
	case gemtext.Toggle:
		if text = safeLine(l.Text); text == "" {
			return nil
		}
	}
	lines, width := []string{first + text}, flowedWidth-level-1
	if l.Kind != gemtext.Preformatted && l.Kind != plainText && term.Width(lines[0]) > width {
		for word := range strings.FieldsSeq(text) {
			width = max(width, term.Width(word)) // a long word, such as a URL, stays whole
		}
		lines = term.Fold(lines[0], width)
	}
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		if i < len(lines)-1 {
			line += " "
		}
		if level > 0 && line != "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
			line = " " + line // space-stuffing (RFC 3676, sections 4.4 and 4.5)
		}
		lines[i] = strings.Repeat(">", level) + line
	}
	if target := words.Safe(address.WithoutUser(l.link.URL)); l.Kind == gemtext.Link && target != text {
		lines = append(lines, target)
	}
	return lines
}
