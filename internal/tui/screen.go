package tui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/color"

	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A pane is a part of the screen.
type pane struct{ x, y, width, height int }

// line returns one line of the pane.
func (p pane) line(i int) pane { return pane{p.x, p.y + i, p.width, 1} }

// from returns the pane without its first columns.
func (p pane) from(columns int) pane {
	columns = max(0, min(columns, p.width))
	return pane{p.x + columns, p.y, p.width - columns, p.height}
}

// after returns the pane without its first lines.
func (p pane) after(lines int) pane {
	lines = max(0, min(lines, p.height))
	return pane{p.x, p.y + lines, p.width, p.height - lines}
}

// left returns the pane's first columns.
func (p pane) left(columns int) pane {
	return pane{p.x, p.y, max(0, min(columns, p.width)), p.height}
}

// The library sends only the cells that changed. It treats an overwritten wide character
// as changed, even if the same one was written: so a line is written from its beginning to
// its end, and never emptied first.

// put writes a text at the beginning of a pane. It leaves out the first skip columns of the
// text, makes the rest safe, and cuts it at the end of the pane. It returns how many columns it
// wrote.
func (r *reader) put(p pane, skip int, text string, style tcell.Style) int {
	used := -skip
	for character, columns := range term.Characters(strings.Map(flagLetter, words.Safe(text))) {
		switch {
		case used >= p.width:
			return p.width
		case columns == 0:
		case used >= 0 && used+columns <= p.width:
			x := p.x + used
			switch _, assumed := r.screen.Put(x, p.y, portableText(character, columns), style); { // the library may assume another width
			case assumed > columns:
				r.screen.Put(x, p.y, "\uFFFD", style)
			case assumed < columns:
				r.screen.Put(x+1, p.y, " ", style)
			}
		case columns > 1: // only half of it is visible
			r.fill(pane{p.x + max(0, used), p.y, min(p.width, used+columns) - max(0, used), 1}, style)
		}
		used += columns
	}
	return max(0, min(used, p.width))
}

// portableText returns what to write for a character of so many columns, so that terminals agree on
// its width; otherwise the rest of the line could be misplaced. Joined emoji become the first one,
// and each emoji gets the emoji mark: after it the library positions the cursor again, as not every
// terminal knows every emoji. A sign that becomes an emoji by the mark loses it. Characters that are
// not assigned, and vowels of Hangul without a letter, get no column from some terminals.
func portableText(character string, columns int) string {
	const (
		emojiMark   = "\uFE0F"
		pictographs = '\U0001F000' // from here on
	)
	first, size := utf8.DecodeRuneInString(character)
	switch {
	case first >= pictographs && columns > 1:
		return character[:size] + emojiMark
	case unicode.Is(unicode.So, first):
		return character[:size]
	case unicode.Is(unicode.Cn, first), '\u1160' <= first && first <= '\u11FF':
		return "\uFFFD"
	}
	return strings.ReplaceAll(character, emojiMark, "")
}

// flagLetter returns the letter for a regional indicator, two of which make a flag.
func flagLetter(r rune) rune {
	const a, z = '\U0001F1E6', '\U0001F1FF'
	if a <= r && r <= z {
		return r - a + 'A'
	}
	return r
}

// fill clears a pane.
func (r *reader) fill(p pane, style tcell.Style) {
	for y := p.y; y < p.y+p.height; y++ {
		for x := p.x; x < p.x+p.width; x++ {
			r.screen.Put(x, y, " ", style)
		}
	}
}

// invert shows a line of a pane reversed, underlined too if it stands out from others.
func (r *reader) invert(p pane, standsOut bool) {
	for x := p.x; x < p.x+p.width; x++ {
		text, style, columns := r.screen.Get(x, p.y)
		r.screen.Put(x, p.y, text, style.Reverse(true).Underline(standsOut || style.HasUnderline()))
		x += max(1, columns) - 1
	}
}

// write writes a line of pieces, without its first skip columns, and empties the rest of the
// pane.
func (r *reader) write(p pane, skip int, line render.Line, style tcell.Style) {
	for _, piece := range line {
		used := r.put(p, skip, piece.Text, r.styled(style, piece.Style))
		skip = max(0, skip-term.Width(words.Safe(piece.Text)))
		p = p.from(used)
	}
	r.fill(p, style)
}

// styled adds a style of package term, without its colour if the user wants none.
func (r *reader) styled(to tcell.Style, style term.Style) tcell.Style {
	look := r.Palette[style]
	to = to.Bold(look.Bold || to.HasBold()).Dim(look.Dim || to.HasDim()).Italic(look.Italic || to.HasItalic())
	to = to.Underline(look.Underline || to.HasUnderline()).Reverse(look.Reverse || to.HasReverse())
	if n, err := strconv.Atoi(look.Color); err == nil && r.Color {
		to = to.Foreground(color.PaletteColor(n))
	}
	return to
}

// Widths in columns from which on panes stand beside each other.
const (
	twoPanes   = 80
	postBeside = 120 // a list
	threePanes = 180
)

// panes has the panes of subscriptions, entries and the post, indexed by focus. A pane without
// width is not shown.
type panes [3]pane

// whole returns the screen above the last line.
func (r *reader) whole() pane {
	w, h := r.screen.Size()
	return pane{0, 0, w, max(0, h-1)}
}

// panes divides the screen for a focus: into three panes if it is wide, otherwise into two or one.
func (r *reader) panes(on focus) (p panes) {
	all := r.whole()
	switch {
	case all.width >= threePanes:
		p[onFeeds] = all.left(min(32, all.width/6))
		rest := all.from(p[onFeeds].width + 1)
		p[onEntries] = rest.left(max(rest.width*2/5, rest.width-r.Width-6))
		p[onPost] = rest.from(p[onEntries].width + 1)
	case all.width >= postBeside && on != onFeeds:
		p[onEntries] = all.left(max(all.width/2, all.width-r.Width-6))
		p[onPost] = all.from(p[onEntries].width + 1)
	case on == onPost:
		p[onPost] = all
	case all.width >= twoPanes:
		p[onFeeds] = all.left(all.width / 4)
		p[onEntries] = all.from(p[onFeeds].width + 1)
	case on == onFeeds:
		p[onFeeds] = all
	default:
		p[onEntries] = all
	}
	return p
}

// postWidth returns how wide the pane of the post is, or would be if it were shown.
func (r *reader) postWidth() int { return r.panes(onPost)[onPost].width }
