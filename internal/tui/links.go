package tui

import (
	"slices"

	"gemsub/internal/app"
	"gemsub/internal/render"
)

// linkAt returns the number of the link in a line, 0 for none.
func (t *text) linkAt(line int) int {
	if line < 0 || line >= len(t.rows) || len(t.rows[line]) == 0 {
		return 0
	}
	return t.rows[line][0].Link
}

// selectedLine returns the first line of the selected link, -1 for none.
func (t *text) selectedLine() int {
	return slices.IndexFunc(t.rows, func(l render.Line) bool { return t.link > 0 && len(l) > 0 && l[0].Link == t.link })
}

// selectLink selects a link, and scrolls to it.
func (t *text) selectLink(link, height int) {
	t.link = link
	t.at = t.selectedLine()
	t.fit(height)
}

// point selects the link in a visible line, and reports whether there is one.
func (t *text) point(line int) bool {
	t.link = t.linkAt(t.top + line)
	return t.link > 0 && t.list.point(line)
}

// nextLink selects the next link of a text or, if by is -1, the previous one. If none is selected,
// it starts from the screen. Without links it goes to the next pane.
func (r *reader) nextLink(by int) {
	t := r.text()
	if t == nil || len(t.links) == 0 {
		switch {
		case r.focus == onEntries && r.shown() != nil && r.panes(r.focus)[onPost].width > 0:
			r.toPost()
		case r.focus == onFeeds:
			r.focus = onEntries
		default:
			r.focus = onFeeds
		}
		return
	}
	at := t.at
	switch {
	case t.link == 0 && by > 0:
		at = t.top - 1
	case t.link == 0:
		at = min(t.top+r.height(), len(t.rows))
	}
	isOther := func(row int) bool { return t.linkAt(row) > 0 && t.linkAt(row) != t.link }
	if row := t.nextRow(at, by, isOther); row >= 0 {
		t.selectLink(t.linkAt(row), r.height())
	}
}

// digit handles a digit of a link's number, and follows the link once it is complete.
func (r *reader) digit() {
	t := r.text()
	r.number = r.number*10 + int(r.key[0]-'0')
	if r.number == 0 || r.number > len(t.links) {
		r.say(app.NoLinkError(r.number, len(t.links)).Error())
		r.number = 0
		return
	}
	if t.selectLink(r.number, r.height()); r.number*10 > len(t.links) {
		r.followSelected(r.shown())
	}
}

// followSelected follows the selected link of a post.
func (r *reader) followSelected(p *post) {
	r.number = 0
	if p.link == 0 || p.link > len(p.links) { // the links may have changed
		r.say("tab selects a link, or type its number")
		return
	}
	r.follow(p.view.Link, p.links[p.link-1].URL)
}
