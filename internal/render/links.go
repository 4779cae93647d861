package render

import (
	"iter"
	"net/url"
	"regexp"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/term"
)

// Bounds of links, in bytes of URLs: two characters can refer to a long one.
const (
	maxTarget  = 2 << 10 // of one, as it is written and resolved
	maxTargets = 4 << 20 // of all links of a document
)

// A linker resolves the links of a document, in its order.
type linker struct {
	base  *url.URL
	home  string // of the author
	count int    // of links so far
	size  int    // of their URLs, in bytes
}

func newLinker(base string) *linker {
	u, err := url.Parse(base)
	if err != nil {
		u = new(url.URL)
	}
	return &linker{base: u, home: address.AuthorKey(base)}
}

// link returns the link that the document has to ref, nil for a reference that is too
// long, or one too many. It is counted before it is resolved.
func (l *linker) link(ref, label string) *Link {
	if len(ref) > maxTarget || l.size > maxTargets {
		return nil
	}
	link := &Link{URL: ref, Label: strings.TrimSpace(term.Safe(label)), Kind: term.LinkUnknown}
	if u, err := address.Resolve(l.base, ref); err == nil {
		link.URL = u.String()
		link.Kind = l.kind(u.Scheme, link.URL)
	}
	if l.size += len(link.URL); len(link.URL) > maxTarget {
		return nil
	}
	l.count++
	return link
}

// kind says where a link leads.
func (l *linker) kind(scheme, link string) term.Style {
	switch {
	case scheme == "http" || scheme == "https":
		return term.LinkWeb
	case !address.IsSupported(scheme):
		return term.LinkUnknown
	case address.AuthorKey(link) == l.home:
		return term.LinkHere
	}
	return term.LinkElsewhere
}

// span returns a link as a span: with its label, else with where it leads. What is no
// link becomes text.
func (l *linker) span(ref, label string) span {
	link := (*Link)(nil)
	if ref != "" {
		link = l.link(ref, label)
	}
	switch {
	case link == nil:
		return span{text: strings.TrimSpace("=> " + ref + " " + label)}
	case link.Label == "":
		return span{text: readable(link.URL), link: link, n: l.count}
	}
	return span{text: link.Label, link: link, n: l.count}
}

// readable returns where a link leads, for people: the host in Unicode where that
// cannot deceive, and without user information, which can.
func readable(link string) string {
	return address.Readable(address.Short(term.Safe(address.WithoutUser(link))))
}

// Targets yields the URLs that the document links to, in its order and as often as it
// does. In plain text, which has no links, these are the URLs that stand in it.
func (d Document) Targets() iter.Seq[*url.URL] {
	return func(yield func(*url.URL) bool) {
		blocks, plain := d.read()
		if plain {
			plainTargets(d.Text, yield)
			return
		}
		for _, link := range linksOf(blocks) {
			if u, err := url.Parse(link.URL); err == nil && u.Host != "" && !yield(u) {
				return
			}
		}
	}
}

// plainTargets yields the URLs in a text: what begins with a scheme and "://", up to
// white space or a bracket, without the punctuation of the sentence at its end.
func plainTargets(text string, yield func(*url.URL) bool) {
	base, pattern := new(url.URL), regexp.MustCompile("[A-Za-z]{1,16}://[^ \\t\\r\\n<>\"`{}|\\\\^]*")
	for at := pattern.FindStringIndex(text); at != nil; at = pattern.FindStringIndex(text) {
		raw := strings.TrimRight(text[at[0]:at[1]], ".,;:!?'*)]")
		text = text[at[1]:]
		if len(raw) > maxTarget {
			continue
		}
		if u, err := address.Resolve(base, raw); err == nil && u.Host != "" && !yield(u) {
			return
		}
	}
}

// Section returns the number, from 1, of the gemtext heading that an entry of the page is
// below: the heading that the fragment of its id names, else the first one with its title,
// or with a line below that has it. It is 0 for none.
func (d Document) Section(id, title string) int {
	_, fragment, isPart := strings.Cut(id, "#")
	if !isPart || d.MediaType != "" && d.MediaType != "text/gemini" {
		return 0
	}
	if name, err := url.PathUnescape(fragment); err == nil {
		fragment = name
	}
	headings, titled := 0, 0
	for line := range gemtext.Lines(d.Text) {
		if line.Kind == gemtext.Heading {
			headings++
			if line.Text == fragment {
				return headings
			}
		}
		if titled == 0 && hasTitle(line.Text, title) {
			titled = headings
		}
	}
	return titled
}

// hasTitle reports whether a line is one from which an entry got its title.
func hasTitle(line, title string) bool {
	begun, isCut := strings.CutSuffix(title, "…")
	return title != "" && (strings.HasSuffix(line, title) || isCut && strings.HasPrefix(line, begun))
}
