package render

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/term"
)

// A Markup says how posts are written as HTML. Its zero value works.
type Markup struct {
	// Top is the level of a post's highest headings, 0 for 1.
	Top int
	// Through returns where a link leads instead, such as to a web proxy; nil leaves
	// links as they are.
	Through func(link string) string
}

// HTML returns the document as HTML for a page or feed of someone else: headings,
// paragraphs, links, lists, quotes, tables and preformatted text. Nothing in it runs, is
// loaded or styled: it has no attributes but href and, on plain text, class. Links are
// absolute, and lead only where [address.MayLink] allows; the text of others stays. All
// elements are closed, and no control characters or bidirectional overrides are left. Its
// length is at most some ten times that of the text.
func (d Document) HTML(m Markup) string {
	f := &fragment{Markup: m, links: newLinker(d.URL), escape: strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")}
	switch form, text := d.read(); form {
	case isGemtext:
		f.gemtext(text)
	case isHTML:
		f.html(text)
	case isTooMuch:
		f.element("p", tooMuch)
		f.plain(text)
	case isPlain:
		f.plain(text)
	}
	f.closeTo(0)
	return f.cleaned()
}

// A fragment is HTML that is being written, in which each element is closed.
type fragment struct {
	Markup
	links  *linker
	escape *strings.Replacer // of text
	out    strings.Builder
	open   []opened
}

// An opened element is one that is not closed yet.
type opened struct {
	name string // as the document has it
	tag  string // as it is written
}

// begin opens an element.
func (f *fragment) begin(tag string) { f.beginAs(tag, tag, "") }

// beginAs opens an element of a document as one that may have another name. The
// attribute is written as it is.
func (f *fragment) beginAs(name, tag, attribute string) {
	f.open = append(f.open, opened{name, tag})
	f.out.WriteString("<" + tag + attribute + ">")
}

// closeTo closes elements until so many are open.
func (f *fragment) closeTo(n int) {
	for len(f.open) > n {
		last := len(f.open) - 1
		tag := f.open[last].tag
		f.out.WriteString("</" + tag + ">")
		if isBlock(tag) {
			f.out.WriteString("\n")
		}
		f.open = f.open[:last]
	}
}

// element writes an element with text alone.
func (f *fragment) element(tag, text string) {
	f.begin(tag)
	f.text(text)
	f.closeTo(len(f.open) - 1)
}

// text writes text.
func (f *fragment) text(s string) { _, _ = f.escape.WriteString(&f.out, s) }

// heading is the element of a heading of that level.
func (f *fragment) heading(level int) string {
	return fmt.Sprintf("h%d", min(max(f.Top, 1)+level-1, 6))
}

// href returns where a link leads, "" if it may not be followed.
func (f *fragment) href(link *Link) string {
	if link == nil || !address.MayLink(link.URL) {
		return ""
	}
	if f.Through != nil {
		return f.Through(link.URL)
	}
	return link.URL
}

// beginLink opens a link, and reports whether it may be followed.
func (f *fragment) beginLink(link *Link) bool {
	href := f.href(link)
	if href != "" {
		f.beginAs("a", "a", ` href="`+html.EscapeString(href)+`"`)
	}
	return href != ""
}

// shownTarget is the length in bytes up to which the target of a link that cannot be
// followed is shown. A data: URL can be as long as the post.
const shownTarget = 200

// link writes a link with its label. Of one that may not be followed it writes where it
// would lead.
func (f *fragment) link(ref, label string) {
	link := f.links.link(ref, label)
	if link == nil {
		f.text(cmp.Or(label, ref))
		return
	}
	text := cmp.Or(link.Label, readable(link.URL))
	if f.beginLink(link) {
		f.text(text)
		f.closeTo(len(f.open) - 1)
		return
	}
	f.text(text)
	if link.Label != "" && len(link.URL) <= shownTarget {
		f.text(" (" + link.URL + ")")
	}
}

// plain writes plain text.
func (f *fragment) plain(text string) {
	f.beginAs("pre", "pre", ` class="plain"`)
	f.text("\n" + text)
}

// cleaned returns what was written, without characters on which programs act.
func (f *fragment) cleaned() string {
	var b strings.Builder
	_, _ = term.CleanText(&b).Write([]byte(f.out.String())) // a Builder takes everything
	return strings.ReplaceAll(b.String(), "\r", "")
}
