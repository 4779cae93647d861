package feed

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"gemsub/gemtext"
)

// A textPage is a document that is read line by line.
type textPage struct {
	document
	text string
}

func (d document) newTextPage() textPage {
	text, _ := d.decodeText()
	return textPage{document: d, text: text}
}

// readAuto reads a page as the feed of its dated headings if the page is a log by headings, else of
// its dated links.
func (p textPage) readAuto() *Feed {
	f := p.readDatedLinks()
	if p.isLogByHeadings(len(f.Entries)) {
		return p.readHeadings(true)
	}
	return f
}

// isLogByHeadings reports whether the dated headings of a page are its entries: two or more headings
// of a level are dated, and more headings than links are. If the headings were the entries before,
// one dated heading is enough.
func (p textPage) isLogByHeadings(datedLinks int) bool {
	_, dated, _ := p.entryLevel()
	return dated >= 2 && dated > datedLinks || dated >= 1 && p.before == Headings
}

// readDatedLinks reads a text/gemini page as the feed of its dated links ("Subscribing
// to Gemini pages", Feed elements and Entry elements), which may be empty.
func (p textPage) readDatedLinks() *Feed {
	var entries entryCollector
	for line := range gemtext.Lines(p.text) {
		date, glued, rest, ok := cutDate(line.Text)
		if line.Kind != gemtext.Link || !ok {
			continue
		}
		if link := resolve(p.page.URL, line.URL); link != "" {
			title, provisional := entryTitle(link, date, rest, glued)
			entries.add(Entry{ID: link, Link: link, Title: title, Provisional: provisional, Updated: date})
		}
	}
	title, subtitle := titlesOf(p.text)
	f := p.newFeed(Gemtext, title, entries.entries)
	f.Subtitle = safeTitle(subtitle)
	_, _, f.NewestHeading = p.entryLevel()
	return f
}

// titlesOf returns the title of a page and its subtitle: a level-2 heading after the title, with
// only blank lines and headings between them.
func titlesOf(text string) (title, subtitle string) {
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

// isTitle reports whether a line may be a page's title: a level-1 heading that is not a
// drawing.
func isTitle(l gemtext.Line) bool {
	return l.Kind == gemtext.Heading && l.Level == 1 && hasWord(l.Text)
}

// readLinks reads a page as the feed of all its links, dated by dateOf. If several links have the
// same URL, the newest is the entry.
func (p textPage) readLinks() *Feed {
	var entries entryCollector
	for line := range gemtext.Lines(p.text) {
		e, ok := newLinkEntry(p.page.URL, line)
		if !ok {
			continue
		}
		if date, label, inLabel := dateOf(line.Text, e.Link); inLabel {
			e.setDate(date, label)
		} else {
			e.Updated = date
		}
		entries.add(e)
	}
	title, _ := titlesOf(p.text)
	return p.newFeed(Links, title, entries.entries)
}

// dateOf returns the date of a link, zero for none, and the label without the date. The date is in
// the label, else in the file's name or the folders, else it is a month with a year in the label.
func dateOf(label, link string) (date time.Time, rest string, inLabel bool) {
	if match, ok := findItemDate(label); ok {
		return match.time, match.cutFrom(label), true
	}
	if date, ok := dateInPath(link); ok {
		return date, label, false
	}
	match, inLabel := findMonth(label)
	if inLabel {
		return match.time, match.cutFrom(label), true
	}
	return time.Time{}, label, false
}

// setDate sets the date of an entry, and its title from label, the link's label without the date.
func (e *Entry) setDate(date time.Time, label string) {
	e.Updated = date
	e.Title, e.Provisional = entryTitle(e.Link, date, label)
}

// newLinkEntry returns the undated entry of a link line. The title is the label. If the label is
// missing or is the file's name, the title is the file's name without date and extension, else the
// link. If line is not a link, or its URL is invalid, ok is false.
func newLinkEntry(base *url.URL, line gemtext.Line) (e Entry, ok bool) {
	link := resolve(base, line.URL) // lines other than links have no URL
	if link == "" {
		return Entry{}, false
	}
	e = Entry{ID: link, Link: link, Title: safeTitle(line.Text)}
	if e.Title == "" {
		e.Title, e.Provisional = cmp.Or(fileTitle(link), safeTitle(link)), true
	} else if e.Title == fileName(link) {
		e.Title = cmp.Or(fileTitle(link), e.Title)
	}
	return e, true
}

// readWholePage reads a document as one entry that says that the document changed, for documents
// without entries of their own. It compares nothing: callers must call it only for a document that
// did change.
func (d document) readWholePage() *Feed {
	f := d.newFeed(WholePage, d.title(), nil)
	f.Entries = []Entry{{
		ID:      withFragment(d.page.URL, f.Updated.Format(time.RFC3339)),
		Link:    f.Link,
		Title:   f.Title + " changed",
		Updated: f.Updated,
	}}
	return f
}

// title returns the title of a text, "" if there is none or the document is not text.
func (d document) title() string {
	if !d.meta.isText() {
		return ""
	}
	text, _ := d.decodeText()
	title, _ := titlesOf(text)
	return title
}
