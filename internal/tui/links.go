package tui

import (
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/term"
)

// linkAt is the number of the link in a line, 0 for none.
func (t *text) linkAt(line int) int {
	if line < 0 || line >= len(t.lines) || len(t.lines[line]) == 0 {
		return 0
	}
	return t.lines[line][0].Link
}

// chosen is the first line of the selected link, -1 for none.
func (t *text) chosen() int {
	return slices.IndexFunc(t.lines, func(l render.Line) bool { return t.link > 0 && len(l) > 0 && l[0].Link == t.link })
}

// choose selects a link, and scrolls to it.
func (t *text) choose(link, height int) {
	t.link = link
	line := t.chosen()
	t.scroll(min(0, line-t.top)+max(0, line-t.top-height+1), height)
}

// nextLink selects the next or previous link of a text; if the selected one is not
// visible, it starts from the screen. In a list it goes to the next pane.
func (r *reader) nextLink(by int) {
	t, height := r.scrolled(), r.height()
	if t == nil || len(t.links) == 0 {
		r.nextPane()
		return
	}
	at := t.chosen()
	switch seen := at >= t.top && at < t.top+height; {
	case !seen && by > 0:
		at = t.top - 1
	case !seen:
		at = t.top + height
	}
	for range t.lines {
		at = (at + by + len(t.lines)) % len(t.lines)
		if link := t.linkAt(at); link > 0 && link != t.link {
			t.choose(link, height)
			return
		}
	}
}

// digit handles a digit of a link's number, and follows the link once it is complete.
func (r *reader) digit() {
	t := r.scrolled()
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
	if t.link = r.number; r.number*10 > len(t.links) {
		r.followSelected(t)
	}
}

// followSelected follows the selected link of a text.
func (r *reader) followSelected(t *text) {
	r.number = 0
	if t.link == 0 || t.link > len(t.links) { // the links may have changed
		r.say("tab selects a link, or type its number")
		return
	}
	t.follow(t.link)
}

// followAt follows the link in a visible line.
func (t *text) followAt(line int) {
	if t.link = t.linkAt(t.top + line); t.link > 0 {
		t.follow(t.link)
	}
}

// headings are the lines in which headings begin.
func (t *text) headings() (all []int) {
	for i, line := range t.lines {
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
	var headings []string
	here := 1
	for i, line := range p.headings() {
		headings = append(headings, render.Mark(i+1, term.LinkHere)+p.lines[line].String())
		if line <= p.top {
			here = i + 1
		}
	}
	r.showText("Headings", func(width int) (lines []render.Line) {
		for i, heading := range headings {
			lines = append(lines, render.Line{{Text: term.Cut(heading, width), Style: term.LinkHere, Link: i + 1}})
		}
		return lines
	})
	t := r.view
	t.isMenu, t.links = true, make([]render.Link, len(headings))
	t.follow = func(link int) {
		r.view = nil
		if all := p.headings(); link <= len(all) {
			p.move(all[link-1]-p.top, r.height())
		}
	}
	t.choose(here, r.height())
}
