// Package hostile holds documents that are made to cost their reader time or
// memory, for the tests and benchmarks of all packages that read documents.
//
// A [Shape] describes a document that can be made in any size, so a cost that grows with the
// square of the size shows in small documents. Only tests import the package.
package hostile

import (
	"fmt"
	"strings"
)

// A Shape is a document that repeats one piece up to the size asked for.
type Shape struct {
	// Name is unique among all shapes, and valid in the name of a benchmark.
	Name string
	head string // the text before the pieces
	// piece is repeated. A "%d" in it becomes the number of the piece.
	piece string
	close string // follows the pieces, repeated as often as they are
	tail  string // the end of the document
}

// Make returns the document in about the given size in bytes.
func (s Shape) Make(size int) []byte {
	var b strings.Builder
	b.Grow(size + len(s.head) + len(s.piece) + len(s.tail))
	b.WriteString(s.head)
	n := 0
	for ; b.Len()+n*len(s.close) < size; n++ {
		if strings.Contains(s.piece, "%d") {
			fmt.Fprintf(&b, s.piece, n)
		} else {
			b.WriteString(s.piece)
		}
	}
	b.WriteString(strings.Repeat(s.close, n))
	b.WriteString(s.tail)
	return []byte(b.String())
}

// Shapes returns all shapes: those of any text, of gemtext, menus, posts, XML, JSON and of
// the files of other programs.
func Shapes() []Shape {
	var all []Shape
	for _, family := range [][]Shape{texts(), pages(), menus(), posts(), markup(), atom(), rss(), jsons(), lists()} {
		all = append(all, family...)
	}
	return all
}

// texts returns shapes for every reader.
func texts() []Shape {
	return []Shape{
		{Name: "line", piece: "a"},
		{Name: "words", piece: "a "},
		{Name: "newlines", piece: "\n"},
		{Name: "carriage-returns", piece: "\r"},
		{Name: "spaces", piece: " "},
		{Name: "quotes", piece: `"`},
		{Name: "escapes", piece: `\`},
		{Name: "escaped-quotes", head: `"`, piece: `\"`},
		{Name: "nuls", piece: "\x00"},
		{Name: "controls", piece: "\x1b[1m"},
		{Name: "invalid-utf8", piece: "\xff"},
		{Name: "utf16", head: "\xff\xfe", piece: "=\x00>\x00 \x00a\x00\n\x00"},
		{Name: "overrides", piece: "\u202e"},
		{Name: "marks", head: "a", piece: "\u0301"},
		{Name: "conjuncts", piece: "\u0915\u094d"},
		{Name: "digits", piece: "9"},
		{Name: "percents", piece: "%"},
		{Name: "brackets", piece: "["},
		{Name: "less-than", piece: "<"},
		{Name: "ampersands", piece: "&"},
	}
}

// pages returns shapes of text/gemini.
func pages() []Shape {
	return []Shape{
		{Name: "arrows", piece: "=>\n"},
		{Name: "links", piece: "=>%d\n"},
		{Name: "dated-links", piece: "=>%d 2020-01-01\n"},
		{Name: "same-link", piece: "=>a 2020-01-01\n"},
		{Name: "clocks", piece: "=>%d 2020-01-01 1:1:1:1\n"},
		{Name: "zones", piece: "=>%d 2020-01-01 12:34 xyz\n"},
		{Name: "separators", head: "=>a 2020-01-01 ", piece: "- "},
		{Name: "signs-and-days", head: "=>a ", piece: "-", close: " 19991399"},
		{Name: "long-link", head: "=>", piece: "a/", tail: " 2020-01-01"},
		{Name: "dots", head: "=>", piece: "../", tail: " 2020-01-01"},
		{Name: "broken-escapes", piece: "=>%%%d%% 2020-01-01\n"},
		{Name: "hashes", piece: "#"},
		{Name: "headings", piece: "##a\n"},
		{Name: "dated-headings", piece: "## 2020-01-01 %d\n"},
		{Name: "clock-headings", piece: "## 2020-01-01 1:1:1:1\n"},
		{Name: "spelled-headings", piece: "## Sat 14 Foo 2021 a\n"},
		{Name: "days-with-links", head: "## 2020-01-01\n## 2020-01-02\n", piece: "=>%d\n"},
		{Name: "backticks", piece: "```\n"},
		{Name: "one-line-of-backticks", piece: "`"},
		{Name: "preformatted", head: "```\n", piece: "=>a 2020-01-01\n"},
	}
}

// markup returns shapes of XML outside of feeds.
func markup() []Shape {
	return []Shape{
		{Name: "directives", piece: "<!SYSTEM>", tail: "<rss></rss>"},
		{Name: "entities", head: "<!DOCTYPE a [", piece: `<!ENTITY a%d "b">`, tail: "]><rss><channel><title>&a1;</title></channel></rss>"},
		{Name: "instructions", piece: "<?a b?>", tail: "<rss></rss>"},
		{Name: "comments", head: "<rss>", piece: "<!---->"},
		{Name: "open-comment", head: "<rss><!--", piece: "-"},
		{Name: "open-cdata", head: "<rss>", piece: "<![CDATA["},
		{Name: "cdata", head: "<rss><channel><title>", piece: "<![CDATA[a]]>"},
		{Name: "nested", head: "<rss>", piece: "<a>"},
		{Name: "nested-and-closed", head: "<rss>", piece: "<a>", close: "</a>", tail: "</rss>"},
		{Name: "ends", head: "<rss>", piece: "</a>"},
		{Name: "attributes", head: "<rss ", piece: "a ", tail: ">"},
		{Name: "quoted-attributes", head: "<rss ", piece: `a%d="" `, tail: ">"},
		{Name: "long-attribute", head: `<rss a="`, piece: "a", tail: `">`},
		{Name: "long-name", head: "<rss><", piece: "a"},
		{Name: "broken-tags", head: "<rss>", piece: "< "},
		{Name: "references", head: "<rss><channel><title>", piece: "&#9;"},
	}
}
