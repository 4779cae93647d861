package tui

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// maxLines is how many lines of a text are kept: a text of 1 MiB may have a million.
const maxLines = 100_000

// A text has the lines of a post, of the help or of other output.
type text struct {
	list[render.Line]
	title  string
	width  int // for which the lines are laid out, 0 before that
	lay    func(ctx context.Context, width int) []render.Line
	offset float64                // the first visible line as a fraction of all, which stays for a new width
	words  []string               // the words to mark, in lower case
	sought func(render.Line) bool // the lines to which n and N go, nil if these keys do what they usually do

	links []render.Link // by their numbers
	link  int           // the number of the selected one, 0 for none
}

// move scrolls the text, in which there is no cursor.
func (t *text) move(by, height int) { t.scroll(by, height) }

// scroll scrolls the text, and selects no link.
func (t *text) scroll(by, height int) {
	t.list.scroll(by, height)
	t.offset = float64(t.top) / float64(max(1, len(t.rows)))
	t.link, t.at = 0, t.top
}

// replace sets the lines for another width.
func (t *text) replace(lines []render.Line) {
	t.rows, t.left = lines, 0
	t.top = int(t.offset*float64(len(lines)) + 0.5)
	t.at = cmp.Or(max(0, t.selectedLine()), t.top)
}

// limitLines collects lines, at most maxLines, and stops once ctx has ended.
func limitLines(ctx context.Context, lines iter.Seq[render.Line]) (all []render.Line) {
	for line := range lines {
		if ctx.Err() != nil {
			break
		}
		if len(all) == maxLines {
			return append(all, render.Line{{Text: "(the rest is not shown: it has too many lines)", Style: term.Dim}})
		}
		all = append(all, line)
	}
	return slices.Clip(all)
}

// showText shows plain text over all panes.
func (r *reader) showText(title, plain string) {
	document := render.Document{MediaType: "text/plain", Text: plain}
	r.view = &text{title: title, lay: func(ctx context.Context, width int) []render.Line {
		return limitLines(ctx, document.Lines(render.Layout{Width: width, ScreenWidth: width}))
	}}
}

// legend stands before the keys in the help.
const legend = "• unread  ★ starred  ↓ kept here  ↔ in a conversation  ! feed that fails; links: → another author, » the web, " +
	"? unknown; a click opens, the wheel scrolls. To subscribe type :add URL, to see a page :URL alone, each with enter. " +
	":config --all lists keys and colours; :help config says how %s changes them."

// showHelp shows the table of keys.
func (r *reader) showHelp() {
	r.view = &text{title: "Keys", lay: func(_ context.Context, width int) (lines []render.Line) {
		for _, part := range term.Fold(words.Safe(fmt.Sprintf(legend, r.Config)), max(10, width)) {
			lines = append(lines, render.Line{{Text: part, Style: term.Dim}})
		}
		column := min(20, width/2)
		for _, a := range r.bound {
			keys := strings.Join(a.Keys, " ")
			for _, part := range term.Fold(a.Help, max(1, width-column)) {
				lines = append(lines, render.Line{{Text: keys + strings.Repeat(" ", max(1, column-term.Width(keys))), Style: term.Cyan}, {Text: part}})
				keys = ""
			}
		}
		return lines
	}}
}

// find goes to the next line of a text that has the words; if no line has them, the earlier search
// goes on. Without words it repeats the last search.
func (r *reader) find(t *text, words string) {
	earlier := *t
	if words != "" {
		t.words, t.at = []string{strings.ToLower(words)}, t.top-1
	}
	if len(t.words) == 0 {
		return
	}
	if t.sought = t.hasWords; !r.nextMatch(t, 1) {
		r.say("no line here has " + strings.Join(t.words, " or "))
		*t = earlier
	}
}

// nextHeading goes to the next heading of the shown post.
func (r *reader) nextHeading() {
	p := r.shown()
	p.sought = isHeading
	if !r.nextMatch(&p.text, 1) {
		r.say("there are no headings here")
	}
}

// nextRow returns the wanted row after a row or, if by is -1, before it, round the end of the text;
// -1 for none.
func (t *text) nextRow(at, by int, wanted func(row int) bool) int {
	for range t.rows {
		if at = (at + by + len(t.rows)) % len(t.rows); wanted(at) {
			return at
		}
	}
	return -1
}

// nextMatch goes to the next sought line or, if by is -1, to the previous one, and reports whether
// there is one. Then keys go on; see [reader.press].
func (r *reader) nextMatch(t *text, by int) bool {
	all := t.matching(t.sought)
	if len(all) == 0 {
		t.sought = nil
		return false
	}
	row := t.nextRow(t.at, by, func(row int) bool { return t.sought(t.rows[row]) })
	t.scroll(row-t.top, r.height())
	t.at = row
	n := slices.Index(all, row) + 1
	r.say(fmt.Sprintf("%d of %d; n the next one, N the one before, esc ends the search", n, len(all)))
	return true
}

// matching returns the numbers of the sought lines.
func (t *text) matching(sought func(render.Line) bool) (all []int) {
	for i, line := range t.rows {
		if sought(line) {
			all = append(all, i)
		}
	}
	return all
}

// hasWords reports whether a line has one of the words to mark.
func (t *text) hasWords(line render.Line) bool {
	text := strings.ToLower(line.String())
	return slices.ContainsFunc(t.words, func(word string) bool { return strings.Contains(text, word) })
}

// isHeading reports whether a heading begins in a line.
func isHeading(line render.Line) bool {
	return len(line) > 1 && line[0].Style == term.Heading && strings.Contains(line[0].Text, "#")
}

// markWords shows the matches in a row reversed, whatever their case.
func (r *reader) markWords(p pane, left int, t *text, row int) {
	line := strings.ToLower(t.rows[row].String())
	for _, word := range t.words {
		column, width := -left, term.Width(word)
		parts := strings.Split(line, word)
		for _, before := range parts[:len(parts)-1] {
			if column += term.Width(before); column >= 0 {
				r.invert(p.from(column).left(width), row == t.at)
			}
			column += width
		}
	}
}
