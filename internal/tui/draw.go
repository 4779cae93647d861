package tui

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// draw writes every cell; the library sends only those that changed.
func (r *reader) draw() {
	r.startPreview()
	w, h := r.screen.Size()
	r.screen.HideCursor()
	all := r.panes(r.focus)
	if r.view != nil {
		all = panes{}
		r.drawText(r.whole(), r.view.title, r.view, true)
	}
	for on, draw := range [...]func(pane){onFeeds: r.drawFeeds, onEntries: r.drawEntries, onPost: r.drawPost} {
		p := all[on]
		if p.width == 0 {
			continue
		}
		draw(p)
		if x := p.x + p.width; x < w {
			for y := range p.height {
				r.put(pane{x, y, 1, 1}, 0, "│", tcell.StyleDefault.Dim(true))
			}
		}
	}
	last := pane{0, h - 1, w, 1}
	if r.typing != nil {
		r.drawPrompt(last)
		last.y-- // a message is above what is typed
	}
	if r.typing == nil || r.messages.last != "" {
		r.drawStatus(last)
	}
	r.screen.Show()
}

// drawTitle writes the first line of a pane: the title and, at the end, what stands right of it.
func (r *reader) drawTitle(p pane, title, right string, focused bool) {
	r.drawSides(p.line(0), title, right, tcell.StyleDefault.Underline(true).Bold(focused))
}

// drawSides writes a text, as far as there is room before what stands right of it.
func (r *reader) drawSides(p pane, text, right string, style tcell.Style) {
	end, gap := p.width-term.Width(right), min(1, len(right))
	r.write(p.left(end), 0, render.Line{{Text: term.Cut(readable(text), end-gap)}}, style)
	r.put(p.from(end), 0, right, style)
}

// readable makes a text of a feed safe, with host names in Unicode as commands show them.
func readable(text string) string { return address.Readable(words.Safe(text)) }

// drawPost writes the shown post, or why there is none.
func (r *reader) drawPost(p pane) {
	shown := r.shown()
	if shown == nil {
		r.drawTitle(p, "", "", false)
		text := ""
		switch e, ok := r.list().current(); {
		case ok && app.IsForBrowser(e.Entry):
			text = "this is for your browser; enter opens it there"
		case ok && !e.Kept:
			text = "this post is not kept here; enter requests it"
		}
		r.drawMessage(p.after(1), text)
		return
	}
	title := cmp.Or(r.feeds.feedOf(shown.wanted.Entry).title, shown.view.Post.URL)
	title = strings.TrimSpace(marksOf(shown.wanted.Entry) + " " + title)
	r.drawText(p, title, &shown.text, r.focus == onPost)
}

// drawText writes the visible part of a text, and lays it out for the width of the pane first. The
// position stays about the same.
func (r *reader) drawText(p pane, title string, t *text, focused bool) {
	if t.width != p.width {
		t.width = p.width
		t.replace(t.lay(r.ctx, p.width))
	}
	body := p.after(1)
	right := ""
	if t.fit(body.height); len(t.rows) > body.height {
		right = strconv.Itoa(min(t.top+body.height, len(t.rows))*100/len(t.rows)) + "%"
	}
	r.drawTitle(p, title, right, focused)
	drawRows(r, body, &t.list, focused, func(p pane, at int, _ tcell.Style) { // no row is under a cursor
		line, style := t.rows[at], tcell.StyleDefault
		left, width := 0, term.Width(line.String())
		if len(line) > 0 && line[len(line)-1].Style == term.Preformatted || width > p.width {
			left = t.left // wrapped lines are not scrolled sideways
		}
		if width-left > p.width {
			r.put(p.from(p.width-1), 0, "…", tcell.StyleDefault.Dim(true))
			p = p.left(p.width - 1)
		}
		r.write(p, left, line, style)
		r.markWords(p, left, t, at)
		if t.link > 0 && t.linkAt(at) == t.link {
			r.invert(p.left(width-left), false)
		}
	})
}

// drawRows writes the visible rows of a list. The terminal's own cursor is on the selected
// row, since braille displays and screen readers follow it.
func drawRows[T any](r *reader, p pane, l *list[T], focused bool, draw func(p pane, at int, style tcell.Style)) {
	seen := len(l.visible(p.height))
	for i := range seen {
		style := tcell.StyleDefault
		switch here := l.top+i == l.at; {
		case here && focused:
			style = style.Reverse(true)
		case here:
			style = style.Underline(true)
		}
		draw(p.line(i), l.top+i, style)
	}
	if focused {
		r.screen.ShowCursor(p.x, p.y+l.at-l.top)
	}
	r.fill(p.after(seen), tcell.StyleDefault)
}

