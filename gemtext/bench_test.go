package gemtext_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gemsub/gemtext"
)

// page returns a gemlog's page with an introduction, art, posts and a footer.
func page(posts int) string {
	var b strings.Builder
	b.WriteString("# Notes from the allotment\n\n" +
		"Every other week I write down what grew, what did not, and what the slugs left of it. Letters are welcome.\n\n" +
		"```a watering can\n   ___\n  /   \\__/\n  \\___/\n```\n\n## Posts\n\n")
	for i := range posts {
		fmt.Fprintf(&b, "=> posts/%04d-on-beans-and-peas.gmi %d-%02d-%02d - On beans, peas and the weather of week %d\n",
			i, 2024-i/336, 12-i/28%12, 28-i%28, i)
		if i%10 == 9 {
			b.WriteString("\n### Further back\n\n* letters about these are in the archive\n> What the slugs leave is yours.\n\n")
		}
	}
	b.WriteString("\n=> ../ Home\n")
	return b.String()
}

func BenchmarkLines(b *testing.B) {
	doc := page(500)
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		links := 0
		for line := range gemtext.Lines(doc) {
			if line.Kind == gemtext.Link {
				links++
			}
		}
		if links != 501 {
			b.Fatalf("%d links, want 501", links)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	doc := page(500)
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if err := gemtext.Print(io.Discard, gemtext.Lines(doc)); err != nil {
			b.Fatal(err)
		}
	}
}
