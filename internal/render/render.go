// Package render lays out the text of a post for a terminal or a mail, and writes it as
// HTML for pages and feeds.
//
// Every post is read as lines of gemtext: HTML and Markdown become such lines, and plain
// text lines of a kind of its own, which are never markup. Everything else is made of
// these. A link stands on a line of its own, emphasis is lost, and the rows of a table are
// preformatted.
//
// It reads what gemsub keeps, writes nothing and runs nothing: scripts, styles and
// hidden parts of HTML are left out. Whatever a capsule sent, the lines have no
// control characters, escape sequences or bidirectional overrides, and time and memory
// grow with the text alone.
package render

import (
	"cmp"
	"iter"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/term"
)

// A Document is a post: its media type, where "" is text/gemini, its text, and its URL,
// to which links are relative.
type Document model.Post

// plain is the kind of lines of plain text.
const plain = gemtext.Preformatted + 1

// A line is a line of a document.
type line struct {
	gemtext.Line
	link   Link // of a line of kind [gemtext.Link]
	number int  // of the link, from 1
}

// read yields the lines of the document, with resolved links. A link becomes text if it is
// empty, too long, or one too many.
func (d Document) read() iter.Seq[line] {
	return func(yield func(line) bool) {
		base, err := url.Parse(d.URL)
		if err != nil {
			base = new(url.URL)
		}
		home, number, size := address.AuthorOf(d.URL), 0, 0
		for raw := range d.gemtext() {
			l := line{Line: raw}
			switch {
			case raw.Kind != gemtext.Link:
			case raw.URL == "" || len(raw.URL) > maxTarget || size > maxTargets:
				l.Line = gemtext.Line{Text: strings.TrimSpace("=> " + raw.URL + " " + raw.Text)}
			default:
				number++
				l.link, l.number = newLink(base, home, raw), number
				size += len(l.link.URL)
			}
			if !yield(l) {
				return
			}
		}
	}
}

// gemtext reads the document as its media type says.
func (d Document) gemtext() iter.Seq[gemtext.Line] {
	var lines []gemtext.Line
	var err error
	switch d.MediaType {
	case "", "text/gemini":
		return gemtext.Lines(d.Text)
	case "text/markdown", "text/x-markdown":
		lines, err = markdownLines(d.Text)
	case "text/html", "application/xhtml+xml":
		lines, err = htmlLines(d.Text)
	default:
		return plainLines(d.Text)
	}
	if err != nil {
		return plainLines("(shown as plain text: too much markup)\n\n" + d.Text)
	}
	return slices.Values(lines)
}

func plainLines(text string) iter.Seq[gemtext.Line] {
	return func(yield func(gemtext.Line) bool) {
		for raw := range strings.Lines(text) {
			if !yield(gemtext.Line{Kind: plain, Text: strings.TrimRight(raw, "\r\n")}) {
				return
			}
		}
	}
}

// each yields all that convert makes of each line of the document.
func each[T any](d Document, convert func(line) []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for l := range d.read() {
			for _, converted := range convert(l) {
				if !yield(converted) {
					return
				}
			}
		}
	}
}

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
	case address.AuthorOf(link.URL) == home:
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
func (d Document) Targets() iter.Seq[*url.URL] { return each(d, line.targets) }

func (l line) targets() (all []*url.URL) {
	found := []string{l.link.URL}
	if l.Kind == plain {
		found = urlsIn(l.Text)
	}
	for _, target := range found {
		u, err := address.Resolve(new(url.URL), target[:min(len(target), 2*maxTarget)])
		if err == nil && u.Host != "" {
			all = append(all, u)
		}
	}
	return all
}

// urlsIn returns the absolute URLs in a text.
func urlsIn(text string) (urls []string) {
	for before, after, found := strings.Cut(text, "://"); found; before, after, found = strings.Cut(after, "://") {
		scheme := before[len(strings.TrimRightFunc(before, unicode.IsLetter)):]
		target := after
		if end := strings.IndexAny(after, " \t\r\n<>\"`{}|\\^"); end >= 0 {
			target = after[:end]
		}
		urls = append(urls, scheme+"://"+strings.TrimRight(target, ".,;:!?'*)]"))
		after = after[len(target):]
	}
	return urls
}