func (r *reader) drawFeeds(p pane) {
	focused := r.focus == onFeeds
	title := "Subscriptions"
	if r.feeds.unreadOnly {
		title = "Unread subscriptions"
	}
	r.drawTitle(p, title, "", focused)
	drawRows(r, p.after(1), &r.feeds.list, focused, func(p pane, at int, style tcell.Style) {
		of := r.feeds.rows[at]
		count := ""
		if of.unread > 0 {
			count = strconv.Itoa(of.unread)
			style = r.styled(style, term.Unread)
		}
		if of.fails != "" {
			count += "!"
		}
		if of.paused {
			style = r.styled(style, term.Dim)
		}
		r.drawSides(p, of.title, count, style)
	})
}

func (r *reader) drawEntries(p pane) {
	focused := r.focus == onEntries
	l := r.list()
	number, date := 0, 6 // the widths of the greatest number, and of a date
	for _, e := range l.visible(p.after(1).height) {
		number = max(number, len(strconv.FormatInt(e.ID, 10)))
		if !strings.HasPrefix(words.Date(e.Updated), r.thisYear()) {
			date = 11
		}
	}
	// The columns before a title, each with the space after it: the signs of marksOf, number, marks of
	// the post, date and feed; 0 if there is no room, and for the feed column in a list of one feed.
	columns := [5]int{3, number + 2, 3, date, min(28, p.width*2/9)}
	for i, least := range [5]int{0, 96, 59, 36, 50} {
		if p.width < least || i == 4 && len(l.query.Subscriptions) == 1 {
			columns[i] = 0
		}
	}
	r.drawTitle(p, l.heading(), l.position(), focused)
	switch {
	case len(l.rows) > 0:
		drawRows(r, p.after(1), &l.list, focused, func(p pane, at int, style tcell.Style) {
			r.drawEntry(p, l.rows[at], style, columns)
		})
	case r.feeds.none():
		r.drawMessage(p.after(1), noFeeds)
	case l.of.title == starredPlace:
		r.drawMessage(p.after(1), "no entry has a star; s stars one")
	case l.of.title == talkPlace:
		r.drawMessage(p.after(1), "no kept post links to another one")
	case l.of.fails != "":
		r.drawMessage(p.after(1), "nothing here; H says what to do")
	default:
		r.drawMessage(p.after(1), "nothing here; U updates, F lists something else")
	}
}

// noFeeds is shown if there are no feeds.
const noFeeds = "no subscriptions yet; type :add URL and enter"

// drawMessage fills a pane with a message at its top.
func (r *reader) drawMessage(p pane, text string) {
	for _, line := range term.Fold(text, max(1, p.width-2)) {
		r.write(p.line(0), 0, render.Line{{Text: " " + line, Style: term.Dim}}, tcell.StyleDefault)
		p = p.after(1)
	}
	r.fill(p, tcell.StyleDefault)
}

// thisYear is the prefix of this year's dates.
func (r *reader) thisYear() string { return r.App.Now().Format("2006-") }

// drawEntry writes the line of an entry.
func (r *reader) drawEntry(p pane, e entryLine, style tcell.Style, columns [5]int) {
	l := r.list()
	isAcross := l.of.feed == 0 && (l.of.title == allPlace || l.of.title == starredPlace) || l.query.Words != ""
	e.Kept = e.Kept && isAcross && !l.query.UnreadOnly // elsewhere the mark would stand on nearly every row
	e.FeedTitle = r.feeds.feedOf(e.Entry).title
	cells := append([]term.Cell{{Text: marksOf(e.Entry)}}, view.EntryCells(e.Entry)...)
	if e.Starred {
		cells[0].Style = term.Starred
	}
	cells[1].Text = fmt.Sprintf("%*s", columns[1]-2, cells[1].Text)
	cells[3].Text = fmt.Sprintf("%*s", columns[3]-1, strings.TrimPrefix(cells[3].Text, r.thisYear()))
	cells[5].Text = e.Tree + cells[5].Text
	for i, cell := range cells {
		column, room := p, p.width
		if i < len(columns) {
			column, room = p.left(columns[i]), columns[i]-1
		}
		if style != tcell.StyleDefault && cell.Style != term.Unread {
			cell.Style = term.Plain // the row under the cursor has one style
		}
		cell.Text = term.Cut(readable(cell.Text), room)
		r.write(column, 0, render.Line{cell}, style)
		p = p.from(column.width)
	}
}

// marksOf returns the signs that an entry is unread, or starred.
func marksOf(e model.Entry) string {
	marks := " "
	if e.Unread {
		marks = "•"
	}
	if e.Starred {
		marks += "★"
	}
	return marks
}
