package feed

import (
	"cmp"
	"strings"
	"time"

	"gemsub/gemtext"
	"gemsub/internal/menu"
)

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

// auto reads a page as the feed of its dated links, or of its headings if two or more of a
// level have dates, and more than there are dated links.
func (p textPage) auto() *Feed {
	f := p.gemtext()
	if _, dated := p.entryLevel(); dated >= 2 && dated > len(f.Entries) {
		return p.headings()
	}
	return f
}

// gemtext reads a text/gemini page as the feed of its dated links ("Subscribing
// to Gemini pages", Feed elements and Entry elements), which may be empty.
func (p textPage) gemtext() *Feed {
	var entries collection
	for line := range gemtext.Lines(p.text) {
		date, glued, rest, ok := cutDate(line.Text)
		if line.Kind != gemtext.Link || !ok {
			continue
		}
		if link, err := p.links.resolve(line.URL); err == nil {
			entries.add(Entry{ID: link, Link: link, Title: entryTitle(link, date, rest, glued), Updated: date})
		}
	}
	title, subtitle := headOf(p.text)
	f := p.feed(Gemtext, title, entries.entries)
	f.Subtitle = cleanTitle(subtitle)
	return f
}

// headOf returns the title of a page, and its subtitle: a level-2 heading after the title
// with only blank lines and headings between.
func headOf(text string) (title, subtitle string) {
	for line := range gemtext.Lines(text) {
		switch {
		case title == "" && isTitle(line):
			title = line.Text
		case title == "", line.Kind == gemtext.Heading && line.Level != 2:
		case line.Kind == gemtext.Heading:
			return title, line.Text
		case line.Kind != gemtext.Text, strings.Trim(line.Text, " \t") != "":
			return title, ""
		}
	}
	return title, ""
}

// isTitle reports whether a line may be a page's title: a level-1 heading that is no
// drawing.
func isTitle(l gemtext.Line) bool {
	return l.Kind == gemtext.Heading && l.Level == 1 && hasWord(l.Text)
}

// allLinks reads a page as the feed of all its links. A link has the date of its label, else
// that of its file's name; others are undated, and in the page's order.
func (p textPage) allLinks() *Feed {
	var entries collection
	for line := range gemtext.Lines(p.text) {
		e, ok := p.links.entry(line)
		if !ok {
			continue
		}
		file := fileName(e.Link)
		if p.meta.isMenu() {
			line.Text = wholeName(menu.Item{Label: line.Text, Selector: file})
			e.Title = cmp.Or(cleanTitle(line.Text), e.Title)
		}
		if st, ok := findDate(line.Text); ok {
			e.Updated, e.Title = st.time, entryTitle(e.Link, st.time, st.cutFrom(line.Text))
		} else if st, ok := findDate(file); ok {
			e.Updated = st.time
		}
		entries.add(e)
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
		title = cmp.Or(fileTitle(link), cleanTitle(link))
	}
	return Entry{ID: link, Link: link, Title: title}, true
}

// whole reads a document as one entry that says that it changed, for documents without
// entries of their own. It does not compare anything: if the document has not changed,
// the caller gets a false change.
func (d document) whole() *Feed {
	f := d.feed(Whole, d.title(), nil)
	f.Entries = []Entry{{
		ID:      withFragment(d.page.URL, f.Updated.Format(time.RFC3339)),
		Link:    f.Link,
		Title:   f.Title + " changed",
		Updated: f.Updated,
	}}
	return f
}

// title returns the title of a text, or "".
func (d document) title() string {
	if !d.meta.isText() {
		return ""
	}
	text, _ := d.text()
	title, _ := headOf(text)
	return title
}
