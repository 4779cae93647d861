package feed

import (
	"fmt"

	"gemsub/gemtext"
)

// A Description says what a page offers to who wants to subscribe to it.
type Description struct {
	// MediaType is what the document is, empty for text/gemini.
	MediaType string
	// Dated, Links and Headings count a text's dated links, all of its links,
	// and its headings of level 2 and 3.
	Dated, Links, Headings int
	// Formats are those in which the document would have entries, best first:
	// of Gemtext, Headings, Links and Whole, the last always.
	Formats []Format
}

// Describe looks at a document that is no feed as it stands, so that a person
// can be told why and what would work.
func Describe(p Page) Description {
	d := newDocument(p)
	about := Description{MediaType: d.meta.mediaType}
	if d.meta.isGemtext() {
		about.MediaType = ""
	}
	if d.meta.isText() {
		about.count(d)
	}
	about.offer(Gemtext, about.Dated)
	about.offer(Headings, about.Headings)
	about.offer(Links, about.Links)
	about.offer(Whole, 1)
	return about
}

func (a *Description) count(d document) {
	text, _ := d.text()
	for line := range gemtext.Lines(text) {
		switch {
		case line.Kind == gemtext.Link:
			a.Links++
			if _, _, ok := cutDate(line.Text); ok {
				a.Dated++
			}
		case line.Level > 1:
			a.Headings++
		}
	}
}

func (a *Description) offer(f Format, entries int) {
	if entries > 0 {
		a.Formats = append(a.Formats, f)
	}
}

// String says what was found: "no dated links; 14 links, 3 headings".
func (a Description) String() string {
	found := counted(a.Dated, "dated link") + "; " + counted(a.Links, "link") + ", " + counted(a.Headings, "heading")
	if a.MediaType == "" {
		return found
	}
	return quote(a.MediaType) + "; " + found
}

// counted is a number with a noun: "no links", "1 link", "2 links".
func counted(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return fmt.Sprint(n) + " " + noun + "s"
}
