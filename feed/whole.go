package feed

import (
	"time"

	"gemsub/gemtext"
)

// whole reads a document as one entry that says that it changed: for documents
// that offer no more. Nothing of it is looked at but the title, so whoever reads
// a document that has not changed is told of a change that was none.
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

// title is the first level-1 heading of a text, or "".
func (d document) title() string {
	if !d.meta.isText() {
		return ""
	}
	text, _ := d.text()
	for line := range gemtext.Lines(text) {
		if line.Kind == gemtext.Heading && line.Level == 1 {
			return line.Text
		}
	}
	return ""
}
