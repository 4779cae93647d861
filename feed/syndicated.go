package feed

import (
	"bytes"
	"cmp"
	"net/url"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	atomfeed "github.com/mmcdole/gofeed/atom"
	rssfeed "github.com/mmcdole/gofeed/rss"
)

// A parsed feed is what the library returns for a document, with what it leaves out.
// Texts are HTML.
type parsed struct {
	*gofeed.Feed
	format Format
	id     string       // the feed's own
	fault  *SyntaxError // nil if the document is well formed
	// contents are those of an XML document, or of JSON one for each item.
	contents contents
}

// syndicated reads a document as Atom, RSS or JSON Feed, whichever it is.
func (d document) syndicated() (*Feed, error) {
	p := d.parse()
	if p.Feed == nil {
		return nil, p.fault
	}
	f := d.translate(p)
	if p.fault != nil {
		return f, p.fault
	}
	return f, nil
}

func (d document) parse() parsed {
	if firstByte(d.page.Body) == '{' {
		return d.parseJSON()
	}
	text, fault := d.xmlText()
	clean, cut := cleanXML(text, d.page.URL)
	fault = cmp.Or(fault, checkXML(text, clean.elements), cut)
	var p parsed
	var err error
	switch {
	case clean.root == "feed":
		p, err = parseAtom(&clean.out)
	case isFeedRoot(clean.root):
		p, err = parseRSS(&clean.out)
	case clean.root == "":
		fault = cmp.Or(fault, &SyntaxError{1, "no XML and no JSON"})
	default:
		fault = cmp.Or(fault, &SyntaxError{1, "the root element is " + quote(clean.root) + ", not feed, rss or RDF"})
	}
	if err != nil {
		fault = cmp.Or(fault, newSyntaxError(0, err))
	}
	p.fault, p.contents = fault, clean.contents
	return p
}

// parseAtom reads Atom, with the parts of entries that gofeed's translation loses.
func parseAtom(doc *bytes.Buffer) (parsed, error) {
	f, err := new(atomfeed.Parser).Parse(doc)
	if err != nil {
		return parsed{}, err
	}
	translated, err := new(gofeed.DefaultAtomTranslator).Translate(f)
	if err != nil {
		return parsed{}, err
	}
	translated.Link = alternate(f.Links)
	for i, e := range f.Entries {
		translated.Items[i].Link = alternate(e.Links)
		translated.Items[i].Published, translated.Items[i].PublishedParsed = e.Published, e.PublishedParsed
	}
	return parsed{Feed: translated, format: Atom, id: f.ID}, nil
}

// alternate returns the link to what a feed or entry is about: the first, or a gemini
// one if there are several.
func alternate(links []*atomfeed.Link) string {
	first := ""
	for _, l := range links {
		switch {
		case l.Rel != "alternate":
		case strings.HasPrefix(l.Href, "gemini:"):
			return l.Href
		default:
			first = cmp.Or(first, l.Href)
		}
	}
	return first
}

func parseRSS(doc *bytes.Buffer) (parsed, error) {
	f, err := new(rssfeed.Parser).Parse(doc)
	if err != nil {
		return parsed{}, err
	}
	translated, err := (&gofeed.DefaultRSSTranslator{DisableContentImageScan: true}).Translate(f)
	return parsed{Feed: translated, format: RSS}, err
}

// translate returns the feed for what was parsed.
func (d document) translate(p parsed) *Feed {
	links, entries := newResolver(d.page.URL), newCollection(len(p.Items))
	for i, item := range p.Items {
		e := links.item(item)
		if p.format == JSON {
			p.contents.all[i].fill(&e)
		} else {
			p.contents.of(item).fill(&e)
		}
		entries.add(&e)
	}
	f := d.feed(p.format, htmlText(p.Title), entries.entries)
	f.ID = identifier(d.page.URL, cmp.Or(cleanTitle(p.id), f.ID))
	f.Self = links.resolveFirst(p.FeedLink, f.Link)
	f.Link = links.resolveFirst(p.Link, f.Link)
	f.Subtitle = cleanTitle(htmlText(p.Description))
	f.Author = authors(p.Authors)
	f.Lang = cmp.Or(firstLanguage(p.Language), f.Lang)
	if len(f.Entries) == 0 || f.Entries[0].Updated.IsZero() {
		f.Updated = cmp.Or(saneTime(p.UpdatedParsed), saneTime(p.PublishedParsed), f.Updated)
	}
	return f
}

// item returns the entry for an item.
func (r *resolver) item(i *gofeed.Item) Entry {
	link := cmp.Or(r.resolveFirst(i.Link), r.resolveFirst(otherRefs(i)...))
	text := shorten(cleanTitle(htmlText(cmp.Or(i.Description, i.Content))))
	published := itemDate(i, i.PublishedParsed, i.Published, "issued")
	e := Entry{
		ID:        identifier(r.base, cmp.Or(cleanTitle(i.GUID), link)),
		Link:      cmp.Or(link, r.page),
		Author:    authors(i.Authors),
		Updated:   cmp.Or(itemDate(i, i.UpdatedParsed, i.Updated, "modified"), published),
		Published: published,
	}
	if e.ID == "" {
		e.ID = withFragment(r.base, digest(i.Title+"\n"+i.Published+"\n"+text))
	}
	if e.Title = cmp.Or(cleanTitle(htmlText(i.Title)), text); e.Title == "" {
		e.Title = cmp.Or(lastElement(link), e.ID)
	}
	return e
}

// otherRefs returns the references of an item that count where its link does not.
func otherRefs(i *gofeed.Item) []string {
	refs := append([]string{ownURL(i.GUID)}, i.Links...)
	for _, enclosure := range i.Enclosures {
		refs = append(refs, enclosure.URL)
	}
	return refs
}

// itemDate returns a date of an item: as the library read it, else read from its text,
// else that of a DCMI Metadata Term; zero if there is none.
func itemDate(i *gofeed.Item, read *time.Time, text, term string) time.Time {
	if t := saneTime(read); !t.IsZero() {
		return t
	}
	if t := readDate(text); !t.IsZero() {
		return t
	}
	return termsDate(i, term)
}

// termsDate returns the date of a DCMI Metadata Term of an item, zero if it has none.
func termsDate(i *gofeed.Item, term string) time.Time {
	for _, e := range i.Extensions["dcterms"][term] {
		return readDate(e.Value)
	}
	return time.Time{}
}

// ownURL returns an id if it is a URL that can be fetched, else "".
func ownURL(id string) string {
	if u, err := url.Parse(id); err != nil || u.Host == "" {
		return ""
	}
	return id
}

// resolveFirst returns the link of the first of refs that resolves to a URL, "" if none
// does.
func (r *resolver) resolveFirst(refs ...string) string {
	for _, ref := range refs {
		if link, err := r.resolve(strings.TrimSpace(ref)); err == nil {
			return link
		}
	}
	return ""
}

// authors returns the names of persons, or the address of one without a name.
func authors(persons []*gofeed.Person) string {
	var names []string
	for _, p := range persons {
		if name := cleanTitle(cmp.Or(p.Name, p.Email)); name != "" {
			names = append(names, name)
		}
	}
	return cleanTitle(strings.Join(names, ", "))
}

// saneTime returns a feed's time to the second, or zero. Some generators write the year
// 1 for an unknown date.
func saneTime(t *time.Time) time.Time {
	if t == nil || t.UTC().Year() <= 1 || t.UTC().Year() > 9999 {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Second)
}
