package render

import (
	"net/url"
	"strings"

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
