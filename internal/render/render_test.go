package render_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

var layoutTests = []struct {
	name, mediaType, text, want string
}{
	{"gemtext", "text/gemini", `# A heading that is longer than the line is wide

Text that is longer than one line of forty columns is wrapped.
   indented, as verse is
* an item that is longer than one line of forty columns
> a quote that is longer than one line of forty columns
=> page.gmi A page
=> gopher://example.net/0/a A page elsewhere, with a long label
=> //example.net/
=>
` + "```words in a picture\n  +--------------------------------------------+\n  \tx\n```ignored\nend\n", `
# A heading that is longer than the line
  is wide

Text that is longer than one line of
forty columns is wrapped.
   indented, as verse is
• an item that is longer than one line
  of forty columns
> a quote that is longer than one line
> of forty columns
[1] A page  example.org/log/page.gmi
[2] → A page elsewhere, with a long
      label  gopher://example.net/0/a
[3] → example.net/
=>
` + "``` words in a picture" + `
  +------------------------------------…
        x
` + "```" + `
end
`},
	{"hostile gemtext", "text/gemini", "\x1b[31mred\u202e\x00\n=> gemini://a@b.example/\x1b]0;x A\x07 page\n=> http://bank.example@evil.example/ pay\n", `
red�
[1] ? A� page  …@b.example/0;x
[2] » pay  http://…@evil.example/
`},
	{"plain text", "text/plain", "  As it\tstands, or wrapped where the screen ends.\r\n\r\nend", `
  As it stands, or wrapped where the
  screen ends.

end
`},
	{"HTML", "text/html", `<title>no</title><style>no</style><h1>A <em>page</em></h1>
<p>Words with <a href="a.html">a link</a> and <a href="https://example.net/b">one
more</a>.<p>Second<br>line &amp; &lt;end&gt; <script>no</script>
<ul><li>one<ul><li>within</ul><li><a href="c.html">two</a></ul><ol><li>first<li>second</ol>
<blockquote><p>said<p>twice</blockquote><pre>
 as  it
   stands
</pre><table><tr><th>a<th>b<tr><td>1<td>2</table><p hidden>no</p><div style="display: none">no <div>no</div> no</div>
<img src="d.png" alt="a cat"><img src="e.png" alt=""> <a href="#top">top</a> <a href="javascript:x()">run</a>`, `
# A page

Words with a link and one more.
[1] a link  example.org/log/a.html
[2] » one more  https://example.net/b

Second
line & <end>

• one
  • within
[3] two  example.org/log/c.html

1. first
2. second

> said

> twice

` + "```" + `
 as  it
   stands
` + "```" + `

` + "```" + `
| a | b
| 1 | 2
` + "```" + `

image: a cat top run
[4] image: a cat  example.org/log/d.png
`},
	{"Markdown", "text/markdown", "A *post*\n========\n\nSee <https://example.net/> or [that](b.md).\n\n- one\n- two\n\n```sh\nls | wc\n```\n\n<script>no</script>\n", `
# A post

See https://example.net/ or that.
[1] » https://example.net/
[2] that  example.org/log/b.md

• one
• two

` + "```" + `
ls | wc
` + "```" + `
`},
	{"a table of Markdown", "text/markdown", "Above\n\n| Name | *Made* in |\n|:-----|---:|\n| [tea](t.md) | 1990, and for a long time after that |\n| | 2\\|3 |\n\nA | B\n-|-\n\nno - table |\nat all\n", `
Above

` + "```" + `
| Name | Made in |
|:-----|---:|
| tea | 1990, and for a long time after…
| | 2|3 |
` + "```" + `
[1] tea  example.org/log/t.md

` + "```" + `
A | B
-|-
` + "```" + `

no - table | at all
`},
	{"tables of HTML", "text/html", `<table><caption>Tea</caption><tr><th><th>made in<tr><td><a href=t>green</a><td>a long row, of which the end is cut<tr><td>one cell<tr><td><a href=u>u</a><td><a href=v>v</a>
<tr><td><p>one<br>two</p><td><p>three</p>
<tr><td><h2>Head</h2>text<td><p>Long text in a cell is wrapped, as all text is.<p>more</table>end`, `
Tea
` + "```" + `
| | made in
| green | a long row, of which the end …
` + "```" + `
[1] green  example.org/log/t
one cell
` + "```" + `
| u | v
| one two | three
` + "```" + `
[2] u  example.org/log/u
[3] v  example.org/log/v

## Head

text

Long text in a cell is wrapped, as all
text is.

more

end
`},
	{"nested HTML", "text/html", `<ol start=9><li>nine<li><p>ten, which is longer than the line is wide<p>more<ul><li>within</ul><li></ol>
<blockquote>said<blockquote>before, in words that need two lines<ul><li>item</ul></blockquote></blockquote>
<dl><dt>term<dd>what it means</dl>a<br>b <a href=c>c</a><br>d<br><br>e<h6>six <a href=x>x</a></h6><pre>
  x<a href=y>y</a>

z</pre>`, `
9. nine

10. ten, which is longer than the line
    is wide

    more

    • within

> said

> > before, in words that need two lines

> > • item

term
  what it means
a
b c
d
[1] c  example.org/log/c

e

### six x
[2] x  example.org/log/x

` + "```" + `
  xy

z
` + "```" + `
[3] y  example.org/log/y
`},
}

