package feed

import (
	"net/url"
	"strings"
	"testing"
)

// Content is not cut where titles are cut.
func TestContent(t *testing.T) {
	t.Parallel()
	long := "<p>" + strings.Repeat("word ", 20_000) + "</p>"
	escaped := strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(long)
	for name, tt := range map[string]struct{ body, mediaType, content string }{
		"atom html":  {`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><link href="/a"/><title>A</title><content type="html">` + escaped + `</content></entry></feed>`, "text/html", long},
		"atom xhtml": {`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><link href="/a"/><title>A</title><content type="xhtml"><div><p>x &amp; y</p></div></content></entry></feed>`, "text/html", "<div><p>x &amp; y</p></div>"},
		"atom xhtml links": {
			`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="http://www.w3.org/1999/xhtml"><entry><id>a</id><link href="/a"/><title>A</title><content type="xhtml" xml:base="/log/">` +
				`<x:div><x:p class="x">See <x:a href="b.gmi?a=&quot;b&amp;c">a &lt; b</x:a><x:br/><x:img src="/c.png" alt="a &amp; b"/></x:p></x:div></content></entry></feed>`,
			"text/html",
			`<div><p class="x">See <a href="gemini://a.example/log/b.gmi?a=&#34;b&amp;c">a &lt; b</a><br></br><img src="gemini://a.example/c.png" alt="a &amp; b"></img></p></div>`,
		},
		"atom xhtml without base": {
			`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><link href="/a"/><title>A</title><content type="xhtml"><a href="b.gmi">b</a></content></entry></feed>`,
			"text/html", `<a href="b.gmi">b</a>`,
		},
		"atom xhtml beside": {`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><link href="/a"/><title>A</title><content type="xhtml"><p>a<!-- b --><?php c?></p></content></entry></feed>`, "text/html", `<p>a</p>`},
		"rss tags":          {`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><item><link>/a</link><title>A</title><content:encoded><p>1 &lt; 2 &amp;amp; 3</p></content:encoded></item></channel></rss>`, "text/html", "<p>1 < 2 &amp; 3</p>"},
		"rss media":         {`<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title><item><link>/a</link><title>A</title><media:content url="/a.mp4"><media:title>B</media:title></media:content></item></channel></rss>`, "", ""},
		"atom text":         {`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><link href="/a"/><title>A</title><content>1 &lt; 2</content></entry></feed>`, "text/plain", "1 < 2"},
		"atom own":          {`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><link href="/a"/><title>A</title><content type="text/gemini"># A` + "\n" + `b</content></entry></feed>`, "text/gemini", "# A\nb"},
		"rss":               {`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><item><link>/a</link><title>A</title><description>short</description><content:encoded><![CDATA[` + long + `]]></content:encoded></item></channel></rss>`, "text/html", long},
		"rss short":         {`<rss version="2.0"><channel><title>T</title><item><link>/a</link><title>A</title><description>short</description></item></channel></rss>`, "", ""},
		"json html":         {`{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"/a","content_html":"` + long + `"}]}`, "text/html", long},
		"json text":         {`{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"/a","content_text":"1 < 2"}]}`, "text/plain", "1 < 2"},
		"too long":          {`{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"/a","content_text":"` + strings.Repeat("x", 2*maxContent) + `"}]}`, "text/plain", strings.Repeat("x", maxContent+1)},
	} {
		u, _ := url.Parse("gemini://a.example/feed")
		f, err := Read(Page{URL: u, Meta: "application/xml", Body: []byte(tt.body)})
		if err != nil || len(f.Entries) != 1 {
			t.Errorf("%s: %v, %v", name, f, err)
			continue
		}
		got := Content{}
		if c := f.Entries[0].Content; c != nil {
			got = *c
		}
		if got.MediaType != tt.mediaType || got.Text != tt.content {
			t.Errorf("%s: %q, %d bytes, not %q, %d bytes: %.60q", name, got.MediaType, len(got.Text), tt.mediaType, len(tt.content), got.Text)
		}
	}
}
