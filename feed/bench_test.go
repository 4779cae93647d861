package feed

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// index is a page like those in the wild: some text and n entries.
func index(n int) string {
	var b strings.Builder
	b.WriteString("# A gemlog\n## About this and that\n\nSome words of welcome that go on for a line or two, as they do.\n\n")
	day := noon(2026, 1, 31)
	for i := range n {
		fmt.Fprintf(&b, "=> posts/%s-a-post-about-something.gmi %s - A post about something or other (%d)\n",
			day.AddDate(0, 0, -i).Format(time.DateOnly), day.AddDate(0, 0, -i).Format(time.DateOnly), i)
	}
	b.WriteString("\n=> / Home\n=> /about.gmi About\n")
	return b.String()
}

func BenchmarkRead(b *testing.B) {
	page := Page{URL: mustParse(b, "gemini://example.org/log/"), Meta: "text/gemini", Body: []byte(index(64)), Fetched: fetched}
	b.SetBytes(int64(len(page.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(page); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteAtom(b *testing.B) {
	f := read(b, "gemini://example.org/log/", "", index(1000))
	b.ReportAllocs()
	for b.Loop() {
		if err := WriteAtom(io.Discard, f); err != nil {
			b.Fatal(err)
		}
	}
}
