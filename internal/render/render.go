// Package render lays out the text of a post for a terminal or a mail, and writes it as
// HTML for pages and feeds.
//
// Every post is read as lines of gemtext, from which all output is made. HTML and Markdown
// become such lines: a link stands on a line of its own, emphasis is lost, and the rows of a
// table are preformatted. Plain text becomes lines of its own kind, which are never markup.
//
// Scripts, styles and hidden parts of HTML are left out. Whatever a capsule sent, the output
// has no control characters, escape sequences or bidirectional overrides, and time and memory
// are proportional to the length of the text.
package render

import (
	"cmp"
	"iter"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A Document is a post. Its media type, text and URL are used; "" is text/gemini, and links
// are relative to the URL.
type Document model.Post

// plainText is the kind of a line of plain text.
const plainText = gemtext.Preformatted + 1

// A line is a line of a document, with its link resolved.
type line struct {
	gemtext.Line
	link   Link // of a line of kind [gemtext.Link]
	number int  // the number of the link, from 1
}

// resolvedLines yields the lines of the document, with resolved links. A link becomes text if
// it is empty or too long, or if the links before it have maxTargets bytes.
func (d Document) resolvedLines(yield func(line) bool) {
	base, err := url.Parse(d.URL)
	if err != nil {
		base = new(url.URL)
	}
	home, number, size := address.AuthorOf(d.URL), 0, 0
	for raw := range d.gemtextLines() {
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

// gemtextLines reads the document according to its media type. If an HTML or Markdown document
// has too much markup, it becomes plain text below a line that says so.
func (d Document) gemtextLines() iter.Seq[gemtext.Line] {
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
		return d.plainLines
	}
	if err != nil {
		return Document{Text: "(shown as plain text: too much markup)\n\n" + d.Text}.plainLines
	}
	return slices.Values(lines)
}

func (d Document) plainLines(yield func(gemtext.Line) bool) {
	for raw := range strings.Lines(d.Text) {
		if !yield(gemtext.Line{Kind: plainText, Text: strings.TrimRight(raw, "\r\n")}) {
			return
		}
	}
}

// convertLines yields the results of convert for each line of the document.
func convertLines[T any](d Document, convert func(line) []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for l := range d.resolvedLines {
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
	URL   string     // resolved, or as it is written if it is not a URL
	Label string     // safe; "" for none
	Kind  term.Style // [term.LinkHere] or another style of links
}

// Bounds of links, in bytes. In Markdown two characters can refer to a long URL.
const (
	maxTarget  = 2 << 10 // of one URL, as it is written
	maxTargets = 4 << 20 // of all resolved URLs in a document
)

// newLink returns the link of the line raw, resolved on the page at base, whose author is home
// (see [address.AuthorOf]).
func newLink(base *url.URL, home string, raw gemtext.Line) Link {
	link := Link{raw.URL, strings.TrimSpace(words.Safe(raw.Text)), term.LinkUnknown}
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

// text returns the label of the link, else its URL.
func (l Link) text() string { return cmp.Or(l.Label, displayURL(l.URL)) }

// displayURL returns a link for people to read: without user information, which can deceive,
// and with the host in Unicode if that cannot.
func displayURL(link string) string {
	return address.Readable(address.ShortURL(words.Safe(address.WithoutUser(link))))
}

// Title returns the text of the document's first heading that has a letter or digit, "" for
// none.
func (d Document) Title() string {
	for l := range d.gemtextLines() {
		if l.Kind == gemtext.Heading && strings.ContainsFunc(l.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return strings.TrimSpace(words.Safe(l.Text))
		}
	}
	return ""
}

// Links returns the links of the document in the order of their numbers.
func (d Document) Links() (links []Link) {
	for l := range d.resolvedLines {
		if l.Kind == gemtext.Link {
			links = append(links, l.link)
		}
	}
	return links
}

// Targets yields the URLs that the document links to, in order and with repetitions. In plain
// text, which has no links, these are all URLs, without the punctuation of a sentence after
// them.
func (d Document) Targets() iter.Seq[*url.URL] { return convertLines(d, line.urls) }

// urls returns the URL of a link, or the URLs in plain text. It leaves out those without a host.
func (l line) urls() (all []*url.URL) {
	found := []string{l.link.URL}
	if l.Kind == plainText {
		found = urlForm().FindAllString(l.Text, -1)
	}
	for _, target := range found {
		u, err := address.Resolve(new(url.URL), target[:min(len(target), 2*maxTarget)])
		if err == nil && u.Host != "" {
			all = append(all, u)
		}
	}
	return all
}

// urlForm matches an absolute URL in a text, without the punctuation of a sentence after it.
var urlForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\pL+://[^ \t\r\n<>"\x60{}|\\^]*[^ \t\r\n<>"\x60{}|\\^.,;:!?'*)\]]`)
})
