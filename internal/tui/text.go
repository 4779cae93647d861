package tui

import (
	"fmt"
	"slices"
	"strings"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// maxLines is how many lines of a text are kept: a text of 1 MiB may have a million.
const maxLines = 100_000

// A text is lines that can be scrolled.
type text struct {
	lines     []render.Line
	top, left int      // the first visible line and column
	place     float64  // of the first line, as a fraction of all: survives a new width
	sought    []string // the words to mark, in lower case
	finding   bool     // keys go from match to match
	match     int      // the matching line where the last key went

	links  []render.Link // by their numbers
	link   int           // the number of the selected one, 0 for none
	follow func(link int)
	isMenu bool // keys move from link to link
}

// scroll scrolls the text.
func (t *text) scroll(by, height int) {
	t.top = max(0, min(t.top+by, len(t.lines)-height))
	if by != 0 {
		t.place = float64(t.top) / float64(max(1, len(t.lines)))
	}
}

func (t *text) move(by, height int) {
	if t.isMenu {
		t.choose(min(max(1, t.link+by), len(t.links)), height)
		return
	}
	t.link = 0
	t.scroll(by, height)
}

// replace sets the lines for another width.
func (t *text) replace(lines []render.Line) {
	t.lines, t.left = lines, 0
	t.top = int(t.place*float64(len(lines)) + 0.5)
	t.match = -1
}

// widest is the width of the widest visible line.
func (t *text) widest(height int) (columns int) {
	for _, line := range t.lines[t.top:min(t.top+height, len(t.lines))] {
		columns = max(columns, term.Width(line.String()))
	}
	return columns
}

// leftOf is the first visible column of a line: prose does not move.
func (t *text) leftOf(line render.Line, width int) int {
	if len(line) > 0 && line[len(line)-1].Style == term.Preformatted || term.Width(line.String()) > width {
		return t.left
	}
	return 0
}

// bounded collects at most maxLines lines.
func bounded(lines func(yield func(render.Line) bool)) (all []render.Line) {
	for line := range lines {
		if len(all) == maxLines {
			return append(all, render.Line{{Text: "(the rest is not shown: it has too many lines)", Style: term.Dim}})
		}
		all = append(all, line)
	}
	return slices.Clip(all)
}

// A textView is a text over all panes.
type textView struct {
	title string
	text
	lay func(width int) []render.Line
}

// showText shows a text over all panes, laid out again for each width.
func (r *reader) showText(title string, lay func(width int) []render.Line) {
	r.view = &textView{title: title, text: text{lines: lay(r.whole().width)}, lay: lay}
}

// resized lays out the screen again.
func (r *reader) resized() {
	r.screen.Show() // from here on it has its new size
	if r.view != nil {
		r.view.replace(r.view.lay(r.whole().width))
	}
}

// textLines splits the output of a command into lines, and folds long ones.
func textLines(s string, width int) []render.Line {
	return bounded(func(yield func(render.Line) bool) {
		for line := range strings.Lines(s) {
			for _, part := range foldLong(strings.TrimSuffix(line, "\n"), max(1, width)) {
				if !yield(render.Line{{Text: part}}) {
					return
				}
			}
		}
	})
}

// foldLong folds a line that is wider than the screen, and leaves others as they are.
func foldLong(line string, width int) []string {
	line = term.Safe(line)
	if term.Width(line) <= width {
		return []string{line}
	}
	return term.Fold(line, width)
}

// legend is what the help says before the keys.
const legend = "• unread  ★ starred  ↓ kept here  ! feed that fails; links: → another author, » the web, " +
	"? unknown; a click opens, the wheel scrolls. To subscribe type :add URL, to see a page :URL alone, each with enter. " +
	":config --all lists keys and colours; [keys] and [colors] in %s change them."

// showHelp shows the table of keys, or closes it.
func (r *reader) showHelp() {
	const title = "Keys"
	if r.view != nil && r.view.title == title {
		r.view = nil
		return
	}
	r.showText(title, func(width int) (lines []render.Line) {
		for _, part := range term.Fold(term.Safe(fmt.Sprintf(legend, r.Config)), max(10, width)) {
			lines = append(lines, render.Line{{Text: part, Style: term.Dim}})
		}
		for _, a := range r.bound {
			lines = append(lines, helpLines(keyNames(a.keys), a.help, width)...)
		}
		return lines
	})
}

// helpLines lays out what a key does.
func helpLines(keys, help string, width int) (lines []render.Line) {
	column := min(20, width/2)
	for _, part := range term.Fold(help, max(1, width-column)) {
		lines = append(lines, render.Line{{Text: keys + strings.Repeat(" ", max(1, column-term.Width(keys))), Style: term.Cyan}, {Text: part}})
		keys = ""
	}
	return lines
}
