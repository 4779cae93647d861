package feed

import (
	"strings"

	"gemsub/gemtext"
)

// gemtext reads a text/gemini page as the feed of its dated links ("Subscribing
// to Gemini pages", Feed elements and Entry elements), which may be empty.
func (d document) gemtext() *Feed {
	text, _ := d.text()
	r := reader{links: newResolver(d.page.URL), entries: newCollection()}
	for line := range gemtext.Lines(text) {
		r.line(line)
	}
	f := d.feed(Gemtext, r.title, r.entries.entries)
	f.Subtitle = cleanTitle(r.subtitle)
	return f
}

// A reader collects the parts of a feed line by line.
type reader struct {
	links           *resolver
	title, subtitle string
	titled          bool // the first level-1 heading was read
	closed          bool // a line was read after which no subtitle counts
	entries         collection
}

func (r *reader) line(l gemtext.Line) {
	switch {
	case l.Kind == gemtext.Heading:
		r.heading(l)
		return
	case l.Kind == gemtext.Text && strings.Trim(l.Text, " \t") == "":
		return
	case l.Kind == gemtext.Link:
		r.link(l)
	}
	// The specification counts "non-empty, non-header lines" only from the
	// title on.
	r.closed = r.titled
}

func (r *reader) heading(l gemtext.Line) {
	switch {
	case l.Level == 1 && !r.titled:
		r.title, r.titled = l.Text, true
	case l.Level == 2 && r.titled && !r.closed && r.subtitle == "":
		r.subtitle = l.Text
	}
}

func (r *reader) link(l gemtext.Line) {
	date, rest, ok := cutDate(l.Text)
	if !ok {
		return
	}
	link, err := r.links.resolve(l.URL)
	if err != nil {
		return
	}
	r.entries.add(Entry{
		ID: link, FormerID: r.links.former(l.URL, link), Link: link,
		Title: entryTitle(rest, link, date), Updated: date,
	})
}
