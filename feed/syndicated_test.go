package feed

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const feedURL = "gemini://example.org/log/feed.xml"

// readFeed reads a document; fault is "" if it is well formed.
func readFeed(t testing.TB, body string) (f *Feed, fault string) {
	t.Helper()
	f, err := Read(Page{URL: mustParse(t, feedURL), Meta: "application/octet-stream", Body: []byte(body), Fetched: fetched, Format: Atom})
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		return f, syntax.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
	return f, ""
}

func utc(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour, 0, 0, 0, time.UTC)
}

func TestSyndicated(t *testing.T) {
	tests := []struct {
		name, body string
		want       *Feed
	}{
		{
			"Atom",
			`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">
  <id>tag:example.org,2021:log</id>
  <title type="html">Ein &amp;lt;Log&amp;gt; &lt;b&gt;fett&lt;/b&gt;</title>
  <subtitle>Zwei &amp; drei</subtitle>
  <updated>2021-05-01T00:00:00Z</updated>
  <author><name>A. Author</name><email>a@example.org</email></author>
  <link rel="self" href="/log/feed.xml"/>
  <link href="https://example.org/"/>
  <link rel="alternate" href="index.gmi"/>
  <link rel="alternate" href="gemini://example.org/log/"/>
  <entry>
    <id>urn:uuid:1</id><title>Eins</title><link href="eins.gmi"/>
    <published>2021-03-01T10:00:00+01:00</published><updated>2021-04-01T10:00:00+02:00</updated>
    <author><name>B</name></author><author><email>c@example.org</email></author>
  </entry>
  <entry><id>urn:uuid:2</id><title>Undatiert</title></entry>
</feed>`,
			&Feed{
				ID: "tag:example.org,2021:log", Link: "gemini://example.org/log/", Self: feedURL,
				Title: "Ein <Log> fett", Subtitle: "Zwei & drei", Author: "A. Author", Lang: "de", Format: Atom,
				Updated: utc(2021, 4, 1, 8),
				Entries: []Entry{
					{ID: "urn:uuid:1", Link: "gemini://example.org/log/eins.gmi", Title: "Eins", Author: "B, c@example.org", Updated: utc(2021, 4, 1, 8), Published: utc(2021, 3, 1, 9)},
					{ID: "urn:uuid:2", Link: feedURL, Title: "Undatiert"},
				},
			},
		},
		{
			"RSS 2.0",
			`<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Log &amp;amp; more</title><link>gemini://example.org/</link><description>About</description><language>en-us</language>
<atom:link rel="self" href="gemini://example.org/rss"/>
<item><guid>gemini://example.org/1</guid><title><![CDATA[One <em>two</em>]]></title><pubDate>Fri, 05 Mar 2021 00:00:00 GMT</pubDate><dc:creator>C</dc:creator></item>
<item><guid isPermaLink="false">7</guid><link>/2</link><description>&lt;p&gt;First&lt;/p&gt;&lt;p&gt;second&lt;/p&gt;</description><author>j@example.org (Jo)</author></item>
<item><enclosure url="song.ogg" type="audio/ogg"/><title>Song</title></item>
<item><link>3.gmi</link><pubDate>0001-01-01T00:00:00+01:00</pubDate></item>
</channel></rss>`,
			&Feed{
				ID: feedURL, Link: "gemini://example.org/", Self: "gemini://example.org/rss",
				Title: "Log & more", Subtitle: "About", Lang: "en-US", Format: RSS,
				Updated: utc(2021, 3, 5, 0),
				Entries: []Entry{
					{ID: "gemini://example.org/1", Link: "gemini://example.org/1", Title: "One two", Author: "C", Updated: utc(2021, 3, 5, 0), Published: utc(2021, 3, 5, 0)},
					{ID: "7", Link: "gemini://example.org/2", Title: "First second", Author: "Jo"},
					{ID: "gemini://example.org/log/song.ogg", WithoutID: true, Link: "gemini://example.org/log/song.ogg", Title: "Song"},
					{ID: "gemini://example.org/log/3.gmi", WithoutID: true, Link: "gemini://example.org/log/3.gmi", Title: "3"},
				},
			},
		},
		{
			"RSS 1.0",
			`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>Log</title><dc:date>2021-03-05T01:00:00Z</dc:date></channel>
<item rdf:about="y"><title>One</title><link>1.gmi</link></item>
</rdf:RDF>`,
			&Feed{
				ID: feedURL, Link: feedURL, Self: feedURL, Title: "Log", Format: RSS, Updated: utc(2021, 3, 5, 1),
				Entries: []Entry{{ID: "gemini://example.org/log/1.gmi", WithoutID: true, Link: "gemini://example.org/log/1.gmi", Title: "One"}},
			},
		},
		{
			"JSON Feed",
			`{"items": [
  {"id": 1, "url": "1.gmi", "title": "a <b> c", "date_modified": "2021-03-05T10:00:00Z", "date_published": "2021-03-05T09:00:00Z", "authors": [null, {"name": "B"}]},
  {"id": "2", "content_text": "x < y"},
  {"id": "3", "content_html": "<p>x &lt; y", "external_url": "gemini://example.net/"}],
 "authors": [null], "title": "Log", "home_page_url": "/", "feed_url": "gemini://example.org/feed.json", "language": "fr", "version": "https://jsonfeed.org/version/1.1"}`,
			&Feed{
				ID: "gemini://example.org/feed.json", Link: "gemini://example.org/", Self: "gemini://example.org/feed.json",
				Title: "Log", Lang: "fr", Format: JSON, Updated: utc(2021, 3, 5, 10),
				Entries: []Entry{
					{ID: "1", Link: "gemini://example.org/log/1.gmi", Title: "a <b> c", Author: "B", Updated: utc(2021, 3, 5, 10), Published: utc(2021, 3, 5, 9)},
					{ID: "2", Link: feedURL, Title: "x < y", Content: &Content{Text: "x < y", MediaType: "text/plain"}},
					{ID: "3", Link: "gemini://example.net/", Title: "x < y", Content: &Content{Text: "<p>x &lt; y", MediaType: "text/html"}},
				},
			},
		},
		{
			"nothing in it",
			`<feed xmlns="http://www.w3.org/2005/Atom"><updated>2021-03-05T10:00:00Z</updated></feed>`,
			&Feed{ID: feedURL, Link: feedURL, Self: feedURL, Title: "example.org/log/feed.xml", Format: Atom, Updated: utc(2021, 3, 5, 10)},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, fault := readFeed(t, test.body)
			if fault != "" {
				t.Error(fault)
			}
			checkFeed(t, f)
			if diff := cmp.Diff(test.want, f, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Titles of Atom entries become text. Their form in the document does not matter.
func TestAtomTitles(t *testing.T) {
	tests := []struct{ element, want string }{
		{`<title>Plain &amp; simple</title>`, "Plain & simple"},
		{`<title>The &lt;b&gt; tag</title>`, "The <b> tag"},
		{`<title type="text"><![CDATA[The <b> tag &amp; so]]></title>`, "The <b> tag &amp; so"},
		{`<title type="html">The &amp;lt;b&amp;gt; &lt;i&gt;tag&lt;/i&gt;</title>`, "The <b> tag"},
		{`<title type="HTML"><![CDATA[It&rsquo;s<br>so]]></title>`, "It’s so"},
		{`<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">The <code>&lt;b&gt;</code> tag<script>no</script></div></title>`, "The <b> tag"},
		{`<title>  Spaces
and	lines  </title>`, "Spaces and lines"},
		{`<title>red&#x202e;</title>`, "red"},
		{`<title/><summary>The summary</summary>`, "The summary"},
		{`<content type="html">&lt;style&gt;p{}&lt;/style&gt;&lt;p&gt;The content`, "The content"},
		{`<title type="html">&lt;img src="x"&gt;</title><link href="post.gmi"/>`, "post"},
		{`<title>One</title><media:title xmlns:media="http://search.yahoo.com/mrss/">No</media:title>`, "One"},
		{`<media:title xmlns:media="http://search.yahoo.com/mrss/">No</media:title><source><title>No</title></source>`, "urn:1"},
		{`<title>A&#x0;&#1;B&#31;&#xfffe;&#x0008;&#65535;&#9;C</title>`, "AB C"},
		{`<title>` + strings.Repeat("ü", MaxTitle) + `</title>`, strings.Repeat("ü", MaxTitle/2)},
	}
	for _, test := range tests {
		f, _ := readFeed(t, `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:1</id>`+test.element+`</entry></feed>`)
		if len(f.Entries) != 1 || f.Entries[0].Title != test.want {
			t.Errorf("%.100s: got %.100q, want %.100q", test.element, titles(f), test.want)
		}
	}
}

// Links are resolved as RFC 3986 says, against the xml:base that applies.
func TestXMLBase(t *testing.T) {
	tests := []struct{ feed, entry, link, want string }{
		{"", "", "post.gmi", "gemini://example.org/log/post.gmi"},
		{"", "", "../post.gmi", "gemini://example.org/post.gmi"},
		{"", "", "10:30.gmi", "gemini://example.org/log/10:30.gmi"},
		{"gemini://example.net/a/feed.xml", "", "post.gmi", "gemini://example.net/a/post.gmi"},
		{"gemini://example.net/a/", "b/", "post.gmi", "gemini://example.net/a/b/post.gmi"},
		{"gemini://example.net/a/", "b", "/post.gmi", "gemini://example.net/post.gmi"},
		{"../other/", "", "post.gmi", "gemini://example.org/other/post.gmi"},
		{"gemini://example.net/" + strings.Repeat("a", MaxLink) + "/", "", "post.gmi", "gemini://example.org/log/post.gmi"},
		{"gemini://[bad/", "", "post.gmi", "gemini://example.org/log/post.gmi"},
		{"gemini://example.net/", "", "https://example.com/x", "https://example.com/x"},
	}
	for _, test := range tests {
		for _, format := range []string{
			`<feed xml:base="%s" xmlns="http://www.w3.org/2005/Atom"><entry xml:base="%s"><link href="%s"/></entry></feed>`,
			`<rss xml:base="%s"><channel><item xml:base="%s"><link>%s</link></item></channel></rss>`,
		} {
			body := fmt.Sprintf(format, test.feed, test.entry, test.link)
			if f, _ := readFeed(t, body); f.Entries[0].Link != test.want {
				t.Errorf("%s: got %s, want %s", body, f.Entries[0].Link, test.want)
			}
		}
	}
}

// For each fault the table has the warning of Lint, whether Read ends there, and the titles of
// the entries that Read returns.
func TestIllFormed(t *testing.T) {
	const atom = `<feed xmlns="http://www.w3.org/2005/Atom">` + "\n"
	entry := func(id string) string { return "<entry><id>" + id + "</id><title>" + id + "</title></entry>\n" }
	const cut, whole = true, false
	tests := []struct {
		name, body, fault string
		ends              bool
		titles            string
	}{
		{"an attribute without value", atom + "<author><name><no value></name></author>" + entry("a") + entry("b") + "</feed>", "line 2: attribute name without = in element", whole, "a b"},
		{"a bare ampersand", atom + "<entry><id>a</id><title>Fish & chips</title></entry></feed>", "line 2: invalid character entity & (no semicolon)", whole, "Fish & chips"},
		{"an entity of HTML", atom + "<entry><id>a</id><title>Caf&eacute;</title></entry></feed>", "line 2: invalid character entity &eacute;", whole, "Café"},
		{"a declared entity", `<!DOCTYPE feed [<!ENTITY who "me">]>` + atom + "<entry><id>a</id><title>By &who;</title></entry></feed>", "", whole, "By &who;"},
		{"a document type", `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "x"><rss><channel><item><title>Caf&eacute;</title></item></channel></rss>`, "", whole, "Café"},
		{"a bare bracket", atom + entry("a") + "<entry><id>b</id><title>1 < 2</title></entry>" + entry("c") + "</feed>", "line 3: expected element name after <", cut, "a"},
		{"an entry not closed", atom + "<entry><id>a</id><title>a</title>\n" + entry("b") + "</feed>", "line 4: element <entry> closed by </feed>", whole, "a"},
		{"an element not closed", atom + "<entry><id>a</id><title>a</entry>\n" + entry("b") + "</feed>", "line 2: element <title> closed by </entry>", whole, "a b"},
		{"an end without beginning", atom + entry("a") + "</p>" + entry("b") + "</feed>", "line 3: element <feed> closed by </p>", cut, "a"},
		{"cut in an entry", atom + entry("a") + "<entry><id>b", "line 3: it ends too early", cut, "a"},
		{"cut in a tag", atom + entry("a") + "<entry><id>b</id></ent", "line 3: it ends too early", cut, "a"},
		{"cut between", atom + entry("a"), "line 3: it ends too early", cut, "a"},
		{"control characters", atom + "<title>\x08T</title>\n" + entry("a") + "</feed>", "line 2: illegal character code U+0008", whole, "a"},
		{"other bytes", atom + entry("a\xff") + "</feed>", "line 2: bytes that are not utf-8", whole, "a\uFFFD"},
		{"an unknown charset", `<?xml version="1.0" encoding="wat"?>` + atom + entry("a") + "</feed>", "line 1: bytes that are not wat", whole, "a"},
		{"a late declaration", "\n\n" + `<?xml version="1.0"?>` + atom + entry("a") + "</feed>", "line 3: the XML declaration is not at the beginning", whole, "a"},
		{"text behind", atom + entry("a") + "</feed>\n<!-- -->junk", "", whole, "a"},
		{"two roots", atom + entry("a") + "</feed>\n<feed/>", "", whole, "a"},
		{"a declaration without end", `<?xml version="1.0"`, "line 1: it ends too early", cut, "-"},
		{"another root", "<html><body>x</body></html>", `line 1: the root element is "html", not feed, rss or RDF`, whole, "-"},
		{"no XML", "Hello", "line 1: neither XML nor JSON", whole, "-"},
		{"nothing", "", "line 1: neither XML nor JSON", whole, "-"},
		{"JSON cut in an item", "{\"title\": \"A\", \"items\": [\n{\"id\": \"a\", \"title\": \"a\"},\n{\"id\": \"b\", \"ti", "line 3: it ends too early", cut, "a"},
		{"JSON with a comma at the end", "{\"title\": \"A\", \"items\": [\n{\"id\": \"a\", \"title\": \"a\"},\n]}", "line 3: invalid character ']' looking for beginning of value", cut, "a"},
		{"JSON cut between members", "{\"title\": \"A\",\n\"items\": [{\"id\": \"a\", \"title\": \"a\"}],", "line 2: it ends too early", cut, "a"},
		{"JSON with an item of the wrong type", "{\"title\": \"A\", \"items\": [\n{\"id\": \"a\", \"title\": 1},\n{\"id\": \"b\", \"title\": \"b\"}]}", "line 2: title is a number", whole, "a b"},
		{"JSON with a field of the wrong type", "{\"title\": 5, \"items\": [\n{\"id\": \"b\", \"title\": \"b\"}]}", "line 1: title is a number", whole, "b"},
		{"JSON with a null item", `{"title": "A", "items": [null, {"id": "b"}]}`, "", whole, "b"},
		{"JSON without a list", `{"title": "A", "items": {"a": 1}}`, "", whole, ""},
		{"JSON with null for a list", `{"title": "A", "items": null}`, "", whole, ""},
		{"JSON with a bad field", "{\"title\": \"A\",\n\"icon\": x, \"items\": []}", "line 2: invalid character 'x' looking for beginning of value", cut, ""},
		{"JSON with a bad name", "{\"title\": \"A\",\n5}", "line 2: invalid character '5'", cut, ""},
		{"no JSON feed", `{"a": 1}`, "line 1: not a JSON feed: it has no version, title or items", whole, "-"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page := Page{URL: mustParse(t, feedURL), Meta: "application/xml", Body: []byte(test.body), Fetched: fetched}
			f, err := Read(page)
			fault, ends := "", false
			if syntax, ok := errors.AsType[*SyntaxError](err); ok {
				fault, ends = fmt.Sprintf("line %d: %s", syntax.Line, syntax.Message), syntax.Cut
			}
			if (f == nil) != (test.titles == "-") || ends != test.ends {
				t.Fatalf("got %+v, %q", f, err)
			}
			if f != nil {
				fault = ""
				warnings, _ := Lint(page)
				for _, w := range warnings {
					if w.Code == CodeSyntax {
						fault = fmt.Sprintf("line %d: %s", w.Line, strings.TrimPrefix(w.Message, "not well formed: "))
					}
				}
				if titles(f) != test.titles {
					t.Errorf("entries %q, want %q", titles(f), test.titles)
				}
			}
			if !strings.HasPrefix(fault, test.fault) || fault != "" && test.fault == "" {
				t.Errorf("got %q, want %q", fault, test.fault)
			}
		})
	}
}

func TestRepeatedIDs(t *testing.T) {
	f, _ := readFeed(t, `<feed xmlns="http://www.w3.org/2005/Atom">
<entry><id>a</id><title>Old</title><updated>2021-01-01T00:00:00Z</updated></entry>
<entry><id>b</id><title>B</title><updated>2021-02-01T00:00:00Z</updated></entry>
<entry><id>a</id><title>New</title><updated>2021-03-01T00:00:00Z</updated></entry></feed>`)
	if got := titles(f); got != "New B" {
		t.Errorf("got %q", got)
	}
}

// An entry without id and link keeps its ID when others come and go.
func TestHashedID(t *testing.T) {
	const entry = `<item><title>T</title><pubDate>2021-01-01</pubDate></item>`
	one, _ := readFeed(t, `<rss><channel>`+entry+`</channel></rss>`)
	two, _ := readFeed(t, `<rss><channel><item><title>T</title></item>`+entry+`</channel></rss>`)
	if len(two.Entries) != 2 || one.Entries[0].ID != two.Entries[0].ID || two.Entries[0].ID == two.Entries[1].ID {
		t.Errorf("one: %+v\ntwo: %+v", one.Entries, two.Entries)
	}
}

// Documents made to exhaust a reader are read or refused within bounds.
func TestHostile(t *testing.T) {
	const size = 256 << 10
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	head := `<feed xmlns="http://www.w3.org/2005/Atom">`
	entry := `<entry><id>a</id><title>a</title></entry>`
	item := `<item><guid>a</guid><link>/a</link></item>`
	var lol strings.Builder
	for i := range 20 {
		fmt.Fprintf(&lol, `<!ENTITY l%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
	}
	tests := []struct {
		name, body string
		entries    int
	}{
		{"entities within entities", "<!DOCTYPE feed [" + lol.String() + "]>" + head + `<entry><id>a</id><title>&l20;</title></entry></feed>`, 1},
		{"deep nesting", head + entry + fill("<a>"), 1},
		{"deep nesting that ends", head + entry + strings.Repeat("<author>", 1000) + strings.Repeat("</author>", 1000) + "<entry><id>b</id></entry></feed>", 1},
		{"deep nesting in an entry", head + entry + "<entry><id>b</id><content>" + fill("<a>"), 1},
		{"deep nesting of what is kept", head + entry + fill("<author>"), 1},
		{"channels in channels", `<rss><channel>` + item + `<channel>` + item + `<channel>` + item + `</channel></channel></channel></rss>`, 1},
		{"channels in a feed", head + entry + `<channel><channel>` + item + `</channel></channel></feed>`, 1},
		{"many namespaces", `<feed xmlns="http://www.w3.org/2005/Atom"` + strings.Repeat(` xmlns:a="b"`, 5_000) + ">" + entry + fill("<id/>") + "</feed>", 1},
		{"markup that grows", head + `<entry><id>a</id><title type="html">` + strings.Repeat("&lt;b a="+"c>", 500) + fill("&lt;p>x-long") + `</title></entry></feed>`, 1},
		{"many entries", head + strings.Repeat("<entry/>", maxCollected+5) + "</feed>", 1},
		{"brackets", "<feed>" + entry + fill("< "), 1},
		{"many attributes", head + entry + "<entry " + strings.Repeat("a ", maxTag/2+1) + "><id>b</id></entry></feed>", 1},
		{"many attributes with brackets", head + entry + "<entry " + strings.Repeat("a='>' ", size/6) + "><id>b</id></entry></feed>", 2},
		{"long text and comments", head + entry + "<!--" + fill(" ") + "--><entry><id>b</id><content><![CDATA[" + strings.Repeat("a ", maxTag) + "]]></content></entry></feed>", 2},
		{"one long attribute", head + entry + `<link href="` + fill("x") + `"/></feed>`, 1},
		{"many JSON items", `{"title": "A", "items": [` + strings.Repeat("{},", maxCollected) + `{"id": "last"}]}`, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, _ := readFeed(t, test.body)
			if f == nil || len(f.Entries) != test.entries {
				t.Fatalf("got %.300v", f)
			}
			checkFeed(t, f)
		})
	}
}

// Items without an id that share a link have different IDs. If no other item has the link, it
// is the ID.
func TestWithoutID(t *testing.T) {
	const link, other = "<link>gemini://example.org/log/</link>", "<link>/other</link>"
	f, _ := readFeed(t, `<rss><channel>
<item><title>A</title>`+link+`<pubDate>Mon, 04 Jan 2021 00:00:00 GMT</pubDate></item>
<item><title>B</title><guid>&#x200b;</guid>`+link+`<pubDate>Sun, 03 Jan 2021 00:00:00 GMT</pubDate></item>
<item><title>B</title>`+link+`<pubDate>Sat, 02 Jan 2021 00:00:00 GMT</pubDate></item>
<item><title>C</title>`+other+`<pubDate>Fri, 01 Jan 2021 00:00:00 GMT</pubDate></item>
<item><title>D</title><guid>d</guid>`+link+`</item>
</channel></rss>`)
	checkFeed(t, f)
	if got := titles(f); got != "A B C D" {
		t.Fatalf("got %q", got)
	}
	for i, wants := range []struct {
		id      string
		without bool
	}{{"gemini://example.org/log/#", true}, {"gemini://example.org/log/#", true}, {"gemini://example.org/other", true}, {"d", false}} {
		e := f.Entries[i]
		if !strings.HasPrefix(e.ID, wants.id) || e.WithoutID != wants.without {
			t.Errorf("%+v", e)
		}
	}
	if once, _ := readFeed(t, `<rss><channel><item><title>A</title>`+link+`</item></channel></rss>`); once.Entries[0].ID != once.Entries[0].Link {
		t.Errorf("%+v", once.Entries)
	}
}
