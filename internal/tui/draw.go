package tui

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/address"
	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/words"
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
				r.put(pane{x, y, 1, 1}, 0, "│", tcell.StyleDefault.Dim(true))
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
		r.put(line.from(room), 0, right, style)
		line = line.left(room)
		room--
	}
	r.write(line, 0, render.Line{{Text: term.Cut(readable(title), room)}}, style)
}

// readable makes a text of a feed safe, and readable as show does.
func readable(text string) string { return address.Readable(words.Safe(text)) }

func (r *reader) drawPost(p pane) {
	shown := r.shown()
	if shown == nil {
		r.drawTitle(p, "", "", false)
		text := ""
		if e, ok := r.list().current(); ok && !e.Kept {
			text = "this post is not kept here; enter requests it"
		}
		r.drawMessage(p.after(1), text)
		return
	}
	title := cmp.Or(shown.wanted.Entry.FeedTitle, shown.view.Post.URL)
	title = strings.TrimSpace(marksOf(shown.wanted.Entry) + " " + title)
	r.drawText(p, title, &shown.text, r.focus == onPost)
}

// drawText writes the visible part of a text.
func (r *reader) drawText(p pane, title string, t *text, focused bool) {
	body := p.after(1)
	right := ""
	if t.fit(body.height); len(t.rows) > body.height {
		right = strconv.Itoa(min(t.top+body.height, len(t.rows))*100/len(t.rows)) + "%"
	}
	r.drawTitle(p, title, right, focused)
	drawRows(r, body, &t.list, focused, func(p pane, at int, style tcell.Style) {
		line := t.rows[at]
		left := t.leftOf(line, p.width)
		if term.Width(line.String())-left > p.width {
			r.put(p.from(p.width-1), 0, "…", tcell.StyleDefault.Dim(true))
			p = p.left(p.width - 1)
		}
		r.write(p, left, line, style)
		r.markWords(p, left, t, at)
		if t.isText && t.link > 0 && t.linkAt(at) == t.link {
			r.invert(p.left(term.Width(line.String())-left), false)
		}
	})
}
