package feed_test

import (
	"fmt"
	"log"
	"net/url"
	"time"

	"gemsub/feed"
)

func ExampleRead() {
	base, err := url.Parse("gemini://gemini.jrandom.net/gemlog/")
	if err != nil {
		log.Fatal(err)
	}
	f, err := feed.Read(feed.Page{
		URL:  base,
		Meta: "text/gemini",
		Body: []byte("# J. Random Geminaut's gemlog\n=> balcony.gmi 2020-11-06 - I started a balcony garden!\n"),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Title)
	for _, e := range f.Entries {
		fmt.Println(e.Updated.Format(time.RFC3339), e.Link, e.Title)
	}
	// Output:
	// J. Random Geminaut's gemlog
	// 2020-11-06T12:00:00Z gemini://gemini.jrandom.net/gemlog/balcony.gmi I started a balcony garden!
}

// For a feed that is not well formed, the error says how far it was read.
func ExampleRead_syntaxError() {
	f, err := feed.Read(feed.Page{
		URL:  &url.URL{Scheme: "gemini", Host: "example.org", Path: "/atom.xml"},
		Meta: "application/atom+xml",
		Body: []byte(`<feed xmlns="http://www.w3.org/2005/Atom">
  <entry><id>urn:1</id><title>Fish & chips</title></entry>
  <entry><id>urn:2</id><title>1 < 2</title></entry>
</feed>`),
	})
	if f == nil {
		log.Fatal(err)
	}
	fmt.Println(err)
	fmt.Println(f.Entries[0].Title)
	// Output:
	// feed is not well formed: line 3: expected element name after <
	// Fish & chips
}

func ExampleLint() {
	warnings, err := feed.Lint(feed.Page{
		URL:  &url.URL{Scheme: "gemini", Host: "example.org", Path: "/"},
		Body: []byte("# My log\n=> a.gmi 2021-03-04 Seen\n=> b.gmi [2021-03-05] Overlooked\n"),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range warnings {
		fmt.Println(w.Line, w.Code, w.Message)
	}
	// Output:
	// 3 date-format found "[2021-03-05]"; an entry begins with YYYY-MM-DD
}
