package feed

import (
	"cmp"

	"gemsub/gemtext"
)

// allLinks reads a page as the feed of all its links, for lists without dates. Entries
// are in the page's order and undated.
func (p textPage) allLinks() *Feed {
	var entries collection
	for line := range gemtext.Lines(p.text) {
		if e, ok := p.links.entry(line); ok {
			entries.add(e)
		}
	}
	title, _ := headOf(p.text)
	p.ownIDs(entries.entries)
	return p.feed(Links, title, entries.entries)
}

// entry returns the undated entry of a link line. Its title is the label, else the
// last path element of the link, else the link.
func (r *resolver) entry(line gemtext.Line) (e Entry, ok bool) {
	link, err := r.resolve(line.URL)
	if err != nil || line.Kind != gemtext.Link {
		return Entry{}, false
	}
	title := cleanTitle(line.Text)
	if title == "" {
		title = cmp.Or(lastElement(link), cleanTitle(link))
	}
	return Entry{ID: link, Link: link, Title: title}, true
}
