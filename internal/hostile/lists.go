package hostile

// lists returns shapes of robots.txt and of other programs' files.
func lists() []Shape {
	const ini = "[%d]\nurl = \"gemini://example.org/\"\ntags = \".subscribed\"\n"
	return []Shape{
		{Name: "robots-agents", piece: "User-agent: %d\n"},
		{Name: "robots-groups", piece: "User-agent: *\nDisallow: /%d\n"},
		{Name: "robots-rules", head: "User-agent: *\n", piece: "Allow:/%d\n"},
		{Name: "robots-stars", head: "User-agent: *\nDisallow: /", piece: "*a"},
		{Name: "robots-only-stars", head: "User-agent: *\nDisallow: /", piece: "*"},
		{Name: "robots-star-rules", head: "User-agent: *\n", piece: "Disallow: /*a*a*a*a*b%d$\n"},
		{Name: "robots-delays", head: "User-agent: *\n", piece: "Crawl-delay: 99999999999999999999\n"},
		{Name: "opml-feeds", head: "<opml>", piece: `<outline xmlUrl="gemini://a/%d"/>`, tail: "</opml>"},
		{Name: "opml-groups", head: "<opml>", piece: `<outline text="%d">`},
		{Name: "opml-nested", head: "<opml>" + fill("<outline text='%d'>", 500), piece: "<outline xmlUrl='gemini://a'/>"},
		{Name: "opml-categories", head: `<opml><outline xmlUrl="gemini://a" category="`, piece: "/%d,", tail: `"/></opml>`},
		{Name: "opml-attributes", head: "<opml><outline ", piece: `a%d="" `, tail: "/></opml>"},
		{Name: "urls", piece: "//a\n"},
		{Name: "urls-tags", head: "gemini://a", piece: " a"},
		{Name: "urls-quoted-tags", head: "gemini://a", piece: ` "a"`},
		{Name: "urls-titles", head: "gemini://a", piece: ` "~a%d"`},
		{Name: "gemtext-urls", piece: "=>gemini://a\n"},
		{Name: "amfora-feeds", head: `{"feeds":{`, piece: `"gemini://a/%d":{},`, tail: `"":{}}}`},
		{Name: "amfora-numbers", head: `{"feeds":{`, piece: `"":1,`},
		{Name: "amfora-nested", head: `{"feeds":{"a":`, piece: `{"title":`},
		{Name: "lagrange-headers", piece: "[1]\n"},
		{Name: "lagrange-tables", piece: "[%d]\na=1\n"},
		{Name: "lagrange-bookmarks", piece: ini},
		{Name: "lagrange-keys", head: "[1]\n", piece: "a%d=1\n"},
		{Name: "lagrange-broken", piece: "[1]\na=\n"},
		{Name: "lagrange-arrays", head: "[1]\na=", piece: "["},
		{Name: "lagrange-folders", piece: "[%d]\nparent=1\ntitle=\"a\"\n"},
		{Name: "bookmarks", piece: "0001f4d6 1.0 gemini://a\n\nsubscribed\n"},
		{Name: "bookmarks-heads", piece: "0001f4d6 1 a\n"},
	}
}
