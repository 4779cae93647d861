package feed

import (
	"encoding/xml"
	"fmt"
	"io"
	"iter"
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

// manyEntries yields the entries of f over and over, n in all.
func manyEntries(f *Feed, n int) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for i := range n {
			if !yield(f.Entries[i%len(f.Entries)], nil) {
				return
			}
		}
	}
}

// BenchmarkWriteAtom writes 100,000 entries; "encoding/xml" encodes the same
// elements, made beforehand.
func BenchmarkWriteAtom(b *testing.B) {
	const n = 100_000
	f := read(b, "gemini://example.org/log/", "", index(1000))
	b.Run("stream", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := WriteAtom(io.Discard, f, manyEntries(f, n)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-xml", func(b *testing.B) {
		elements := make([]atomEntry, len(f.Entries))
		for i, e := range f.Entries {
			elements[i] = newAtomEntry(e, f)
		}
		b.ReportAllocs()
		for b.Loop() {
			enc := xml.NewEncoder(io.Discard)
			enc.Indent("", "  ")
			for i := range n {
				if err := enc.Encode(elements[i%len(elements)]); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
