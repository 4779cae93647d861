package feed

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"
)

// readSyndicated reads a document as Atom, RSS or JSON Feed; its first byte decides. With a
// *[SyntaxError] it also returns the feed read so far, nil if no part could be read.
func (d document) readSyndicated() (*Feed, error) {
	read := d.readXML
	if firstByte(d.page.Body) == '{' {
		read = d.readJSON
	}
	f, fault := read()
	if fault != nil {
		return f, fault
	}
	return f, nil
}

// newSyndicatedFeed returns the feed with the given head and entries. An entry without an id gets
// its link as ID if no other entry has that link.
func (d document) newSyndicatedFeed(format Format, head item, entries entryCollector) *Feed {
	times := map[string]int{} // how often the document has a link
	for _, e := range entries.entries {
		times[e.Link]++
	}
	for i, e := range entries.entries {
		if e.WithoutID && times[e.Link] == 1 {
			entries.entries[i].ID = e.Link
		}
	}
	f := d.newFeed(format, head.title, entries.entries)
	f.SharedIDs = entries.shared
	f.ID = identifier(d.page.URL, cmp.Or(safeTitle(head.id), f.ID))
	f.Self = resolveFirst(d.page.URL, head.self, f.Link)
	f.Link = resolveFirst(d.page.URL, head.link, f.Link)
	f.Subtitle = safeTitle(head.text)
	f.Author = joinAuthors(head.authors)
	f.Lang = cmp.Or(firstLanguage(head.lang), f.Lang)
	if len(f.Entries) == 0 || f.Entries[0].Updated.IsZero() {
		f.Updated = cmp.Or(head.updated, head.published, f.Updated)
	}
	return f
}

// An item is a feed or an entry in the form that Atom, RSS and JSON Feed share. text is a feed's
// subtitle, or replaces an entry's missing title.
type item struct {
	id, link, self     string
	refs               []string // other links, used if neither link nor id is a URL
	title, text, lang  string
	stated             string // the date of publication in the words of the document
	authors            []string
	updated, published time.Time
	content            Content
}

// newEntry returns the entry for an item. An item without a valid link gets base as link.
func newEntry(base *url.URL, i item) Entry {
	refs := []string{i.link}
	if u, err := url.Parse(i.id); err == nil && u.Host != "" {
		refs = append(refs, i.id)
	}
	link := resolveFirst(base, append(refs, i.refs...)...)
	text := shorten(safeTitle(i.text))
	e := Entry{
		ID:        identifier(base, cmp.Or(safeTitle(i.id), link)),
		Link:      cmp.Or(link, base.String()),
		Author:    joinAuthors(i.authors),
		Updated:   cmp.Or(i.updated, i.published),
		Published: i.published,
	}
	if e.ID == "" {
		e.ID = withFragment(base, shortHash(i.title+"\n"+i.stated+"\n"+text))
	}
	if e.Title = cmp.Or(safeTitle(i.title), text); e.Title == "" {
		e.Title = cmp.Or(fileTitle(link), e.ID)
	}
	if safeTitle(i.id) == "" && link != "" {
		e.WithoutID, e.ID = true, identifier(base, link+"#"+shortHash(e.Title)) // see newSyndicatedFeed
	}
	if strings.TrimSpace(i.content.Text) != "" {
		e.Content = &i.content
	}
	return e
}

// resolveFirst returns the link of the first of refs that resolves to a URL, "" if none
// does.
func resolveFirst(base *url.URL, refs ...string) string {
	for _, ref := range refs {
		if link := resolve(base, strings.TrimSpace(ref)); link != "" {
			return link
		}
	}
	return ""
}

// joinAuthors returns the names of authors as one text, without repetitions.
func joinAuthors(names []string) string {
	var clean []string
	for _, name := range names {
		if name = safeTitle(name); name != "" && !slices.Contains(clean, name) {
			clean = append(clean, name)
		}
	}
	return safeTitle(strings.Join(clean, ", "))
}

// cutText cuts a text to at most MaxTitle bytes.
func cutText(s string) string {
	if len(s) <= MaxTitle {
		return s
	}
	return strings.ToValidUTF8(s[:MaxTitle], "")
}
