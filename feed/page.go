package feed

import "gemsub/gemtext"

// A textPage is a document that is read line by line.
type textPage struct {
	document
	text  string
	links *resolver
}

func (d document) textPage() textPage {
	text, _ := d.text()
	return textPage{document: d, text: text, links: newResolver(d.page.URL)}
}

// auto reads a page as the feed of its dated links, or of its headings if it has no
// dated links and is a log by its headings.
func (p textPage) auto() *Feed {
	f := p.gemtext()
	if len(f.Entries) > 0 {
		return f
	}
	if r := p.readHeadings(); r.isLog() {
		return p.sections(r)
	}
	return f
}

// gemtext reads a text/gemini page as the feed of its dated links ("Subscribing
// to Gemini pages", Feed elements and Entry elements), which may be empty.
func (p textPage) gemtext() *Feed {
	r := reader{links: p.links}
	for line := range gemtext.Lines(p.text) {
		r.line(line)
	}
	f := p.feed(Gemtext, r.title, r.entries.entries)
	f.Subtitle = cleanTitle(r.subtitle)
	return f
}

// A reader collects the parts of a feed line by line.
type reader struct {
	links           *resolver
	title, subtitle string
	titled          bool // the title was read
	closed          bool // a line was read after which no subtitle counts
	entries         collection
}

func (r *reader) line(l gemtext.Line) {
	switch l.Kind {
	case gemtext.Heading:
		r.heading(l)
		return
	case gemtext.Link:
		r.link(l.URL, l.Text)
	case gemtext.Text:
		if isBlankText(l.Text) {
			return
		}
	}
	// The specification counts "non-empty, non-header lines" only from the
	// title on.
	r.closed = r.titled
}

// isBlankText reports a line of spaces and tabs alone.
func isBlankText(s string) bool {
	for i := range len(s) {
		if !isBlank(s[i]) {
			return false
		}
	}
	return true
}

// isTitle reports whether a line may be a page's title: a level-1 heading that is no
// drawing.
func isTitle(l gemtext.Line) bool {
	return l.Kind == gemtext.Heading && l.Level == 1 && hasWord(l.Text)
}

func (r *reader) heading(l gemtext.Line) {
	switch {
	case !r.titled && isTitle(l):
		r.title, r.titled = l.Text, true
	case l.Level == 2 && r.titled && !r.closed && r.subtitle == "":
		r.subtitle = l.Text
	}
}

func (r *reader) link(ref, label string) {
	date, rest, ok := cutDate(label)
	if !ok {
		return
	}
	link, err := r.links.resolve(ref)
	if err != nil {
		return
	}
	r.entries.add(Entry{
		ID: link, Link: link,
		Title: entryTitle(rest, link, date), Updated: date,
	})
}
