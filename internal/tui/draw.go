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
	r.drawn = [2]int{w, h}
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

func (r *reader) drawPanes(p panes) {
	for _, left := range []pane{p.feeds, p.entries} {
		if x := left.x + left.width; left.width > 0 && x < r.whole().width {
			for y := range left.height {
				r.put(pane{x, y, 1, 1}, "│", tcell.StyleDefault.Dim(true))
			}
		}
	}
	if p.feeds.width > 0 {
		r.drawFeeds(p.feeds)
	}
	if p.entries.width > 0 {
		r.drawEntries(p.entries)
	}
	if p.post.width > 0 {
		r.drawPost(p.post)
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

// rowStyle is that of a line of a list: reversed under the cursor.
func rowStyle(here, focused bool) tcell.Style {
	switch {
	case here && focused:
		return tcell.StyleDefault.Reverse(true)
	case here:
		return tcell.StyleDefault.Underline(true)
	}
	return tcell.StyleDefault
}

func (r *reader) drawFeeds(p pane) {
	focused := r.focus == onFeeds
	f := &r.feeds
	title := "Subscriptions"
	if f.unreadOnly {
		title = "Unread subscriptions"
	}
	r.drawTitle(p, title, "", focused)
	body := p.below()
	f.fit(len(f.places), body.height)
	for i := range min(body.height, len(f.places)-f.top) {
		place := f.places[f.top+i]
		style := rowStyle(f.top+i == f.at, focused)
		line := body.line(i)
		count := ""
		if place.unread > 0 {
			count = strconv.Itoa(place.unread)
			style = style.Bold(true)
		}
		if place.failing {
			count += "!"
		}
		room := max(0, line.width-len(count)-1)
		r.write(line.left(room+1), 0, render.Line{{Text: term.Cut(readable(place.title), room)}}, style)
		r.put(line.from(line.width-len(count)), count, style)
	}
	r.fill(body.after(len(f.places)-f.top), tcell.StyleDefault)
}

func (r *reader) drawEntries(p pane) {
	focused := r.focus == onEntries
	l := r.list()
	r.drawTitle(p, l.heading(), l.position(), focused)
	body := p.below()
	l.fit(len(l.rows), body.height)
	if len(l.rows) == 0 {
		r.drawNothing(body)
		return
	}
	for i := range min(body.height, len(l.rows)-l.top) {
		at := l.top + i
		style := rowStyle(at == l.at, focused)
		before := ""
		if l.drawn != nil {
			before = l.drawn[at]
		}
		r.drawEntry(body.line(i), l.rows[at], before, style)
	}
	r.fill(body.after(len(l.rows)-l.top), tcell.StyleDefault)
}

// position says where in the list the cursor is.
func (l *entryList) position() string {
	if len(l.rows) == 0 {
		return ""
	}
	return strconv.Itoa(l.at+1) + "/" + strconv.Itoa(len(l.rows)+l.more)
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
func (r *reader) drawEntry(p pane, e model.Entry, before string, style tcell.Style) {
	width := p.width
	cells := show.EntryCells(e)
	chosen := style != tcell.StyleDefault // then all is in its style
	column := func(columns int, cell term.Cell) {
		cellStyle := style
		if !chosen || cell.Style == term.Bold {
			cellStyle = r.styled(style, cell.Style)
		}
		used := r.put(p.left(columns-1), term.Cut(readable(cell.Text), columns-1), cellStyle)
		r.fill(p.left(columns).from(used), style)
		p = p.from(columns)
	}
	column(3, term.Cell{Text: marksOf(e)})
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
	cells[4].Text = before + cells[4].Text
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
