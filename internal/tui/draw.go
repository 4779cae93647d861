package tui

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/address"
	"gemsub/internal/render"
	"gemsub/internal/term"
)

// draw writes every cell; the library sends only those that changed.
func (r *reader) draw() {
	r.layOut()
	r.previews()
	w, h := r.screen.Size()
	r.screen.HideCursor()
	if r.view != nil {
		r.drawText(r.whole(), r.view.title, r.view, true)
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

func (r *reader) drawPanes(all panes) {
	for on, draw := range [...]func(pane){onFeeds: r.drawFeeds, onEntries: r.drawEntries, onPost: r.drawPost} {
		p := all[on]
		if p.width == 0 {
			continue
		}
		draw(p)
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

func (r *reader) drawPost(p pane) {
	shown := r.shown()
	if shown == nil {
		r.drawTitle(p, "", "", false)
		text := ""
		if e, ok := r.list().current(); ok && !e.Kept {
			text = "this post is not kept here; enter requests it"
		}
		r.drawSaid(p.below(), text)
		return
	}
	title := cmp.Or(shown.wanted.Entry.FeedTitle, shown.view.Post.URL)
	title = strings.TrimSpace(marksOf(shown.wanted.Entry) + " " + title)
	r.drawText(p, title, &shown.text, r.focus == onPost)
}

// drawText writes the visible part of a text.
func (r *reader) drawText(p pane, title string, t *text, focused bool) {
	body := p.below()
	t.scroll(0, body.height)
	seen := min(t.top+body.height, len(t.lines))
	right := ""
	if len(t.lines) > body.height {
		right = strconv.Itoa(seen*100/len(t.lines)) + "%"
	}
	r.drawTitle(p, title, right, focused)
	at := min(max(0, t.chosen()-t.top), max(0, body.height-1)) // what keys select, or the first line
	if focused {
		r.screen.ShowCursor(body.x, body.y+at)
	}
	for i, line := range t.lines[t.top:seen] {
		p := body.line(i)
		left := t.leftOf(line, p.width)
		if term.Width(line.String())-left > p.width {
			r.put(p.from(p.width-1), "…", tcell.StyleDefault.Dim(true))
			p = p.left(p.width - 1)
		}
		r.write(p, left, line, tcell.StyleDefault)
		r.markSought(p, left, t, t.top+i)
		if t.link > 0 && t.linkAt(t.top+i) == t.link {
			r.invert(p.left(term.Width(line.String())-left), false)
		}
	}
	r.fill(body.after(seen-t.top), tcell.StyleDefault)
}
