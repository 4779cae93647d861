package render_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/render"
)

var markupTests = []struct {
	name, mediaType, text, want string
}{
	{"gemtext", "text/gemini", `# A <title>
##
### Third
Lines & lines
   of verse

Another
* one
* two
> said
> twice
=> b.gmi A "link"
=> //c.example/
=>
=> irc://d.example/e Chat
end
`, `
<h1>A &lt;title&gt;</h1>
<h3>Third</h3>
<p>Lines &amp; lines<br>
` + "\u00a0\u00a0\u00a0" + `of verse</p>
<p>Another</p>
<ul><li>one</li>
<li>two</li>
</ul>
<blockquote><p>said<br>
twice</p>
</blockquote>
<p><a href="gemini://a.example/log/b.gmi">A "link"</a><br>
<a href="gemini://c.example/">c.example/</a></p>
<p>=&gt;</p>
<p>Chat (irc://d.example/e)</p>
<p>end</p>
`},
	{"preformatted gemtext", "text/gemini", "```a cat\n\n <o>\n# x\n```y\n```\nno words\n```\n```\n```\nend\n```open\nlast", `
<figure><figcaption>a cat</figcaption>
<pre>

 &lt;o&gt;
# x</pre>
</figure>
<pre>
no words</pre>
<p>end</p>
<figure><figcaption>open</figcaption>
<pre>
last</pre>
</figure>
`},
	{"plain text", "text/plain", "a <b>\n  c\n", "\n<pre class=\"plain\">\na &lt;b&gt;\n  c</pre>\n"},
	{"unclosed HTML", "text/html", `<h2>A<p>one<i>two</i><p>three<ul><li>four<li>five<ol><li>six</ol>seven</ul></li></div><blockquote>eight`, `
<h2>A</h2>
<p>onetwo</p>
<p>three</p>
<ul><li>four</li>
<li>five</li>
</ul>
<p>` + "\u00a0\u00a01. six<br>\n\u00a0\u00a0" + `seven</p>
<blockquote><p>eight</p>
</blockquote>
`},
	{"tables", "text/html", `<table border=1> <caption>c</caption><tbody><tr> <td>1<td>2<tr><td>3<b>4</b></table>out<dl><dt>term<dd>words</dl><li>item`, `
<p>c</p>
<pre>
| 1 | 2</pre>
<p>34</p>
<p>out<br>
term<br>
` + "\u00a0\u00a0" + `words</p>
<ul><li>item</li>
</ul>
`},
	{"links", "text/html", `<a href="b.html" onclick="x()">one</a><a href="javascript:x()">two</a><a href="data:text/html,x">three</a>` +
		`<a href="&#106;avascript:x()">four</a><a href=" java
script:x()">five</a><a name="x">six</a><a href="mailto:a@b.example">se<em>ven</em></a><p>nine<img src="c.png" alt="<cat>"><img src="data:x" alt="dog">` +
		` <a href="irc://d.example/"><img src=x alt=""></a><a href=e><p>ten<p>eleven</a>`, `
<p>onetwothreefourfivesixseven</p>
<p><a href="gemini://a.example/log/b.html">one</a><br>
<a href="mailto:a@b.example">seven</a></p>
<p>nine image: &lt;cat&gt; image: dog</p>
<p><a href="gemini://a.example/log/c.png">image: &lt;cat&gt;</a><br>
irc://d.example/</p>
<p><a href="gemini://a.example/log/e">ten</a></p>
<p><a href="gemini://a.example/log/e">eleven</a></p>
`},
	{"what runs", "text/html", `<script>x()</script><style>p{}</style><iframe src="x">x</iframe><svg onload=x()>x</svg><object data=x>shown</object>` +
		`<p style="color:red" onclick=x() class=y id=z>one</p><form action=x><input name=y><button>two</button></form><!-- no --><math>three</math>]]><b`, `
<p>shown</p>
<p>one</p>
<p>two<br>
three]]&gt;</p>
`},
	{"Markdown", "text/markdown", "# A\n\n<script>x()</script>\n\n[b](javascript:x) [c](d.md) **d**\n\n    <pre>\n    x\n", `
<h1>A</h1>
<p>b c d</p>
<p><a href="gemini://a.example/log/d.md">c</a></p>
<pre>
&lt;pre&gt;
x</pre>
`},
	{"what terminals act on", "text/html", "<p>a&#x202e;b\x1b[31m\u2066c&#27;\x00d</p>", "\n<p>abc</p>\n"},
	{"too deep", "text/html", strings.Repeat("<b>", 600) + "x", "\n<pre class=\"plain\">\n(shown as plain text: too much markup)\n\n" + strings.Repeat("&lt;b&gt;", 600) + "x</pre>\n"},
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	for _, test := range markupTests {
		doc := render.Document{MediaType: test.mediaType, Text: test.text, URL: "gemini://a.example/log/post"}
		got := doc.HTML(1)
		if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), strings.TrimPrefix(got, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		checkMarkup(t, got)
	}
}

