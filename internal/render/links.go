package render

import (
	"cmp"
	"iter"
	"net/url"
	"regexp"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/term"
)

// A Link is a link of a document. The first one has the number 1.
type Link struct {
	URL   string     // resolved, or as it is written if it is no URL
	Label string     // safe; "" for none
	Kind  term.Style // [term.LinkHere] and the like
}

// Bounds of links, in bytes of URLs: two characters can refer to a long one.
const (
	maxTarget  = 2 << 10 // of one, as it is written
	maxTargets = 4 << 20 // of all links of a document
	maxScheme  = 16      // of a link in plain text
)

// newLink resolves a link of a page whose author is at home.
func newLink(base *url.URL, home string, raw gemtext.Line) Link {
	link := Link{raw.URL, strings.TrimSpace(term.Safe(raw.Text)), term.LinkUnknown}
	u, err := address.Resolve(base, raw.URL)
	if err != nil {
		return link
	}
	link.URL = u.String()
	switch {
	case u.Scheme == "http" || u.Scheme == "https":
		link.Kind = term.LinkWeb
	case !address.IsSupported(u.Scheme):
	case address.AuthorKey(link.URL) == home:
		link.Kind = term.LinkHere
	default:
		link.Kind = term.LinkElsewhere
	}
	return link
}

// text is the label of the link, else where it leads.
func (l Link) text() string { return cmp.Or(l.Label, readable(l.URL)) }

// readable returns where a link leads, for people: the host in Unicode where that
// cannot deceive, and without user information, which can.
func readable(link string) string {
	return address.Readable(address.Short(term.Safe(address.WithoutUser(link))))
}

// Links returns the links of the document in the order of their numbers.
func (d Document) Links() (links []Link) {
	for l := range d.read() {
		if l.Kind == gemtext.Link {
			links = append(links, l.link)
		}
	}
	return links
}

// Targets yields the URLs that the document links to, in its order and as often as it
// does. In plain text, which has no links, these are the URLs that stand in it, without the
// punctuation of a sentence behind them.
func (d Document) Targets() iter.Seq[*url.URL] {
	afterScheme := regexp.MustCompile("://[^ \\t\\r\\n<>\"`{}|\\\\^]*[^ \\t\\r\\n<>\"`{}|\\\\^.,;:!?'*)\\]]")
	return func(yield func(*url.URL) bool) {
		for l := range d.read() {
			var found []string
			switch l.Kind {
			case gemtext.Link:
				found = []string{l.link.URL}
			case plain:
				for _, at := range afterScheme.FindAllStringIndex(l.Text, -1) {
					before := l.Text[max(0, at[0]-maxScheme):at[0]]
					scheme := before[len(strings.TrimRightFunc(before, isLetter)):]
					found = append(found, scheme+l.Text[at[0]:at[1]])
				}
			}
			for _, target := range found {
				u, err := address.Resolve(new(url.URL), target[:min(len(target), 2*maxTarget)])
				if err == nil && u.Host != "" && !yield(u) {
					return
				}
			}
		}
	}
}

// isLetter reports whether a character may be one of a scheme.
func isLetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