func TestLayout(t *testing.T) {
	t.Parallel()
	for _, test := range layoutTests {
		doc := render.Document{MediaType: test.mediaType, Text: test.text, URL: "gemini://example.org/log/post"}
		got := laidOut(t, test.name, doc, render.Layout{Width: 40, ScreenWidth: 40})
		if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	doc := render.Document{Text: "```\n    if (one && two) return three;\n", URL: "gemini://example.org/"}
	got := laidOut(t, "wrapped", doc, render.Layout{Width: 20, ScreenWidth: 20, Wrap: true})
	if want := "```\n    if (one && two)\n    return three;\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	doc := render.Document{
		Text: "=> a b Label\n=> ../c\n=>\n=> mailto:x@example.org\n=> http://[broken Broken\n=> HTTPS://example.org/\n" +
			"=> gopher://example.org/\n=> gemini://example.net/\n=> gemini://example.org:1966/\n=> /~other/\n=> ?q\n",
		URL: "gemini://example.org/log/post",
	}
	want := []render.Link{
		{URL: "gemini://example.org/log/a", Label: "b Label", Kind: term.LinkHere},
		{URL: "gemini://example.org/c", Kind: term.LinkHere},
		{URL: "mailto:x@example.org", Kind: term.LinkUnknown},
		{URL: "http://[broken", Label: "Broken", Kind: term.LinkUnknown},
		{URL: "https://example.org/", Kind: term.LinkWeb},
		{URL: "gopher://example.org/", Kind: term.LinkHere},
		{URL: "gemini://example.net/", Kind: term.LinkElsewhere},
		{URL: "gemini://example.org:1966/", Kind: term.LinkElsewhere},
		{URL: "gemini://example.org/~other/", Kind: term.LinkElsewhere},
		{URL: "gemini://example.org/log/post?q", Kind: term.LinkHere},
	}
	if diff := cmp.Diff(want, doc.Links()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLinesStopWhenAsked(t *testing.T) {
	t.Parallel()
	for _, test := range layoutTests {
		doc := render.Document{MediaType: test.mediaType, Text: test.text}
		for stop := range 12 {
			n := 0
			for range doc.Lines(render.Layout{Width: 10, ScreenWidth: 10}) {
				if n++; n > stop {
					break
				}
			}
		}
	}
}

// Right-to-left text stays in reading order, with its direction marks, since the terminal
// reorders it. It is wrapped between words.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	doc := render.Document{Text: "שלום עולם, זה טקסט ארוך English באמצע\n" +
		"مَرْحَبًا بالعالم، هذا نص عربي می\u200cشود\n* \u200f12:30 פריט\n> ציטוט ארוך בעברית כאן\n=> x קישור\n", URL: "gemini://h.example/"}
	want := "שלום עולם, זה טקסט\nארוך English באמצע\n" +
		"مَرْحَبًا بالعالم، هذا\nنص عربي می\u200cشود\n• \u200f12:30 פריט\n> ציטוט ארוך בעברית\n> כאן\n[1] קישור\n    h.example/x\n"
	if diff := cmp.Diff(want, laidOut(t, "right to left", doc, render.Layout{Width: 20, ScreenWidth: 20})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
