package tui

import (
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/term"
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

// nextLink selects the next or previous link of a text; if the selected one is not
// visible, it starts from the screen. In a list it goes to the next pane.
func (r *reader) nextLink(by int) {
	t, height := r.text(), r.height()
	switch {
	case t == nil || len(t.links) == 0:
		r.nextPane()
		return
	case !t.isText:
		t.move(by, height)
		return
	}
	at := t.selectedLine()
	switch seen := at >= t.top && at < t.top+height; {
	case !seen && by > 0:
		at = t.top - 1
	case !seen:
		at = min(t.top+height, len(t.rows))
	}
	for range t.rows {
		at = (at + by + len(t.rows)) % len(t.rows)
		if link := t.linkAt(at); link > 0 && link != t.link {
			t.selectLink(link, height)
			return
		}
	}
}

// digit handles a digit of a link's number, and follows the link once it is complete.
func (r *reader) digit() {
	t := r.text()
	if t == nil || len(t.links) == 0 {
		r.say("numbers follow the links of a post")
		return
	}
	r.number = r.number*10 + int(r.key[0]-'0')
	if r.number == 0 || r.number > len(t.links) {
		r.say(app.NoLinkError(r.number, len(t.links)).Error())
		r.number = 0
		return
	}
	if t.selectLink(r.number, r.height()); r.number*10 > len(t.links) {
		r.followSelected(t)
	}
}

// followSelected follows the selected link of a text.
func (r *reader) followSelected(t *text) {
	r.number = 0
	if !t.isText {
		t.link = t.at + 1
	}
	if t.link == 0 || t.link > len(t.links) { // the links may have changed
		r.say("tab selects a link, or type its number")
		return
	}
	t.follow(t.link)
}

// headings returns the lines in which headings begin.
func (t *text) headings() (all []int) {
	for i, line := range t.rows {
		if len(line) > 1 && line[0].Style == term.Heading && strings.Contains(line[0].Text, "#") {
			all = append(all, i)
		}
	}
	return all
}

// showHeadings lists the headings of the shown post, and selects the current one.
func (r *reader) showHeadings() {
	p := r.shown()
	if r.focus != onPost || p == nil || len(p.headings()) == 0 {
		r.say("there are no headings here")
		return
	}
	var headings []render.Line
	here := 1
	for i, line := range p.headings() {
		text := render.LinkMark(i+1, term.LinkHere) + p.rows[line].String()
		headings = append(headings, render.Line{{Text: text, Style: term.LinkHere, Link: i + 1}})
		if line <= p.top {
			here = i + 1
		}
	}
	r.showText("Headings", func(int) []render.Line { return headings })
	t := r.view
	t.isText, t.links = false, make([]render.Link, len(headings))
	t.follow = func(link int) {
		r.view = nil
		if all := p.headings(); link <= len(all) {
			p.move(all[link-1]-p.top, r.height())
		}
	}
	t.selectLink(here, r.height())
}
