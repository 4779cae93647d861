package gemtext_test

import (
	"fmt"
	"log"
	"os"

	"gemsub/gemtext"
)

func ExampleLines() {
	const doc = `# J. Random Geminaut's gemlog

Welcome to my Gemlog.

## My posts

=> bokashi.gmi 2020-11-20 - Early Bokashi composting experiments
=>balcony.gmi	2020-11-06 - I started a balcony garden!
`
	for line := range gemtext.Lines(doc) {
		switch line.Kind {
		case gemtext.Heading:
			fmt.Printf("%d: heading %d %q\n", line.Number, line.Level, line.Text)
		case gemtext.Link:
			fmt.Printf("%d: link to %s, %q\n", line.Number, line.URL, line.Text)
		}
	}
	// Output:
	// 1: heading 1 "J. Random Geminaut's gemlog"
	// 5: heading 2 "My posts"
	// 7: link to bokashi.gmi, "2020-11-20 - Early Bokashi composting experiments"
	// 8: link to balcony.gmi, "2020-11-06 - I started a balcony garden!"
}

func ExamplePrint() {
	const doc = "#Links\r\n=>a.gmi\t A page\r\n=>  b.gmi\r\n>  said so "
	if err := gemtext.Print(os.Stdout, gemtext.Lines(doc)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// # Links
	// => a.gmi A page
	// => b.gmi
	// > said so
}
