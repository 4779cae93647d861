package hostile

const atomHead = `<feed xmlns="http://www.w3.org/2005/Atom">`

// atom returns shapes of Atom.
func atom() []Shape {
	inEntry := func(name, piece, close string) Shape {
		return Shape{Name: "atom-" + name, head: atomHead + "<entry><id>a</id>", piece: piece, close: close, tail: "</entry></feed>"}
	}
	entries := func(name, entry string) Shape {
		return Shape{Name: "atom-" + name, head: atomHead, piece: "<entry>" + entry + "</entry>", tail: "</feed>"}
	}
	inTitle := func(name, piece string) Shape {
		return entries("titles-of-"+name, `<title type="html"><![CDATA[`+fill(piece, 16<<10)+`]]></title>`)
	}
	return []Shape{
		entries("empty-entries", ""),
		entries("entries", "<id>%d</id>"),
		entries("links", `<link href="%d"/>`),
		entries("dates", "<id>%d</id><updated>9-9-9-9</updated>"),
		entries("bases", `<link xml:base="`+fill("a/", 1000)+`" href="%d"/>`),
		inEntry("links-of-an-entry", "<link/>", ""),
		inEntry("authors", "<author/>", ""),
		inEntry("names", "<author><name>%d</name></author>", ""),
		inEntry("dates-of-an-entry", "<updated>9-9-9-9</updated>", ""),
		inEntry("titles", "<title/>", ""),
		inEntry("extensions", "<x:date/>", ""),
		inEntry("base-chain", `<author xml:base="aaaaaaaa/">`, "</author>"),
		inEntry("content", "<content>a", ""),
		inTitle("tags", "<b>"),
		inTitle("open-tags", "<b "),
		inTitle("comments", "<!--"),
		inTitle("scripts", "<script>"),
		inTitle("ends", "</"),
		inTitle("entities", "&amp"),
		inTitle("declarations", "<!"),
		{Name: "atom-base", head: `<feed xml:base="` + fill("a/", 1000) + `">`, piece: `<entry><link href="%d"/></entry>`},
		{Name: "atom-bases-of-elements", head: `<feed>` + fill(`<x xml:base="`+fill("a/", 80)+`">`, 500), piece: `<a href="y"/>`},
		{Name: "atom-base-elsewhere", head: `<feed xml:base="` + fill("a/", 250) + `">`, piece: `<a href="b"/>`},
		{Name: "atom-brackets", head: atomHead + "<entry ", piece: `a=">" `, tail: "></entry></feed>"},
		{Name: "atom-long-base", head: `<feed xml:base="` + fill("a/", 50_000) + `">`, piece: `<entry xml:base="b">`},
		{Name: "atom-namespaces", head: `<feed xmlns="http://www.w3.org/2005/Atom" `, piece: `xmlns:a%d="b" `, tail: "><entry><id>a</id></entry></feed>"},
		{Name: "atom-namespaces-everywhere", head: atomHead, piece: `<entry xmlns:a%d="b"><id/>`, tail: "</feed>"},
		{Name: "atom-long-id", head: atomHead + "<entry><id>", piece: "a", tail: "</id></entry></feed>"},
		{Name: "atom-long-title", head: atomHead + "<title>", piece: "&quot;", tail: "</title></feed>"},
		{Name: "atom-xhtml", head: atomHead + `<entry><id>a</id><content type="xhtml">`, piece: "<p>a</p>", tail: "</content></entry></feed>"},
	}
}

// rss returns shapes of RSS and RDF.
func rss() []Shape {
	return []Shape{
		{Name: "rss-items", head: "<rss><channel>", piece: "<item/>", tail: "</channel></rss>"},
		{Name: "rss-guids", head: "<rss><channel>", piece: "<item><guid>%d</guid></item>", tail: "</channel></rss>"},
		{Name: "rss-dates", head: "<rss><channel>", piece: "<item><pubDate>9 Foo 9999</pubDate></item>", tail: "</channel></rss>"},
		{Name: "rss-enclosures", head: "<rss><channel><item>", piece: "<enclosure/>"},
		{Name: "rss-creators", head: `<rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item>`, piece: "<dc:creator/>"},
		{Name: "rss-unknown-creators", head: `<rss><channel><item>`, piece: "<x%d:creator/>"},
		{Name: "rss-closed-creators", head: `<rss><channel><item>`, piece: "<x:creator>a</x:creator>", tail: "</item></channel></rss>"},
		{Name: "rss-links", head: "<rss><channel>", piece: "<link/>", tail: "</channel></rss>"},
		{Name: "rss-channels", head: "<rss>", piece: "<channel></channel>", tail: "</rss>"},
		{Name: "rss-bases", head: `<rss xml:base="a/"><channel>`, piece: `<item xml:base="b/"><link>%d</link></item>`, tail: "</channel></rss>"},
		{Name: "rdf-items", head: "<rdf:RDF>", piece: "<item><link>%d</link></item>", tail: "</rdf:RDF>"},
	}
}

// jsons returns shapes of JSON Feed.
func jsons() []Shape {
	const head = `{"version":"https://jsonfeed.org/version/1.1","title":"a",`
	list := func(name, piece string) Shape {
		return Shape{Name: "json-" + name, head: head + `"items":[`, piece: piece + ",", tail: "{}]}"}
	}
	inItem := func(name, key, piece string) Shape {
		return Shape{Name: "json-" + name, head: head + `"items":[{"id":"a","` + key + `":[`, piece: piece + ",", tail: piece + "]}]}"}
	}
	text := func(name, key, piece string) Shape {
		return Shape{Name: "json-" + name, head: head + `"items":[{"id":"a","` + key + `":"`, piece: piece, tail: `"}]}`}
	}
	return []Shape{
		list("numbers", "1"),
		list("lines-of-numbers", "1\n"),
		list("nulls", "null"),
		list("objects", "{}"),
		list("items", `{"id":%d}`),
		list("links", `{"url":"%d"}`),
		list("dates", `{"id":%d,"date_published":"9-9-9-9"}`),
		list("arrays", "["+fill("[", 1000)+fill("]", 1000)+"]"),
		inItem("authors", "authors", "{}"),
		inItem("null-authors", "authors", "null"),
		inItem("attachments", "attachments", "{}"),
		inItem("tags", "tags", `""`),
		inItem("ids", "id", "1"),
		text("id", "id", `\u0001`),
		text("content", "content_text", "<"),
		text("html", "content_html", "<p>"),
		{Name: "json-fields", head: head, piece: `"%d":1,`, tail: `"items":[]}`},
		{Name: "json-fields-of-an-item", head: head + `"items":[{`, piece: `"%d":1,`, tail: `"id":1}]}`},
		{Name: "json-authors-of-a-feed", head: head + `"authors":[`, piece: "{},", tail: "{}]}"},
		{Name: "json-nested", head: head + `"a":`, piece: "["},
		{Name: "json-nested-objects", head: head + `"a":`, piece: `{"a":`},
		{Name: "json-open", head: head + `"items":[`, piece: `{"id":`},
	}
}

// fill repeats a piece up to a size.
func fill(piece string, size int) string {
	return string(Shape{piece: piece}.Make(size))
}
