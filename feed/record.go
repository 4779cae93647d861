package feed

import (
	"cmp"
	"html"
	"slices"
	"strings"
)

// A record is what the elements of a feed or an entry say.
type record struct {
	texts                  map[string]string // by slot, of text constructs HTML
	alternates, enclosures []string
	self                   string
	authors                []string
	content                *Content
}

func newRecord() *record { return &record{texts: map[string]string{}} }

// set stores a closed element's value: the last of the format's own elements, the first
// of others.
func (r *record) set(reader *xmlReader, e element) {
	text := strings.TrimSpace(string(e.text))
	switch e.name {
	case "name", "email":
		e.slot = e.name
	case "author":
		if person := cmp.Or(r.texts["name"], r.texts["email"]); person != "" {
			r.authors = append(r.authors, person)
			delete(r.texts, "name")
			delete(r.texts, "email")
			return
		}
		text = nameOf(text)
	case "link", "enclosure":
		r.link(e, reader.resolve(e, text), reader.isAtom())
		return
	case "id":
		text = reader.resolve(e, text)
	case "content", "encoded":
		if r.content != nil || text == "" {
			return
		}
		r.content = &Content{Text: string(e.text), MediaType: e.media}
		e.slot = "content"
	}
	if text == "" || r.texts[e.slot] != "" && strings.Contains(e.slot, ":") {
		return
	}
	if e.kind != kept {
		text = cutText(text)
	}
	if e.kind == plain {
		text = html.EscapeString(text)
	}
	r.texts[e.slot] = text
}

// link notes a link by its relation. In RSS a link's text wins over its attribute, and
// the last link counts.
func (r *record) link(e element, text string, isAtom bool) {
	ref := cmp.Or(e.ref, text)
	switch {
	case ref == "":
	case e.rel == "enclosure":
		r.enclosures = append(r.enclosures, ref)
	case e.rel == "self":
		r.self = cmp.Or(r.self, ref)
	case e.rel != "" && e.rel != "alternate":
	case e.slot == "link" && !isAtom:
		r.texts["link"] = cmp.Or(text, e.ref)
	default:
		r.alternates = append(r.alternates, ref)
	}
}

// item returns what a feed or entry states.
func (r *record) item(isAtom bool) item {
	of := func(slots ...string) (texts []string) {
		for _, slot := range slots {
			texts = append(texts, r.texts[slot])
		}
		return texts
	}
	published := of("pubdate", "published", "issued", "dc:date", "atom:published", "dcterms:issued")
	i := item{
		id:        r.texts["guid"],
		link:      r.texts["link"],
		self:      r.self,
		refs:      slices.Concat(r.alternates, []string{r.self}, r.enclosures),
		title:     cmp.Or(of("title", "dc:title")...),
		text:      cmp.Or(of("subtitle", "tagline", "description", "summary", "dc:description", "itunes:summary", "atom:summary", "content")...),
		lang:      cmp.Or(of("language", "dc:language")...),
		authors:   r.authors,
		stated:    cmp.Or(published[:5]...),
		updated:   statedDate(of("updated", "modified", "lastbuilddate", "dc:date", "atom:updated", "dcterms:modified")...),
		published: statedDate(published...),
		content:   r.content,
	}
	if isAtom {
		i.id, i.lang = r.texts["id"], cmp.Or(r.texts["xml:lang"], i.lang)
	}
	if len(i.authors) == 0 {
		i.authors = []string{nameOf(cmp.Or(of("author", "managingeditor", "webmaster", "atom:author", "dc:author", "dc:creator", "itunes:author")...))}
	}
	if i.link == "" && len(r.alternates) > 0 { // the first, or a gemini one if there are several
		isGemini := func(ref string) bool { return strings.HasPrefix(ref, "gemini:") }
		i.link = r.alternates[max(0, slices.IndexFunc(r.alternates, isGemini))]
	}
	return i
}

// nameOf returns the name of "Name (address)" and of "address (Name)", else the text.
func nameOf(text string) string {
	before, inside, ok := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	switch before = strings.TrimSpace(before); {
	case !ok || before == "":
		return text
	case strings.Contains(before, "@"):
		return inside
	}
	return before
}