// The highest headings have the level that the page wants.
func TestMarkupOfPage(t *testing.T) {
	t.Parallel()
	for mediaType, text := range map[string]string{
		"text/gemini": "# A\n## B\n### C\n=> /d E\n=> javascript:x F\n",
		"text/html":   "<h1>A</h1>\n<h2>B</h2>\n<h5>C</h5>\n<p><a href='/d'>E</a><br>\n<a href='javascript:x'>F</a></p>",
	} {
		got := render.Document{MediaType: mediaType, Text: text, URL: "gemini://a.example/"}.HTML(4)
		want := []string{"<h4>A</h4>", "<h5>B</h5>", "<h6>C</h6>", `<a href="gemini://a.example/d">E</a>`}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %s in %s", mediaType, w, got)
			}
		}
		if strings.Count(got, "href") != 1 {
			t.Errorf("%s: %s", mediaType, got)
		}
	}
}

// allowed are the elements that a post may have, with their attributes.
var allowed = map[string]string{
	"a": "href", "pre": "class", "p": "", "br": "", "ul": "", "li": "", "blockquote": "", "figure": "", "figcaption": "",
	"h1": "", "h2": "", "h3": "", "h4": "", "h5": "", "h6": "",
}

// acts reports whether a program may treat a character as a control character.
func acts(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) && !strings.ContainsRune("\u061c\u200e\u200f", r)
}

// checkMarkup fails the test if a browser finds an element in a fragment that is not allowed,
// or if the fragment swallows the elements after it.
func checkMarkup(t testing.TB, fragment string) {
	t.Helper()
	if strings.ContainsFunc(fragment, acts) {
		t.Errorf("not clean: %q", fragment)
	}
	root, err := html.Parse(strings.NewReader(`<!DOCTYPE html><ul><li><details><div id="in">` + fragment + `</div></details><i id="behind"></i></li></ul>`))
	if err != nil {
		t.Fatal(err)
	}
	var inside, behind *html.Node
	for n := range root.Descendants() {
		switch {
		case slices.Contains(n.Attr, html.Attribute{Key: "id", Val: "in"}):
			inside = n
		case slices.Contains(n.Attr, html.Attribute{Key: "id", Val: "behind"}):
			behind = n
		}
	}
	if inside == nil || behind == nil || behind.Parent.Data != "li" || behind.PrevSibling != inside.Parent || inside.NextSibling != nil {
		t.Fatalf("the page is torn by %q", fragment)
	}
	for n := range inside.Descendants() {
		checkNode(t, n, fragment)
	}
}

func checkNode(t testing.TB, n *html.Node, fragment string) {
	t.Helper()
	if n.Type == html.TextNode {
		return
	}
	attributes, known := allowed[n.Data]
	if n.Type != html.ElementNode || !known || n.Namespace != "" {
		t.Errorf("%v %q in %q", n.Type, n.Data, fragment)
	}
	for _, a := range n.Attr {
		if !slices.Contains(strings.Fields(attributes), a.Key) {
			t.Errorf("attribute %s of %s in %q", a.Key, n.Data, fragment)
		}
		if a.Key == "href" && !address.MayLink(a.Val) {
			t.Errorf("link to %q in %q", a.Val, fragment)
		}
	}
}

// visible returns the visible text of a fragment.
func visible(t testing.TB, fragment string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(fragment))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data + "\n")
		}
	}
	return b.String()
}

// The HTML of real posts has all their words, in order.
func TestMarkupOfCorpus(t *testing.T) {
	t.Parallel()
	for name, doc := range posts(t) {
		got := doc.HTML(1)
		checkMarkup(t, got)
		checkWords(t, name, doc, visible(t, got), true)
	}
}

func FuzzMarkup(f *testing.F) {
	for _, test := range markupTests {
		f.Add(test.mediaType, test.text)
	}
	for _, test := range layoutTests {
		f.Add(test.mediaType, test.text)
	}
	f.Fuzz(func(t *testing.T, mediaType, text string) {
		fragment := render.Document{MediaType: mediaType, Text: text, URL: "gemini://a.example/"}.HTML(3)
		checkMarkup(t, fragment)
		if mediaType == "text/gemini" && !strings.ContainsAny(text, "\r\ufeff") {
			checkTexts(t, text, visible(t, fragment))
		}
	})
}

// checkTexts fails the test if a line of gemtext is not shown.
func checkTexts(t *testing.T, text, shown string) {
	t.Helper()
	rest := letters(shown)
	for line := range gemtext.Lines(text) {
		want := letters(line.Text)
		at := strings.Index(rest, want)
		if at < 0 {
			t.Fatalf("%q is not shown of %q", line.Text, text)
		}
		rest = rest[at+len(want):]
	}
}
