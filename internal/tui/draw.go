package tui

import (
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

// draw shows the state. Each cell is written; the library sends those that differ.
func (r *reader) draw() {
	r.layOut()
	w, h := r.screen.Size()
	r.screen.HideCursor()
	if r.view != nil {
		r.drawText(r.whole(), r.view.title, &r.view.text, true)
	} else {
		r.drawPanes(r.panes())
	}
	last := pane{0, h - 1, w, 1}
	if r.typing != nil {
		r.drawPrompt(last)
	} else {
		r.drawStatus(last)
	}
	r.screen.Show()
}

// redraw writes every cell again: something else may have written to the terminal.
func (r *reader) redraw() { r.screen.Sync() }

func (r *reader) drawPanes(all panes) {
	for on, p := range all {
		if p.width == 0 {
			continue
		}
		switch focus(on) {
		case onFeeds:
			r.drawFeeds(p)
		case onEntries:
			r.drawEntries(p)
		case onPost:
			r.drawPost(p)
		}
		if x := p.x + p.width; x < r.whole().width {
			for y := range p.height {
				r.put(pane{x, y, 1, 1}, "│", tcell.StyleDefault.Dim(true))
			}
		}
	}
}

// drawTitle writes the first line of a pane.
func (r *reader) drawTitle(p pane, title, right string, focused bool) {
	style := tcell.StyleDefault.Underline(true)
	if focused {
		style = style.Bold(true)
	}
	line := p.line(0)
	room := line.width
	if right != "" && term.Width(right)+8 <= room {
		room -= term.Width(right)
		r.put(line.from(room), right, style)
		line = line.left(room)
		room--
	}
	r.write(line, 0, render.Line{{Text: term.Cut(readable(title), room)}}, style)
}

// readable makes a text of a feed safe, and readable as show does.
func readable(text string) string { return address.Readable(term.Safe(text)) }

// drawRows writes the lines of a list that are seen.
func drawRows[T any](r *reader, p pane, l *list[T], focused bool, draw func(pane, T, tcell.Style)) {
	l.fit(p.height)
	seen := l.rows[l.top:min(l.top+p.height, len(l.rows))]
	for i, row := range seen {
		style := tcell.StyleDefault
		switch here := l.top+i == l.at; {
		case here && focused:
			style = style.Reverse(true)
		case here:
			style = style.Underline(true)
		}
		draw(p.line(i), row, style)
	}
	r.fill(p.after(len(seen)), tcell.StyleDefault)
}

func (r *reader) drawFeeds(p pane) {
	focused := r.focus == onFeeds
	title := "Subscriptions"
	if r.feeds.unreadOnly {
		title = "Unread subscriptions"
	}
	r.drawTitle(p, title, "", focused)
	drawRows(r, p.below(), &r.feeds.list, focused, r.drawPlace)
}

// drawPlace writes the line of a feed, or of what is listed of all.
func (r *reader) drawPlace(p pane, of place, style tcell.Style) {
	count := ""
	if of.unread > 0 {
		count = strconv.Itoa(of.unread)
		style = style.Bold(true)
	}
	if of.failing {
		count += "!"
	}
	room := max(0, p.width-len(count)-1)
	r.write(p.left(room+1), 0, render.Line{{Text: term.Cut(readable(of.title), room)}}, style)
	r.put(p.from(p.width-len(count)), count, style)
}

func (r *reader) drawEntries(p pane) {
	focused := r.focus == onEntries
	l := r.list()
	l.fit(p.height - 1)
	r.drawTitle(p, l.heading(), l.position(), focused)
	if len(l.rows) == 0 {
		r.drawNothing(p.below())
		return
	}
	drawRows(r, p.below(), &l.list, focused, r.drawEntry)
}

// noFeeds is said where there are none.
const noFeeds = "no subscriptions yet; type :add URL and enter"

// drawNothing says why a list is empty.
func (r *reader) drawNothing(p pane) {
	text := "nothing here; U updates, F lists something else"
	switch {
	case r.feeds.none():
		text = noFeeds
	case r.list().title == starredPlace:
		text = "no entry has a star; s stars one"
	case r.list().title == talkPlace:
		text = "no kept post links to another one"
	}
	for line := range term.Fold(text, max(1, p.width-2)) {
		r.write(p.line(0), 0, render.Line{{Text: " " + line, Style: term.Dim}}, tcell.StyleDefault)
		p = p.below()
	}
	r.fill(p, tcell.StyleDefault)
}

// drawEntry writes the line of an entry, with fewer columns on a narrow screen.
func (r *reader) drawEntry(p pane, e entryLine, style tcell.Style) {
	width := p.width
	cells := show.EntryCells(e.Entry)
	chosen := style != tcell.StyleDefault // then all is in its style
	column := func(columns int, cell term.Cell) {
		cellStyle := style
		if !chosen || cell.Style == term.Unread {
			cellStyle = r.styled(style, cell.Style)
		}
		used := r.put(p.left(columns-1), term.Cut(readable(cell.Text), columns-1), cellStyle)
		r.fill(p.left(columns).from(used), style)
		p = p.from(columns)
	}
	column(3, term.Cell{Text: marksOf(e.Entry)})
	if width >= 96 {
		column(8, cells[0])
	}
	if width >= 64 {
		column(3, cells[1])
	}
	if width >= 36 {
		column(11, cells[2])
	}
	if width >= 50 && len(r.list().query.Subscriptions) != 1 {
		column(min(28, width/4), cells[3])
	}
	cells[4].Text = e.tree + cells[4].Text
	column(p.width+1, cells[4])
}

// marksOf are the signs of an entry that is unread, or starred.
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

func (r *reader) drawPost(p pane) {
	shown := r.shown()
	if shown == nil {
		r.drawTitle(p, "", "", false)
		r.fill(p.below(), tcell.StyleDefault)
		return
	}
	title := shown.wanted.Entry.FeedTitle
	if title == "" {
		title = shown.view.Post.URL
	}
	title = strings.TrimSpace(marksOf(shown.wanted.Entry) + " " + title)
	r.drawText(p, title, &shown.text, r.focus == onPost)
}

// drawText writes what is seen of a text.
func (r *reader) drawText(p pane, title string, t *text, focused bool) {
	body := p.below()
	t.scroll(0, body.height)
	seen := min(t.top+body.height, len(t.lines))
	right := ""
	if len(t.lines) > body.height {
		right = strconv.Itoa(seen*100/len(t.lines)) + "%"
	}
	r.drawTitle(p, title, right, focused)
	for i, line := range t.lines[t.top:seen] {
		p := body.line(i)
		if term.Width(line.String())-t.left > p.width {
			r.put(p.from(p.width-1), "…", tcell.StyleDefault.Dim(true))
			p = p.left(p.width - 1)
		}
		r.write(p, t.left, line, tcell.StyleDefault)
		r.markSought(p, t, line)
	}
	r.fill(body.after(seen-t.top), tcell.StyleDefault)
}
