package exchange_test

import (
	"fmt"
	"log"

	"gemsub/internal/exchange"
)

func ExampleParse() {
	data := []byte(`# friends
gemini://abelard.example.org/log/ friends "~Abelard's gemlog"
https://web.example.org/feed.xml
"query:Unread:unread = \"yes\""
`)
	list, err := exchange.Parse("urls", data, exchange.Auto)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range list.Subscriptions {
		fmt.Println(s.URL, s.Title, s.Tags)
	}
	for _, p := range list.Problems {
		fmt.Printf("line %d: %s: %s\n", p.Line, p.URL, p.Detail)
	}
	for reason, n := range list.Skipped {
		fmt.Printf("skipped %d: %s\n", n, reason)
	}
	// Output:
	// gemini://abelard.example.org/log/ Abelard's gemlog [friends]
	// line 3: https://web.example.org/feed.xml: unsupported URL scheme "https" (supported: gemini, gopher, gophers)
	// skipped 1: query over other feeds
}
