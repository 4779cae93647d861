package hostile

import "strings"

// posts returns shapes of Markdown and HTML, and of gemtext that consists of links.
func posts() []Shape {
	target := "gemini://x/" + strings.Repeat("a", 4000)
	deep := strings.Repeat("<div>", 500)
	return []Shape{
		{Name: "link-references", head: "[a]: " + target + "\n\n", piece: "[a]"},
		{Name: "link-references-with-text", head: "[a]: " + target + "\n\n", piece: "[a][a]"},
		{Name: "link-references-2k", head: "[a]: " + target[:2000] + "\n\n", piece: "[a] "},
		{Name: "link-definitions", piece: "[%d]: a\n"},
		{Name: "quote-marks", piece: ">"},
		{Name: "quote-lines", piece: strings.Repeat(">", 300) + "a\n"},
		{Name: "quoted-items", piece: ">- "},
		{Name: "numbered-items", piece: "1. "},
		{Name: "open-targets", piece: "[]("},
		{Name: "open-targets-of-images", piece: "![]("},
		{Name: "open-targets-in-signs", piece: "[a](<"},
		{Name: "pairs-of-brackets", piece: "[", close: "]"},
		{Name: "emphasis", piece: "*a_b "},
		{Name: "code-marks", piece: "`a``"},
		{Name: "autolinks", piece: "<gemini://a>"},
		{Name: "images", piece: "![](a)"},
		{Name: "markdown-links", piece: "[a](b)\n"},
		{Name: "gemtext-links", piece: "=> a\n"},
		{Name: "gemtext-names", piece: "=> //%d.é.example\n"},
		{Name: "plain-urls", piece: "a://b "},
		{Name: "html-links", piece: "<a href=%d>a</a>"},
		{Name: "html-links-in-lines", piece: "<p><a href=%d>a</a>"},
		{Name: "html-images", piece: "<img src=%d>"},
		{Name: "html-open-links", piece: "<a href=%d>"},
		{Name: "html-unknown-ends", piece: "a</x>"},
		{Name: "html-bodies", piece: "<body a%d=1>"},
		{Name: "html-formats", piece: "<b a%d>"},
		{Name: "html-formats-in-paragraphs", piece: "<p><b a%d>"},
		{Name: "html-paragraphs", piece: "<p>a"},
		{Name: "html-deep-paragraphs", head: deep, piece: "<p>a</p>"},
		{Name: "html-deep-ends", head: deep, piece: "</p>"},
		{Name: "html-lists", head: strings.Repeat("<ul>", 60), piece: "<li>a"},
		{Name: "html-nested-lists", piece: "<ul><li>"},
		{Name: "html-quotes", piece: "<blockquote>a"},
		{Name: "html-cells", head: "<table>", piece: "<td>a"},
		{Name: "html-text-in-tables", head: "<table>", piece: "a<tr>"},
		{Name: "html-tables", piece: "<table><td>"},
		{Name: "html-rows", head: "<table>", piece: "<tr><td>a<td>b"},
		{Name: "html-nested-rows", piece: "<table><tr><td>a<td>b"},
		{Name: "html-links-and-breaks", piece: "<br>a<a href=%d>b</a>"},
		{Name: "markdown-rows", head: "a|b\n-|-\n", piece: "a|b\n"},
		{Name: "markdown-columns", head: strings.Repeat("a|", 2000) + "\n" + strings.Repeat("-|", 2000) + "\n", piece: "a\n"},
		{Name: "html-lines", head: "<pre>", piece: "\n"},
		{Name: "html-breaks", piece: "<br>"},
	}
}
