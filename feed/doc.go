// Package feed defines a [Feed] with its entries, in the terms of Atom (RFC 4287), and reads
// documents of many formats as feeds.
//
// [Read] reads
//   - a text/gemini page by its dated links, as the companion specification "Subscribing to Gemini
//     pages" says, or by its headings, as in tinylogs, or by all its links;
//   - a Gopher menu by its dated items;
//   - Atom (RFC 4287), RSS (0.9 to 2.0) and JSON Feed (1.0, 1.1);
//   - twtxt files;
//   - any other document as one entry that says that the document changed.
//
// [Lint] warns a document's author of lines that readers misunderstand. [Candidates] lists the links
// of a page that may lead to a feed. Package publish writes feeds.
//
// Documents come from strangers. So reading takes time and memory in proportion to the size of any
// document, and returned texts are safe to print. The package does no input or output of its own and
// has no state.
//
// The shortest use reads a page that was fetched from a URL:
//
//	f, err := feed.Read(feed.Page{URL: url, Meta: "text/gemini", Body: body})
//	if err != nil {
//		return err
//	}
//	for _, e := range f.Entries {
//		fmt.Println(e.Updated, e.Title, e.Link)
//	}
//
// A program of another module can use this package, gemtext, robots and store from a
// checkout: go mod edit -require gemsub@v0.0.0 -replace gemsub=../gemsub.
package feed
