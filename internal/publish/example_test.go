package publish_test

import (
	"log"
	"os"
	"time"

	"gemsub/feed"
	"gemsub/internal/publish"
)

func ExampleDocument_Write_atom() {
	f := &feed.Feed{
		ID:      "gemini://example.org/",
		Link:    "gemini://example.org/",
		Title:   "My log",
		Updated: time.Date(2021, 3, 4, 12, 0, 0, 0, time.UTC),
	}
	if err := (publish.Document{Feed: f, Entries: f.DistinctEntries()}).Write(os.Stdout, "atom"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">
	//   <title>My log</title>
	//   <id>gemini://example.org/</id>
	//   <updated>2021-03-04T12:00:00Z</updated>
	//   <author>
	//     <name>My log</name>
	//   </author>
	//   <link href="gemini://example.org/" rel="self"></link>
	//   <link href="gemini://example.org/" rel="alternate"></link>
	// </feed>
}

func ExampleDocument_Write_json() {
	f := &feed.Feed{
		ID:    "gemini://example.org/",
		Link:  "gemini://example.org/",
		Title: "My log",
		Entries: []feed.Entry{{
			ID:      "gemini://example.org/balcony.gmi",
			Link:    "gemini://example.org/balcony.gmi",
			Title:   "My balcony",
			Updated: time.Date(2021, 3, 4, 12, 0, 0, 0, time.UTC),
		}},
	}
	if err := (publish.Document{Feed: f, Entries: f.DistinctEntries()}).Write(os.Stdout, "json"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {
	//   "version": "https://jsonfeed.org/version/1.1",
	//   "title": "My log",
	//   "home_page_url": "gemini://example.org/",
	//   "items": [
	//     {
	//       "id": "gemini://example.org/balcony.gmi",
	//       "url": "gemini://example.org/balcony.gmi",
	//       "title": "My balcony",
	//       "content_text": "My balcony",
	//       "date_modified": "2021-03-04T12:00:00Z"
	//     }
	//   ]
	// }
}
