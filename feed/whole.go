package feed

import "time"

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
