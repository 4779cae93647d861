package render

import (
	"iter"
	"strings"

	"gemsub/internal/term"
)

// A block is a piece of a document that begins on a line of its own, such as a
// paragraph or a line of preformatted text.
type block struct {
	flow  flow
	style term.Style
	// first and rest are what its first line and the others begin with. They are
	// equally wide.
	first, rest string
	text        string
	link        *Link // its target is shown after the text
	unseen      bool  // it is only there for its link, which the text above shows
}

// A flow says how a block is fitted to the width.
type flow uint8

const (
	wrapped      flow = iota // at the width of text
	standing                 // as it is, or wrapped if it is too wide for the screen
	preformatted             // as it is, or cut at the screen
)

// longLine is the length in bytes above which lines have no tab stops, whose spaces
// would make them too long.
const longLine = 64 << 10

// lines lays out the block.
func (b block) lines(layout Layout) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		if b.unseen {
			return
		}
		width := layout.Screen
		if b.flow == preformatted && layout.Reach > 0 {
			width = layout.Reach
		}
		if b.flow == wrapped || b.flow == standing && layout.Wrap {
			width = min(width, layout.Width)
		}
		first, rest := b.first, b.rest
		if 2*term.Width(first) > width { // nested too deep for the screen
			first, rest = "", ""
		}
		var last Line // the one that is not yielded yet, since a target may follow
		for text := range b.fit(safeLine(b.text), width-term.Width(first), layout.Wrap) {
			if last != nil && !yield(last) {
				return
			}
			last = Line{{Text: first, Style: b.markStyle()}, {Text: text, Style: b.style}}
			first = rest
		}
		for _, line := range b.withTarget(last, rest, width) {
			if !yield(line) {
				return
			}
		}
	}
}

// markStyle is the style of what the lines begin with.
func (b block) markStyle() term.Style {
	if b.link != nil {
		return term.Cyan
	}
	return b.style
}

// fit yields a text in lines of at most width columns. Lines after the first are
// indented as that is.
func (b block) fit(text string, width int, wrap bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		if b.flow == preformatted && !wrap {
			yield(term.Cut(text, width))
			return
		}
		if len(text) <= width || term.Width(text) <= width {
			yield(text)
			return
		}
		indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
		if 2*len(indent) > width {
			indent = ""
		}
		for line := range term.Fold(text, width-len(indent)) {
			if !yield(indent + line) {
				return
			}
		}
	}
}

// withTarget returns the last line of a block, and where its link leads: on that line,
// or below if it has no room.
func (b block) withTarget(last Line, rest string, width int) []Line {
	const gap = "  "
	if b.link == nil {
		return []Line{last}
	}
	target := readable(b.link.URL[:min(len(b.link.URL), 4*width)]) // more is not seen
	room := width - term.Width(last.String())
	switch {
	case b.text == target || b.text == b.link.URL:
		return []Line{last}
	case b.text == "":
		return []Line{append(last, term.Cell{Text: term.Cut(target, room), Style: term.Dim})}
	case len(gap)+term.Width(target) <= room:
		return []Line{append(last, term.Cell{Text: gap + target, Style: term.Dim})}
	}
	below := term.Cut(target, width-term.Width(rest))
	return []Line{last, {{Text: rest}, {Text: below, Style: term.Dim}}}
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
